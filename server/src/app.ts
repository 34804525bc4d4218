// The table of contents of a running server: database, features, jobs, HTTP, in that order.
import path from 'node:path';
import type { AppInfo } from '@ghala/contracts/app/app.contract';
import { appInfoMetaName } from '@ghala/contracts/app/app.contract';
import * as contracts from '@ghala/contracts';
import type { Config } from './config.ts';
import { demoAccounts, loadDemoData } from './demo/index.ts';
import { createFeatures } from './features/index.ts';
import { authenticate } from './features/identity/index.ts';
import { startBackground } from './platform/background/background.ts';
import { systemClock, type Clock } from './platform/clock/clock.ts';
import { systemCtx, type Ctx } from './platform/context.ts';
import { openDatabase, type DatabaseOptions } from './platform/db/database.ts';
import { migrate, migrationsFolder } from './platform/db/migrate.ts';
import { readServerKey } from './platform/db/server-key.ts';
import { createEventHub } from './platform/events/events.ts';
import { removeOldAnswersJob } from './platform/http/idempotency.ts';
import { createHttpServer, type RawHandler } from './platform/http/server.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveReference } from './platform/http/reference-page.ts';
import { serveWebFiles } from './platform/http/web-files.ts';
import { createJobRunner, type JobRunner } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';

const serverFolder = path.resolve(import.meta.dirname, '..');
const webFolder = path.resolve(serverFolder, '../web/dist');

export interface AppOptions {
  config: Config;
  connection: DatabaseOptions['connection'];
  log: Log;
  clock?: Clock;
  onProgress?: (message: string) => void;
  rawHandlers?: readonly RawHandler[];
}

export interface App {
  /** Starts to answer; resolves with the port it listens on. */
  listen(): Promise<number>;
  /** Finishes what is under way, then lets go of everything. */
  close(): Promise<void>;
  ctx: Ctx;
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, clock = systemClock, onProgress = () => undefined } = options;
  let closing = false;
  const onLostConnection = (error: Error) => {
    // A connection that is let go in a stop may still hear that the database stops too.
    if (!closing) log.warn({ err: error }, 'a database connection was lost');
  };
  const { db, pool } = openDatabase({
    connection: options.connection,
    poolSize: config.databasePoolSize,
    onLostConnection,
  });
  try {
    await migrate(pool, migrationsFolder, onProgress);
    const serverKey = await readServerKey(db);
    const info: AppInfo = {
      productName: config.productName,
      demoAccounts: config.demoData ? demoAccounts : null,
      sandboxUrl: config.sandbox ? '/sandbox/' : null,
    };
    let port = config.port;
    let stopBackground = async (): Promise<void> => undefined;
    const events = createEventHub(options.connection, log);
    const features = createFeatures(config, info, {
      events,
      serverKey,
      ownUrl: () => config.publicUrl ?? `http://127.0.0.1:${port}`,
    });
    const contextFor = (requestId: string): Ctx =>
      systemCtx({ db, clock, log, jobs, announce: events.announce }, requestId);
    const jobs: JobRunner = createJobRunner({
      connection: options.connection,
      jobs: [removeOldAnswersJob, ...features.flatMap((feature) => feature.jobs ?? [])],
      log,
      contextFor,
    });
    if (config.demoData) await loadDemoData(contextFor('demo-data'), onProgress);
    const http = createHttpServer({
      endpoints: features.flatMap((feature) => feature.endpoints),
      corsOrigins: config.corsOrigins,
      serverKey,
      trustProxy: config.trustProxy,
      log,
      authenticate,
      contextFor,
      rawHandlers: options.rawHandlers ?? [],
    });
    const health = serveHealth(http, pool);
    serveReference(http, config.productName, contracts);
    serveWebFiles(http, {
      folder: webFolder,
      title: config.productName,
      metaName: appInfoMetaName,
      metaContent: () => JSON.stringify(info),
    });
    return {
      ctx: contextFor('app'),
      async listen() {
        await http.listen({ host: config.host, port: config.port });
        const address = http.server.address();
        if (typeof address === 'object' && address !== null) port = address.port;
        events.start();
        stopBackground = startBackground(
          features.flatMap((feature) => feature.background ?? []),
          contextFor,
        );
        // Jobs may wait: the first request must not wait for them.
        void jobs.start();
        return port;
      },
      async close() {
        closing = true;
        health.stopping();
        await http.close();
        await stopBackground();
        await jobs.stop();
        await events.stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
