import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';
import { withTransaction } from './transaction.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

it('bears a connection that is cut while a transaction uses it, and goes on answering', async () => {
  const work = withTransaction(server.app.ctx, async (tx) => {
    const [me] = await tx.db
      .selectFrom('facts')
      .select(({ fn }) => fn<number>('pg_backend_pid', []).as('pid'))
      .limit(1)
      .execute();
    await server.sql('select pg_terminate_backend($1)', [me?.pid]);
    await expect.poll(() => server.sql('select from pg_stat_activity where pid = $1', [me?.pid])).toEqual([]);
    await tx.db.selectFrom('facts').select('name').execute();
  });
  await expect(work).rejects.toThrow(/terminat|connection/i);
  expect((await admin.get('/api/dashboard')).status).toBe(200);
});
