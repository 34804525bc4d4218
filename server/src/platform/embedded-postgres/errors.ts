// The closed set of ways the embedded PostgreSQL fails to start, each with one line for a human.

type EmbeddedPostgresErrorCode =
  | 'data-dir-in-use'
  | 'data-dir-not-writable'
  | 'data-dir-not-a-folder'
  | 'data-dir-foreign'
  | 'disk-full'
  | 'incompatible-version'
  | 'start-failed'
  | 'unsupported-platform';

export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;
  /** What PostgreSQL last wrote; empty when it never ran. */
  readonly logTail: string;

  constructor(
    code: EmbeddedPostgresErrorCode,
    message: string,
    options: { cause?: unknown; logTail?: string } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'EmbeddedPostgresError';
    this.code = code;
    this.logTail = options.logTail ?? '';
  }
}

export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// EFBIG comes from a file size limit (ulimit -f): to the owner of the folder it is the same trouble as a full disk.
const FULL_ERRNOS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const FULL_TEXT = /No space left on device|Disk quota exceeded|File too large|File size limit exceeded/i;
const CANNOT_RUN_TEXT = /failed to execute|error while loading shared libraries|Exec format error/i;
const REFUSED_ERRNOS = new Set(['EACCES', 'EPERM', 'EROFS']);

export function saysDiskFull(text: string): boolean {
  return FULL_TEXT.test(text);
}

/** The programs are there but the system cannot load them, as on a Linux without glibc. */
export function saysCannotRun(text: string): boolean {
  return CANNOT_RUN_TEXT.test(text);
}

export function cannotRunError(options: { cause?: unknown; logTail?: string } = {}): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'unsupported-platform',
    'The embedded PostgreSQL cannot run on this system: set DATABASE_URL to a PostgreSQL of your own',
    options,
  );
}

export function diskFullError(
  folder: string,
  options: { cause?: unknown; logTail?: string } = {},
): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'disk-full',
    `The disk that holds ${folder} is full: free some space or set DATA_DIR to a folder on another disk`,
    options,
  );
}

function notWritableError(folder: string, cause?: unknown): EmbeddedPostgresError {
  const why = errnoOf(cause) === 'EROFS' ? 'it is on a read-only disk' : 'permission denied';
  return new EmbeddedPostgresError(
    'data-dir-not-writable',
    `Cannot write in ${folder} (${why}): give this user the folder or set DATA_DIR to another one`,
    { cause },
  );
}

/** Turns a file system error met in the data folder into its code; anything unknown is 'start-failed'. */
export function fromFileSystem(error: unknown, folder: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const errno = errnoOf(error) ?? '';
  if (FULL_ERRNOS.has(errno)) return diskFullError(folder, { cause: error });
  if (REFUSED_ERRNOS.has(errno)) return notWritableError(folder, error);
  if (errno === 'ENOTDIR' || errno === 'EEXIST') {
    return new EmbeddedPostgresError(
      'data-dir-not-a-folder',
      `${folder} cannot be a folder, a file is in the way: move the file or set DATA_DIR to another folder`,
      { cause: error },
    );
  }
  return new EmbeddedPostgresError('start-failed', `Could not prepare ${folder}: ${messageOf(error)}`, {
    cause: error,
  });
}
