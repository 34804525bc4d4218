// A server process for the tests and the fault harness to kill: starts the manager on argv[2], tells its state on
// stdout as one JSON line per event, stops on SIGTERM. With --untied its PostgreSQL outlives it, as on systems
// without setpriv.
import { preferredAccount } from './account.ts';
import { findPackage, prepareBinaries } from './binaries.ts';
import { openDataDir } from './data-dir.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './index.ts';
import { chooseLauncher } from './launcher.ts';
import { recordedPostmaster } from './leftovers.ts';
import { PostgresLog } from './postgres-log.ts';
import { startPostmaster } from './postmaster.ts';
import { shortHash } from './socket-folder.ts';

const [, , folder = '', flag] = process.argv;

function tell(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function startUntied(): Promise<void> {
  const dataDir = await openDataDir(folder);
  const launcher = { ...(await chooseLauncher(await preferredAccount(dataDir))), setpriv: undefined };
  await startPostmaster({
    cluster: dataDir.cluster,
    clusterName: `ghala-${shortHash(dataDir.cluster)}`,
    program: (await prepareBinaries(findPackage(), launcher, dataDir)).postgres,
    launcher,
    log: new PostgresLog(dataDir.log),
    slowMessage: '',
    onProgress: () => undefined,
    signal: undefined,
  });
  tell({ event: 'ready', postmaster: await recordedPostmaster(dataDir.cluster) });
}

async function startManaged(): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    onProgress: (message) => tell({ event: 'progress', message }),
  });
  void postgres.exited.then(({ reason }) => tell({ event: 'exited', reason }));
  process.once('SIGTERM', () => {
    void postgres.stop().then(() => process.exit(0));
  });
  if (flag === '--ignore-interrupt') process.on('SIGINT', () => tell({ event: 'interrupted' }));
  tell({
    event: 'ready',
    connection: postgres.connection,
    postmaster: await recordedPostmaster((await openDataDir(folder)).cluster),
  });
}

try {
  await (flag === '--untied' ? startUntied() : startManaged());
  // Without stop(), as a server that met an uncaught error.
  if (flag === '--exit') process.exit(0);
  // The fixture lives until it is told to end or killed.
  setInterval(() => undefined, 60_000);
} catch (error) {
  tell({
    event: 'failed',
    code: error instanceof EmbeddedPostgresError ? error.code : undefined,
    message: error instanceof Error ? error.message : String(error),
  });
  process.exitCode = 1;
}
