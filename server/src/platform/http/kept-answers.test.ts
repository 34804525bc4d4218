import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';
import { createKeptAnswers } from './kept-answers.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

interface Page {
  results: { supplierName: string }[];
  total: number;
}

const names = async (caller: Caller, query = '') =>
  (await caller.get<Page>(`/api/suppliers?limit=20&offset=0${query}`)).body.results.map(
    ({ supplierName }) => supplierName,
  );
const addSupplier = (name: string, number: number) =>
  server.sql(
    `insert into suppliers (supplier_name, contact_person, contact_number, email, address)
     values ($1, 'Somebody', $2, 'some@body.example', 'Nairobi')`,
    [name, `2541100000${number}`],
  );

it('an answer is never older than what anybody has committed', async () => {
  const before = await names(admin);
  expect(await names(admin)).toEqual(before);
  await addSupplier('Kept Once', 10);
  expect(await names(admin)).toEqual(['Kept Once', ...before]);
  await server.sql(`update suppliers set supplier_name = 'Kept Twice' where supplier_name = 'Kept Once'`);
  expect(await names(admin)).toEqual(['Kept Twice', ...before]);
  expect(await names(admin)).toEqual(['Kept Twice', ...before]);
});

it('what is under way is not seen, and is seen as soon as it is committed', async () => {
  const before = await names(admin);
  await server.app.ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('suppliers')
      .set({ supplier_name: 'Not Yet' })
      .where('supplier_name', '=', before[0] ?? '')
      .execute();
    expect(await names(admin)).toEqual(before);
    expect(await names(admin)).toEqual(before);
  });
  expect(await names(admin)).toEqual(['Not Yet', ...before.slice(1)]);
});

it('one is asked for again as it was, by the same caller and at the same address only', async () => {
  await addSupplier('Other Page', 11);
  expect(await names(admin, '&search=Other')).toEqual(['Other Page']);
  expect(await names(admin, '&search=Nowhere')).toEqual([]);
  const user = await server.signIn('user');
  expect((await user.get('/api/suppliers?limit=20&offset=0')).status).toBe(403);
  const again = await admin.get('/api/suppliers?limit=20&offset=0&search=Other');
  expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

it('an ended session is not answered, whatever is kept', async () => {
  const other = await server.signIn('admin');
  await names(other);
  await other.post('/api/logout');
  expect((await other.get('/api/suppliers?limit=20&offset=0')).status).toBe(401);
});

it('the caller who is first makes the answer; who comes meanwhile waits for it', async () => {
  const kept = createKeptAnswers();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = kept.give('a', '1', () => promise);
  const second = kept.give('a', '1', () => Promise.resolve('made again'));
  const ofLater = kept.give('a', '2', () => Promise.resolve('of later'));
  resolve('made once');
  expect((await Promise.all([first, second, ofLater])).map(String)).toEqual([
    'made once',
    'made once',
    'of later',
  ]);
});

it('a failure is told to those who waited for it, and not kept', async () => {
  const kept = createKeptAnswers();
  const fail = () => Promise.reject(new Error('no'));
  const both = [kept.give('a', '1', fail), kept.give('a', '1', () => Promise.resolve('never made'))];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(String(await kept.give('a', '1', () => Promise.resolve('yes')))).toBe('yes');
});

it('keeps nothing for a snapshot that has passed, and stays within its bounds', async () => {
  const kept = createKeptAnswers();
  let made = 0;
  const isKept = async (key: string, snapshot: string, length = 5) => {
    const before = made;
    await kept.give(key, snapshot, async () => {
      made += 1;
      return 'x'.repeat(length);
    });
    return made === before;
  };
  expect(await isKept('a', '1')).toBe(false);
  expect(await isKept('a', '1')).toBe(true);
  expect(await isKept('a', '2')).toBe(false);
  expect(await isKept('a', '1')).toBe(false);
  expect(await isKept('large', '1', 65 * 1024)).toBe(false);
  expect(await isKept('large', '1', 65 * 1024)).toBe(false);
  for (let n = 0; n < 200; n += 1) await isKept(`n${n}`, '1', 60 * 1024);
  let held = 0;
  for (let n = 199; n >= 0 && (await isKept(`n${n}`, '1', 60 * 1024)); n -= 1) held += 1;
  expect(held).toBeGreaterThan(0);
  expect(held * 60 * 1024).toBeLessThanOrEqual(4 * 1024 * 1024);
});
