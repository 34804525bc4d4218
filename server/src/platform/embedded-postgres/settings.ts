// PostgreSQL's settings, worked out from the machine and written anew at every start so that upgrades apply.
import { readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  memoryBytes: number;
  cores: number;
  /** Size of /dev/shm; containers often give 64 MB, too little for parallel queries. 0 where there is none. */
  sharedMemoryFolderBytes: number;
  diskBytes: number;
}

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const MAX_CONNECTIONS = 100;

export async function inspectMachine(folder: string): Promise<Machine> {
  // Under a cgroup limit this is the limit; without one it is 0 or far above the machine's memory.
  const limit = process.constrainedMemory();
  const memory = totalmem();
  return {
    memoryBytes: limit > 0 ? Math.min(limit, memory) : memory,
    cores: availableParallelism(),
    sharedMemoryFolderBytes: await sizeOf('/dev/shm'),
    diskBytes: await sizeOf(folder),
  };
}

async function sizeOf(folder: string): Promise<number> {
  return statfs(folder).then(
    (stats) => stats.blocks * stats.bsize,
    () => 0,
  );
}

/** May be overridden by the operator in local.conf. */
export function tunedSettings({
  memoryBytes,
  cores,
  sharedMemoryFolderBytes,
  diskBytes,
}: Machine): Record<string, string> {
  return {
    // A quarter of memory is PostgreSQL's own advice; beyond 1 GB our data sets gain nothing over the system's cache.
    shared_buffers: megabytes(memoryBytes / 4, 32 * MB, GB),
    // The planner's guess of what is cached; half, as the server process lives on the same machine.
    effective_cache_size: megabytes(memoryBytes / 2, 128 * MB, 64 * GB),
    // Per sort or hash, so all connections sorting at once stay within a quarter of memory.
    work_mem: megabytes(memoryBytes / 4 / MAX_CONNECTIONS, 4 * MB, 32 * MB),
    maintenance_work_mem: megabytes(memoryBytes / 16, 32 * MB, 512 * MB),
    max_connections: String(MAX_CONNECTIONS),
    random_page_cost: '1.1',
    jit: 'off',
    // More log between checkpoints writes fewer full pages; bounded by the disk, and by the time recovery may take.
    max_wal_size: megabytes(diskBytes / 20, 128 * MB, 2 * GB),
    min_wal_size: '80MB',
    checkpoint_timeout: '10min',
    // This build could only do it by pglz, which took a third of the processor time of writes after a checkpoint: a disk
    // writes whole pages faster than that.
    wal_compression: 'off',
    max_parallel_workers: String(Math.max(1, cores)),
    max_parallel_workers_per_gather: String(Math.min(2, Math.max(0, cores - 1))),
    max_logical_replication_workers: '0',
    dynamic_shared_memory_type: sharedMemoryFolderBytes >= 256 * MB ? 'posix' : 'mmap',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    // No statement texts or key values in the log: they hold customers' data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

/** What the server relies on: never to be overridden. */
export const FIXED_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  // Relative to the cluster, which PostgreSQL makes its working folder: works at any path length and below any parent.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: '5432',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
};

export function configurationFile(machine: Machine): string {
  return [
    '# Written at every start: changes here are lost. Put your own tuning in local.conf beside this file.',
    ...lines(tunedSettings(machine)),
    "include_if_exists = 'local.conf'",
    ...lines(FIXED_SETTINGS),
    '',
  ].join('\n');
}

// Only the cluster's owner and root can enter its folder, which holds the socket: that is the access control.
const ACCESS_FILE = '# Written at every start: changes here are lost.\nlocal all all trust\n';

const LOCAL_FILE = "# Your own tuning goes here, for example: shared_buffers = '2GB'. Read at every start.\n";

/** Returns the files it had to write anew. */
export async function writeSettings(cluster: string, machine: Machine): Promise<string[]> {
  const written: string[] = [];
  for (const { name, text, keep } of [
    { name: 'postgresql.conf', text: configurationFile(machine) },
    { name: 'pg_hba.conf', text: ACCESS_FILE },
    { name: 'local.conf', text: LOCAL_FILE, keep: true },
  ]) {
    const file = join(cluster, name);
    const present = await readFile(file, 'utf8').catch(() => undefined);
    if (present === text || (keep && present !== undefined)) continue;
    // Renamed into place: on a full disk the old file stays whole.
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
    written.push(file);
  }
  return written;
}

function lines(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
}

function megabytes(bytes: number, least: number, most: number): string {
  return `${Math.floor(Math.min(Math.max(bytes, least), most) / MB)}MB`;
}
