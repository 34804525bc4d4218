import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User, UserDetail } from '@ghala/contracts/users/users.contract';
import {
  callerAt,
  startTestServer,
  testPassword,
  type Caller,
  type TestServer,
} from '../../../test/test-server.ts';

interface Failure {
  error: {
    code: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, string | number | null>;
  };
}
interface UserPage {
  results: User[];
  total: number;
}

describe('people', () => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signIn('admin', { firstName: 'Amina', lastName: 'Hassan' });
  });
  afterAll(() => server.close());

  const newSupplier = async (name: string): Promise<number> => {
    const answer = await admin.post<{ supplierId: number }>('/api/supplier', {
      supplierName: name,
      contactPerson: 'Otieno Ouma',
      contactNumber: '0722000001',
      email: 'sales@company.example',
      address: 'Enterprise Road, Nairobi',
    });
    expect(answer.status).toBe(201);
    return answer.body.supplierId;
  };
  const rowOf = async (userId: number) =>
    (await server.sql('select * from users where user_id = $1', [userId]))[0];
  const read = async (userId: number) => (await admin.get<UserDetail>(`/api/users/${userId}`)).body;

  describe('the list', () => {
    const find = async (search: string, more = '') => {
      const answer = await admin.get<UserPage>(`/api/users?search=${encodeURIComponent(search)}${more}`);
      expect(answer.status).toBe(200);
      return answer.body.results.map((user) => `${user.firstName} ${user.lastName}`);
    };

    beforeAll(async () => {
      await server.signIn('user', {
        firstName: 'Njeri',
        lastName: 'Mwangi',
        email: 'Njeri.Mwangi@mail.example',
        phone: '254799111222',
      });
      await server.signIn('supplier', {
        firstName: '50%_off',
        lastName: "O'Brien",
        email: 'fifty@mail.example',
        phone: '254110333444',
      });
    });

    it.each([
      ['first name', 'njeri'],
      ['last name', 'MWANG'],
      ['full name', 'Njeri Mwangi'],
      ['full name the other way round', 'mwangi njeri'],
      ['email', 'njeri.mwangi@MAIL'],
      ['local phone', '0799111222'],
      ['spaced phone', '0799 111 222'],
      ['international phone', '+254 799-111-222'],
      ['phone without its zero', '799111222'],
      ['part of a phone', '111222'],
    ])('finds a person by %s', async (_what, typed) => {
      expect(await find(typed)).toEqual(['Njeri Mwangi']);
    });

    it('finds a person by id, with or without #', async () => {
      const person = await server.signIn('user', { firstName: 'Barasa', lastName: 'Wekesa' });
      expect(await find(String(person.userId))).toContain('Barasa Wekesa');
      expect(await find(`#${person.userId}`)).toEqual(['Barasa Wekesa']);
    });

    it.each(['50%_', '%_', "o'brien", '_off'])('takes %s as letters', async (typed) => {
      expect(await find(typed)).toEqual(["50%_off O'Brien"]);
    });

    it('finds nobody by what nobody has', async () => {
      expect(await find('zzzz')).toEqual([]);
      expect(await find('\\')).toEqual([]);
    });

    it('filters by role, sorts by column, and counts all that match', async () => {
      expect(await find('mail.example', '&role=supplier')).toEqual(["50%_off O'Brien"]);
      expect(await find('mail.example', '&sort=email')).toEqual(["50%_off O'Brien", 'Njeri Mwangi']);
      expect(await find('mail.example', '&sort=-email')).toEqual(['Njeri Mwangi', "50%_off O'Brien"]);
      const page = await admin.get<UserPage>('/api/users?search=mail.example&limit=1&offset=1');
      expect(page.body).toMatchObject({ total: 2, results: [{ firstName: 'Njeri' }] });
    });

    it.each(['role=boss', 'sort=password', 'limit=0', 'limit=-1', 'offset=-1', 'offset=x'])(
      'refuses %s',
      async (query) => {
        const answer = await admin.get<Failure>(`/api/users?${query}`);
        expect(answer.status).toBe(400);
        expect(Object.keys(answer.body.error.fields ?? {})).toEqual([query.split('=')[0]]);
      },
    );

    it('is newest first, and never shows a password', async () => {
      const { body } = await admin.get<UserPage>('/api/users');
      const ids = body.results.map((user) => user.userId);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      expect(JSON.stringify(body)).not.toMatch(/password|argon/i);
    });
  });

  describe('reading one', () => {
    it('shows a person to themselves and to an admin, flat, with the phone in local form', async () => {
      const person = await server.signIn('user', { firstName: 'Chebet', phone: '254788000111' });
      for (const caller of [person, admin]) {
        const answer = await caller.get(`/api/users/${person.userId}`);
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({
          userId: person.userId,
          firstName: 'Chebet',
          phoneNumber: '0788000111',
          role: 'user',
          supplierIds: [],
        });
      }
    });

    it('is 403 for anybody else, there or not, and 404 for an admin when not there', async () => {
      const person = await server.signIn('supplier');
      expect((await person.get(`/api/users/${admin.userId}`)).status).toBe(403);
      expect((await person.get('/api/users/999999')).status).toBe(403);
      expect((await admin.get('/api/users/999999')).status).toBe(404);
      expect((await admin.get('/api/users/abc')).status).toBe(404);
      expect((await admin.get('/api/users/0')).status).toBe(404);
    });
  });

  describe('an update', () => {
    it('changes the given fields only, and records before and after', async () => {
      const person = await server.signIn('user', { firstName: 'Old', lastName: 'Name' });
      const answer = await admin.put<UserDetail>(`/api/updateuser/${person.userId}`, {
        firstName: '  Wambui ',
        phoneNumber: '+254 711 222 333',
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        firstName: 'Wambui',
        lastName: 'Name',
        phoneNumber: '0711222333',
        version: 2,
      });
      expect(await rowOf(person.userId)).toMatchObject({ phone: '254711222333', role: 'user' });
      const [audit] = await server.sql(
        "select actor_name, before, after from audit_log where action = 'user.updated' and subject_id = $1",
        [String(person.userId)],
      );
      expect(audit).toMatchObject({
        actor_name: 'Amina Hassan',
        before: { firstName: 'Old' },
        after: { firstName: 'Wambui' },
      });
      expect((await person.get(`/api/users/${person.userId}`)).status).toBe(200);
    });

    it('takes the first client’s form as it sends it, phone as a number', async () => {
      const person = await server.signIn('user');
      const answer = await admin.put(`/api/updateuser/${person.userId}`, {
        firstName: 'Kip',
        lastName: 'Keino',
        phoneNumber: 712_999_888,
        role: 'user',
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ phoneNumber: '0712999888', role: 'user' });
    });

    it.each([
      ['firstName', { firstName: '' }],
      ['firstName', { firstName: '   ' }],
      ['firstName', { firstName: 'x'.repeat(101) }],
      ['firstName', { firstName: 12 }],
      ['firstName', { firstName: null }],
      ['firstName', { firstName: 'a\u0000b' }],
      ['lastName', { lastName: 'line\nbreak' }],
      ['lastName', { lastName: ['a'] }],
      ['phoneNumber', { phoneNumber: '' }],
      ['phoneNumber', { phoneNumber: '0612345678' }],
      ['phoneNumber', { phoneNumber: '07123' }],
      ['phoneNumber', { phoneNumber: {} }],
      ['role', { role: '' }],
      ['role', { role: 'boss' }],
      ['role', { role: 'Admin' }],
      ['version', { version: 'x' }],
      ['version', { version: 0 }],
      ['supplierIds', { supplierIds: [999_999], role: 'supplier' }],
      ['supplierIds', { supplierIds: 'all' }],
      ['supplierIds.0', { supplierIds: ['x'], role: 'supplier' }],
      ['email', { email: 'new@mail.example' }],
      ['password', { password: 'another password' }],
      ['isAdmin', { firstName: 'Fine', isAdmin: true }],
    ])('names %s when it is wrong (%j) and changes nothing', async (field, body) => {
      const person = await server.signIn('user');
      const before = await rowOf(person.userId);
      const answer = await admin.put<Failure>(`/api/updateuser/${person.userId}`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('validation_failed');
      expect(Object.keys(answer.body.error.fields ?? {})).toEqual([field]);
      expect(await rowOf(person.userId)).toEqual(before);
    });

    it.each(['0720123123', '+254720123123', '254 720 123 123', '720123123'])(
      'refuses a phone number that is somebody’s, written as %s',
      async (typed) => {
        if (typed === '0720123123') await server.signIn('user', { phone: '254720123123' });
        const person = await server.signIn('user');
        const answer = await admin.put<Failure>(`/api/updateuser/${person.userId}`, {
          firstName: 'Not kept',
          phoneNumber: typed,
        });
        expect(answer.status).toBe(409);
        expect(answer.body.error).toMatchObject({
          code: 'duplicate',
          fields: { phoneNumber: 'Somebody already has this phone number.' },
        });
        expect((await read(person.userId)).firstName).toBe('Test');
      },
    );

    it('ends the sessions of a person whose role changes, and of nobody else', async () => {
      const person = await server.signIn('user');
      const bystander = await server.signIn('user');
      await admin.put(`/api/updateuser/${person.userId}`, { role: 'user', lastName: 'Same' });
      expect((await person.get('/api/products')).status).toBe(200);
      await admin.put(`/api/updateuser/${person.userId}`, { role: 'supplier' });
      expect((await person.get('/api/products')).status).toBe(401);
      expect((await bystander.get('/api/products')).status).toBe(200);
    });

    it('tells the second of two editors what changed and by whom, and overwrites nothing', async () => {
      const person = await server.signIn('user', { firstName: 'First' });
      const { version } = await read(person.userId);
      const other = await server.signIn('admin', { firstName: 'Zuhura', lastName: 'Ali' });
      await other.put(`/api/updateuser/${person.userId}`, { firstName: 'Theirs', version });
      const late = await admin.put<Failure>(`/api/updateuser/${person.userId}`, {
        firstName: 'Mine',
        version,
      });
      expect(late.status).toBe(409);
      expect(late.body.error).toMatchObject({
        code: 'changed_meanwhile',
        message: 'Zuhura Ali changed this after you opened it.',
        details: { firstName: 'Theirs', version: version + 1, changedBy: 'Zuhura Ali' },
      });
      expect((await read(person.userId)).firstName).toBe('Theirs');
      await admin.delete(`/api/deleteuser/${other.userId}`);
    });

    it('lets one of many simultaneous editors of one version win', async () => {
      const person = await server.signIn('user');
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          admin.put(`/api/updateuser/${person.userId}`, { firstName: `Editor${index}`, version: 1 }),
        ),
      );
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(5);
      expect((await read(person.userId)).version).toBe(2);
    });

    it('is 404 for a person who is not there', async () => {
      expect((await admin.put('/api/updateuser/999999', { firstName: 'X' })).status).toBe(404);
    });
  });

  describe('companies of a supplier account', () => {
    it('are linked by an admin, each once, and decide what the account sees', async () => {
      const [a, b] = [await newSupplier('Link A'), await newSupplier('Link B')];
      const person = await server.signIn('supplier');
      const answer = await admin.put<UserDetail>(`/api/updateuser/${person.userId}`, {
        supplierIds: [a, String(b), a],
      });
      expect(answer.body.supplierIds).toEqual([a, b]);
      expect((await person.get('/api/suppliers')).body['total']).toBe(2);
      await admin.put(`/api/updateuser/${person.userId}`, { supplierIds: [b] });
      expect((await person.get('/api/suppliers')).body).toMatchObject({
        total: 1,
        results: [{ supplierId: b }],
      });
    });

    it('stay through other edits and go with the role', async () => {
      const company = await newSupplier('Stays Until Demoted');
      const person = await server.signIn('supplier');
      await admin.put(`/api/updateuser/${person.userId}`, { supplierIds: [company] });
      await admin.put(`/api/updateuser/${person.userId}`, { firstName: 'Renamed' });
      expect((await read(person.userId)).supplierIds).toEqual([company]);
      await admin.put(`/api/updateuser/${person.userId}`, { role: 'user' });
      expect((await read(person.userId)).supplierIds).toEqual([]);
    });

    it('are refused for an account that is no supplier', async () => {
      const company = await newSupplier('For Suppliers Only');
      const person = await server.signIn('user');
      const answer = await admin.put<Failure>(`/api/updateuser/${person.userId}`, { supplierIds: [company] });
      expect([answer.status, answer.body.error.fields]).toEqual([
        400,
        { supplierIds: 'Only a supplier account belongs to companies.' },
      ]);
    });

    it('are linked as an admin adds the account, and ignored from anybody else', async () => {
      const company = await newSupplier('Linked At Birth');
      const form = (n: number, role: string) => ({
        firstName: 'New',
        lastName: 'Account',
        email: `new${n}@mail.example`,
        phoneNumber: `073300000${n}`,
        password: testPassword,
        role,
        supplierIds: [company],
      });
      const added = await admin.post<{ userId: number }>('/api/register', form(1, 'supplier'));
      expect(added.status).toBe(201);
      expect((await read(added.body.userId)).supplierIds).toEqual([company]);
      const own = await server.nobody.post<{ userId: number }>('/api/register', form(2, 'supplier'));
      expect(own.status).toBe(201);
      expect(await read(own.body.userId)).toMatchObject({ role: 'user', supplierIds: [] });
      const wrong = await admin.post<Failure>('/api/register', form(3, 'user'));
      expect([wrong.status, Object.keys(wrong.body.error.fields ?? {})]).toEqual([400, ['supplierIds']]);
      const unknown = await admin.post<Failure>('/api/register', {
        ...form(4, 'supplier'),
        supplierIds: [999_999],
      });
      expect([unknown.status, unknown.body.error.fields]).toEqual([
        400,
        { supplierIds: 'There is no supplier 999999.' },
      ]);
      const [count] = await server.sql<{ n: number }>(
        "select count(*)::integer as n from users where email in ('new3@mail.example', 'new4@mail.example')",
      );
      expect(count?.n).toBe(0);
    });
  });

  describe('a deletion', () => {
    it('hides the person, ends their sessions, and frees their email and phone', async () => {
      const person = await server.signIn('user', { email: 'Gone@mail.example', phone: '254701555666' });
      const answer = await admin.delete(`/api/deleteuser/${person.userId}`);
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
      expect((await person.get('/api/products')).status).toBe(401);
      expect((await admin.get(`/api/users/${person.userId}`)).status).toBe(404);
      expect((await admin.get('/api/users?search=gone@mail')).body).toEqual({ results: [], total: 0 });
      expect((await admin.put(`/api/updateuser/${person.userId}`, { firstName: 'X' })).status).toBe(404);
      expect((await admin.delete(`/api/deleteuser/${person.userId}`)).status).toBe(404);
      const login = await server.nobody.post('/api/login', {
        email: 'gone@mail.example',
        password: testPassword,
      });
      expect(login.status).toBe(401);
      const again = await server.nobody.post('/api/register', {
        firstName: 'New',
        lastName: 'Owner',
        email: 'gone@MAIL.example',
        phoneNumber: '0701555666',
        password: testPassword,
      });
      expect(again.status).toBe(201);
    });

    it('leaves orders where they are', async () => {
      const person = await server.signIn('user');
      const company = await newSupplier('Keeps Orders');
      const category = await admin.post<{ categoryId: number }>('/api/category', { categoryName: 'Kept' });
      const product = await admin.post<{ productId: number }>('/api/createproduct', {
        supplierId: company,
        categoryId: category.body.categoryId,
        productName: 'Kept',
        productDescription: 'Kept',
        productPrice: 1,
        stocklevel: 1,
      });
      await server.sql(
        `insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method)
         values ($1, $2, $3, 1, 100, 100, 'Mpesa')`,
        [person.userId, product.body.productId, company],
      );
      expect((await admin.delete(`/api/deleteuser/${person.userId}`)).status).toBe(200);
      const rows = await server.sql('select 1 from orders where user_id = $1', [person.userId]);
      expect(rows).toHaveLength(1);
    });
  });
});

describe('the last admin', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const admins = async () =>
    (await server.sql("select user_id from users where role = 'admin' and deleted_at is null")).length;

  it('can be neither demoted nor deleted, by themselves either', async () => {
    const only = await server.signIn('admin');
    const demote = await only.put<Failure>(`/api/updateuser/${only.userId}`, { role: 'user' });
    expect([demote.status, demote.body.error.code]).toEqual([409, 'last_admin']);
    const remove = await only.delete<Failure>(`/api/deleteuser/${only.userId}`);
    expect([remove.status, remove.body.error.code]).toEqual([409, 'last_admin']);
    expect(
      (await only.put(`/api/updateuser/${only.userId}`, { role: 'admin', firstName: 'Still' })).status,
    ).toBe(200);
    const second = await server.signIn('admin');
    expect((await only.delete(`/api/deleteuser/${only.userId}`)).status).toBe(200);
    expect((await only.get('/api/products')).status).toBe(401);
    expect((await second.get('/api/products')).status).toBe(200);
  });

  it('stays when all admins remove or demote each other at once, on two servers', async () => {
    const other = await server.another();
    for (let round = 0; round < 5; round += 1) {
      const callers = [
        await server.signIn('admin'),
        await server.signIn('admin'),
        await server.signIn('admin'),
      ];
      const everyAdmin = await server.sql<{ user_id: string }>(
        "select user_id from users where role = 'admin' and deleted_at is null",
      );
      const answers = await Promise.all(
        everyAdmin.map(({ user_id: target }, index) => {
          const at = callerAt(
            index % 2 === 0 ? server.url : other.url,
            callers.find((caller) => caller.userId !== Number(target))?.token,
          );
          return index % 2 === 0
            ? at.put(`/api/updateuser/${target}`, { role: 'supplier' })
            : at.delete(`/api/deleteuser/${target}`);
        }),
      );
      for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
      expect(await admins()).toBeGreaterThanOrEqual(1);
    }
  });
});
