import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Supplier } from '@ghala/contracts/suppliers/suppliers.contract';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

interface Failure {
  error: {
    code: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
  };
}
interface SupplierPage {
  results: Supplier[];
  total: number;
}

describe('suppliers', () => {
  let server: TestServer;
  let admin: Caller;
  let made = 0;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());

  const form = (over: Record<string, unknown> = {}) => ({
    supplierName: `Company ${(made += 1)}`,
    contactPerson: 'Otieno Ouma',
    contactNumber: '0722000001',
    email: 'sales@company.example',
    address: 'Enterprise Road, Nairobi',
    ...over,
  });
  const add = async (caller: Caller, over: Record<string, unknown> = {}): Promise<Supplier> => {
    const answer = await caller.post<Supplier>('/api/supplier', form(over));
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const countRows = async () =>
    (await server.sql<{ n: number }>('select count(*)::integer as n from suppliers'))[0]?.n;

  it('takes address and shows Address, and the phone in local form', async () => {
    const supplier = await add(admin, { contactNumber: '+254 722 333 444', address: ' Moi Avenue ' });
    expect(supplier).toMatchObject({
      supplierId: expect.any(Number),
      contactNumber: '0722333444',
      Address: 'Moi Avenue',
      version: 1,
    });
    expect((await admin.get(`/api/suppliers/${supplier.supplierId}`)).body).toEqual(supplier);
  });

  it.each([
    ['supplierName', ''],
    ['supplierName', '   '],
    ['supplierName', 'x'.repeat(201)],
    ['supplierName', undefined],
    ['supplierName', null],
    ['supplierName', 7],
    ['supplierName', 'bell\u0007'],
    ['contactPerson', ''],
    ['contactPerson', 'x'.repeat(201)],
    ['contactNumber', ''],
    ['contactNumber', '12345'],
    ['contactNumber', true],
    ['email', ''],
    ['email', 'not an email'],
    ['email', 'a@b'],
    ['email', `${'x'.repeat(250)}@mail.example`],
    ['address', ''],
    ['address', 'x'.repeat(301)],
    ['address', 'nul\u0000'],
    ['Address', 'sent with a capital'],
    ['supplierId', 5],
  ])('names %s when it is wrong (%j) and adds nothing', async (field, value) => {
    const before = await countRows();
    const answer = await admin.post<Failure>('/api/supplier', form({ [field]: value }));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields ?? {})).toEqual([field]);
    expect(await countRows()).toBe(before);
  });

  it('names every field that is missing', async () => {
    const answer = await admin.post<Failure>('/api/supplier', {});
    expect(Object.keys(answer.body.error.fields ?? {})).toEqual([
      'supplierName',
      'contactPerson',
      'contactNumber',
      'email',
      'address',
    ]);
  });

  it('takes a name once, in whatever case', async () => {
    await add(admin, { supplierName: 'Mumias Sugar' });
    const again = await admin.post<Failure>('/api/supplier', form({ supplierName: ' MUMIAS sugar ' }));
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({
      code: 'duplicate',
      fields: { supplierName: 'There is already a supplier with this name.' },
    });
    const other = await add(admin);
    const renamed = await admin.put<Failure>(`/api/suppliers/${other.supplierId}`, {
      supplierName: 'mumias sugar',
    });
    expect([renamed.status, renamed.body.error.code]).toEqual([409, 'duplicate']);
  });

  it('makes one company of one Idempotency-Key', async () => {
    const body = form();
    const headers = { 'idempotency-key': 'supplier-once' };
    const first = await admin.post('/api/supplier', body, { headers });
    const again = await admin.post('/api/supplier', body, { headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  it('shows an admin all, and a supplier account the companies it belongs to', async () => {
    const person = await server.signIn('supplier');
    const other = await server.signIn('supplier');
    const mine = await add(person, { supplierName: 'Scoped Mine' });
    const theirs = await add(other, { supplierName: 'Scoped Theirs' });
    expect((await person.get('/api/suppliers')).body).toEqual({ results: [mine], total: 1 });
    expect((await person.get('/api/suppliers?search=scoped')).body).toEqual({ results: [mine], total: 1 });
    const all = await admin.get<SupplierPage>('/api/suppliers?search=scoped');
    expect(all.body.results.map((supplier) => supplier.supplierId)).toEqual([
      theirs.supplierId,
      mine.supplierId,
    ]);
    expect((await person.get(`/api/suppliers/${mine.supplierId}`)).status).toBe(200);
    expect((await person.get(`/api/suppliers/${theirs.supplierId}`)).status).toBe(403);
    expect((await person.get('/api/suppliers/999999')).status).toBe(404);
    const taken = await person.put(`/api/suppliers/${theirs.supplierId}`, { contactPerson: 'Me' });
    expect(taken.status).toBe(403);
    expect((await admin.get(`/api/suppliers/${theirs.supplierId}`)).body).toEqual(theirs);
    expect((await (await server.signIn('user')).get('/api/suppliers')).status).toBe(403);
  });

  it('no longer counts a membership when the account stops being a supplier', async () => {
    const person = await server.signIn('supplier');
    await add(person, { supplierName: 'Left Behind' });
    await server.sql("update users set role = 'user' where user_id = $1", [person.userId]);
    expect((await person.get('/api/suppliers')).status).toBe(403);
  });

  it.each([
    ['name', 'brookside'],
    ['contact person', 'achieng'],
    ['name and contact', 'dairy akinyi'],
    ['email', 'ORDERS@brookside'],
    ['phone', '0745 678 901'],
    ['international phone', '+254745678901'],
    ['letters that look like wildcards', '100%_'],
  ])('finds a company by %s', async (_what, typed) => {
    if ((await admin.get('/api/suppliers?search=brookside')).body['total'] === 0) {
      await add(admin, {
        supplierName: 'Brookside Dairy 100%_ Fresh',
        contactPerson: 'Achieng Akinyi',
        contactNumber: '0745678901',
        email: 'orders@brookside.example',
      });
    }
    const answer = await admin.get<SupplierPage>(`/api/suppliers?search=${encodeURIComponent(typed)}`);
    expect(answer.body.results.map((supplier) => supplier.supplierName)).toEqual([
      'Brookside Dairy 100%_ Fresh',
    ]);
    const { supplierId } = answer.body.results[0] ?? { supplierId: 0 };
    const byId = await admin.get<SupplierPage>(`/api/suppliers?search=%23${supplierId}`);
    expect(byId.body.results.map((supplier) => supplier.supplierId)).toEqual([supplierId]);
  });

  it('sorts without regard to case', async () => {
    for (const supplierName of ['sortme beta', 'Sortme Alpha', 'SORTME gamma'])
      await add(admin, { supplierName });
    const names = async (sort: string) =>
      (await admin.get<SupplierPage>(`/api/suppliers?search=sortme&sort=${sort}`)).body.results.map(
        (supplier) => supplier.supplierName.split(' ')[1],
      );
    expect(await names('supplierName')).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await names('-supplierName')).toEqual(['gamma', 'beta', 'Alpha']);
  });

  it('changes the given fields, and tells a late editor what changed', async () => {
    const person = await server.signIn('supplier', { firstName: 'Fatuma', lastName: 'Noor' });
    const { supplierId, version } = await add(person);
    const changed = await person.put<Supplier>(`/api/suppliers/${supplierId}`, {
      address: 'Kisumu',
      contactNumber: 733_111_222,
      version,
    });
    expect(changed.body).toMatchObject({ Address: 'Kisumu', contactNumber: '0733111222', version: 2 });
    const late = await admin.put<Failure>(`/api/suppliers/${supplierId}`, { address: 'Mombasa', version });
    expect(late.status).toBe(409);
    expect(late.body.error).toMatchObject({
      code: 'changed_meanwhile',
      details: { Address: 'Kisumu', version: 2, changedBy: 'Fatuma Noor' },
    });
    const wrong = await admin.put<Failure>(`/api/suppliers/${supplierId}`, { email: 'nonsense' });
    expect([wrong.status, Object.keys(wrong.body.error.fields ?? {})]).toEqual([400, ['email']]);
    expect((await admin.put('/api/suppliers/999999', { address: 'X' })).status).toBe(404);
  });
});
