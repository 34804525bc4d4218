// Structured logs on stderr; stdout is for people. Nothing here ever logs a header, a body or a query string.
import { destination, pino, type Logger } from 'pino';

export type Log = Logger;

/** Not the whole error: PostgreSQL's carry the values of a row, and a connection its keys. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
  };
}

export const createLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: describeError },
    },
    destination({ fd: 2, sync: false }),
  );
