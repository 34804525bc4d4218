// The victim of kill-nine.ts: a server process that commits numbered rows as fast as it can and prints each number
// only after PostgreSQL acknowledged it. argv: data folder, first number, writers.
import { Client, type ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/index.ts';

const [, , dataDir = '', first = '1', writers = '4'] = process.argv;

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function connect(connection: ClientConfig): Promise<Client> {
  const client = new Client(connection);
  // A killed backend is noticed by the query that was under way.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

let next = Number(first);

async function write(connection: ClientConfig): Promise<never> {
  let client: Client | undefined;
  for (;;) {
    const number = next;
    next += 1;
    try {
      client ??= await connect(connection);
      await client.query('INSERT INTO commits (number, filler) VALUES ($1, $2)', [number, 'x'.repeat(200)]);
      tell(`ack ${number}`);
    } catch {
      // Unacknowledged, so it may be lost; PostgreSQL restarts itself after a backend was killed.
      await client?.end().catch(() => undefined);
      client = undefined;
      await new Promise((settle) => setTimeout(settle, 10));
    }
  }
}

try {
  const postgres = await startEmbeddedPostgres({ dataDir });
  process.once('SIGTERM', () => {
    void postgres.stop().then(() => process.exit(0));
  });
  void postgres.exited.then(async ({ reason }) => {
    tell(`exited ${reason}`);
    await postgres.stop();
    process.exit(0);
  });
  const setup = await connect(postgres.connection);
  await setup.query('CREATE TABLE IF NOT EXISTS commits (number bigint PRIMARY KEY, filler text NOT NULL)');
  await setup.end();
  tell(`ready ${JSON.stringify(postgres.connection)}`);
  await Promise.all(Array.from({ length: Number(writers) }, () => write(postgres.connection)));
} catch (error) {
  tell(`failed ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
