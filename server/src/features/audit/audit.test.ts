import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '@ghala/contracts/audit/audit.contract';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin', { firstName: 'Wanjiku', lastName: 'Kamau' });
  const person = await server.signIn('user', { firstName: 'Otieno' });
  await person.put('/api/profile', { firstName: 'Ochieng', lastName: 'Okoth' });
  await server.nobody.post('/api/login', { email: 'stranger@test.example', password: 'not it' });
});
afterAll(() => server.close());

const list = async (query: string) =>
  (await admin.get<{ results: AuditEntry[]; total: number }>(`/api/audit?${query}`)).body;

describe('the audit log', () => {
  it('says who did what to what, when, from where, before and after', async () => {
    const { results, total } = await list('action=user.updated');
    expect(total).toBe(1);
    expect(results[0]).toMatchObject({
      actorName: expect.stringContaining('Otieno'),
      action: 'user.updated',
      subjectType: 'user',
      ip: '127.0.0.1',
      requestId: expect.any(String),
      before: { firstName: 'Otieno' },
      after: { firstName: 'Ochieng' },
    });
    expect(Date.parse(results[0]?.at ?? '')).not.toBeNaN();
  });

  it.each([
    ['search=wanjiku', 1],
    ['search=session.refused', 1],
    ['search=127.0.0.1%20refused', 1],
    ['search=%25%27%00', 0],
    ['subjectType=session', 2],
    ['ip=10.0.0.1', 0],
    ['ip=%00', 4],
    ['from=2020-01-01&to=2020-12-31', 0],
    ['sort=-at&limit=1', 4],
    ['sort=actorName', 4],
  ])('finds by %s', async (query, total) => {
    expect((await list(query)).total).toBe(total);
  });

  it('filters by actor and by subject', async () => {
    const { results } = await list('action=user.updated');
    const actor = results[0]?.actorUserId;
    expect((await list(`actorUserId=${actor}`)).total).toBe(2);
    expect((await list(`subjectType=user&subjectId=${actor}`)).total).toBe(1);
  });

  it('is an admin’s to read', async () => {
    for (const role of ['user', 'supplier'] as const)
      expect((await (await server.signIn(role)).get('/api/audit')).status).toBe(403);
    expect((await server.nobody.get('/api/audit')).status).toBe(401);
  });

  it('cannot be changed, emptied or shortened, even by SQL', async () => {
    for (const statement of [
      `update audit_log set actor_name = 'nobody'`,
      'delete from audit_log',
      'truncate audit_log',
    ])
      await expect(server.sql(statement)).rejects.toThrow('append-only');
  });
});
