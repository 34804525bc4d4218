// The process: settings, database, app, signals. Words for people go to stdout, logs to stderr.
import { createSandbox, type Sandbox } from '@ghala/sandbox';
import { createApp, type App } from './app.ts';
import { ConfigError, loadEnvironmentFile, readConfig, type Config } from './config.ts';
import { demoAccounts } from './demo/index.ts';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './platform/embedded-postgres/index.ts';
import { MigrationError } from './platform/db/migrate.ts';
import { createLog } from './platform/log/log.ts';
import { sandboxReportUrl } from './sandbox-settings.ts';

/** A stop that takes longer than this is cut: whoever stops us (a terminal, an init system) will not wait for ever. */
const stopDeadlineMs = 20_000;

const say = (message: string) => process.stdout.write(`${message}\n`);

class PortError extends Error {}

interface Running {
  config: Config;
  port: number;
  app: App;
  postgres: EmbeddedPostgres | undefined;
  sandbox: Sandbox | undefined;
}

async function start(signal: AbortSignal): Promise<Running> {
  loadEnvironmentFile();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let port = config.port;
  const postgres =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: say, signal })
      : undefined;
  const ownUrl = () => config.publicUrl ?? `http://127.0.0.1:${port}`;
  const sandbox = config.sandbox
    ? createSandbox({
        publicUrl: ownUrl,
        africastalkingReportUrl: () => sandboxReportUrl(ownUrl),
        log: (message, details) => log.debug(details ?? {}, message),
      })
    : undefined;
  try {
    const app = await createApp({
      config,
      connection: postgres?.connection ?? { connectionString: config.databaseUrl },
      log,
      onProgress: say,
      rawHandlers: sandbox === undefined ? [] : [(request, response) => sandbox.handle(request, response)],
    });
    try {
      port = await app.listen();
    } catch (error) {
      await app.close();
      throw portError(error, config) ?? error;
    }
    return { config, port, app, postgres, sandbox };
  } catch (error) {
    await sandbox?.close();
    await postgres?.stop();
    throw error;
  }
}

function portError(error: unknown, config: Config): PortError | null {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') {
    return new PortError(
      `Port ${config.port} is taken by another program. Stop it, or set PORT to a free port.`,
    );
  }
  if (code === 'EACCES')
    return new PortError(`Port ${config.port} may not be opened by this user. Set PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new PortError(`HOST ${config.host} is not an address of this machine.`);
  return null;
}

function welcome({ config, port, postgres }: Running): void {
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host;
  say('');
  say(`${config.productName} is ready: ${config.publicUrl ?? `http://${host}:${port}`}`);
  if (config.demoData)
    for (const account of demoAccounts)
      say(`  ${account.role.padEnd(9)} ${account.email} / ${account.password}`);
  if (config.sandbox)
    say(`  phone     http://${host}:${port}/sandbox/ (SMS and M-Pesa prompts, no real money)`);
  say(`  data      ${postgres === undefined ? 'in the database of DATABASE_URL' : config.dataDir}`);
  say('Ctrl-C stops it.');
}

async function stop({ app, postgres, sandbox }: Running): Promise<void> {
  await app.close();
  await sandbox?.close();
  await postgres?.stop();
}

/** Faults a person can mend are said in a line; anything else shows where it came from. */
function explain(error: unknown): string {
  const known = [ConfigError, EmbeddedPostgresError, MigrationError, PortError];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const stopping = new AbortController();
const stopSignal = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      stopping.abort();
      resolve();
    });
  }
});

try {
  const running = await start(stopping.signal);
  welcome(running);
  const lost = running.postgres?.exited.then(({ reason }) => reason);
  const reason = await Promise.race([
    stopSignal.then(() => undefined),
    ...(lost === undefined ? [] : [lost]),
  ]);
  if (reason === undefined) say('Stopping …');
  else process.stderr.write(`The database stopped: ${reason}\n`);
  setTimeout(() => process.exit(1), stopDeadlineMs).unref();
  await stop(running);
  process.exitCode = reason === undefined ? 0 : 1;
} catch (error) {
  if (!stopping.signal.aborted) process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
