// npm run ghala -- <command>: what an operator does without the console.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CompiledQuery } from 'kysely';
import { registerSchema } from '@ghala/contracts/identity/identity.contract';
import { ConfigError, loadEnvironmentFile, readConfig, type Config } from './config.ts';
import { createAdmin } from './features/identity/index.ts';
import { systemClock } from './platform/clock/clock.ts';
import { systemCtx, type Ctx } from './platform/context.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate, MigrationError, migrationsFolder } from './platform/db/migrate.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { AppError } from './platform/errors.ts';
import { validationError } from './platform/http/validation.ts';
import { createLog } from './platform/log/log.ts';

const usage = `npm run ghala -- <command>

  migrate        bring the database up to date
  admin create   add an admin: --email --phone --first-name --last-name
                 (password from GHALA_ADMIN_PASSWORD; one is made and shown when it is not set)
  doctor         check settings, database, stock ledger and money, and say what is wrong
`;

const say = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

/** Opens the database the server would use, brings it up to date, and lets go of it afterwards. */
async function withDatabase(config: Config, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const log = createLog('warn');
  const postgres =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: say })
      : undefined;
  const { db, pool } = openDatabase({
    connection: postgres?.connection ?? { connectionString: config.databaseUrl },
    poolSize: 2,
    onLostConnection: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const noJobs = { send: () => Promise.reject(new Error('Commands enqueue no jobs.')) };
  try {
    await migrate(pool, migrationsFolder, say);
    await work(
      systemCtx({ db, clock: systemClock, log, jobs: noJobs, announce: () => undefined }, 'command'),
    );
  } finally {
    await db.destroy();
    await postgres?.stop();
  }
}

async function addAdmin(config: Config, args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { email: text, phone: text, 'first-name': text, 'last-name': text },
  });
  const given = process.env['GHALA_ADMIN_PASSWORD'];
  const password = given ?? randomBytes(12).toString('base64url');
  const parsed = registerSchema.safeParse({
    firstName: values['first-name'],
    lastName: values['last-name'],
    email: values.email,
    phoneNumber: values.phone,
    password,
  });
  if (!parsed.success) throw validationError(parsed.error);
  await withDatabase(config, async (ctx) => {
    await createAdmin(ctx, parsed.data);
    say(`${parsed.data.email} is an admin now.${given === undefined ? ` Password: ${password}` : ''}`);
  });
}

interface Finding {
  name: string;
  sql: string;
}

/** Each counts rows that should not be there. */
const invariants: Finding[] = [
  {
    name: 'products whose stock is not the sum of their ledger',
    sql: `select count(*) from products p
           where stock_level <> (select coalesce(sum(quantity), 0) from stock_movements m where m.product_id = p.product_id)`,
  },
  {
    name: 'paid orders without enough settled money',
    sql: `select count(*) from orders o where payment_status = 'paid' and amount_cents >
           (select coalesce(sum(amount_cents), 0) from payments p where p.order_id = o.order_id and p.state = 'settled')`,
  },
  { name: 'payments that wait for a person', sql: `select count(*) from payments where state = 'held'` },
];

async function examine(config: Config): Promise<void> {
  await withDatabase(config, async (ctx) => {
    say('Settings and database: fine.');
    for (const { name, sql } of invariants) {
      const { rows } = await ctx.db.executeQuery<{ count: number }>(CompiledQuery.raw(sql));
      const count = rows[0]?.count ?? 0;
      say(`${count === 0 ? 'fine' : 'LOOK'}  ${count} ${name}`);
      if (count > 0) process.exitCode = 1;
    }
  });
}

async function run([command = '', ...rest]: string[]): Promise<void> {
  if (command === '' || command === 'help' || command === '--help') return say(usage);
  loadEnvironmentFile();
  const config = readConfig(process.env);
  if (command === 'migrate') return withDatabase(config, async () => say('The database is up to date.'));
  if (command === 'admin' && rest[0] === 'create') return addAdmin(config, rest.slice(1));
  if (command === 'doctor') return examine(config);
  throw new ConfigError(`There is no command ${[command, ...rest].join(' ')}.\n\n${usage}`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const known = [ConfigError, EmbeddedPostgresError, MigrationError, AppError];
  const expected = known.some((kind) => error instanceof kind);
  process.stderr.write(`${expected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
