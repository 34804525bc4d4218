// The wire as the first client reads and writes it: axios on another origin, built long ago, cannot be changed.
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Caller, type TestServer } from './test-server.ts';

interface Page {
  results: Record<string, unknown>[];
  total: number;
}

const clientOrigin = 'https://first-client.example';
let server: TestServer;
let admin: Caller;
let supplierId: number;
let categoryId: number;

beforeAll(async () => {
  server = await startTestServer({ environment: { CORS_ORIGINS: clientOrigin } });
  admin = await server.signIn('admin');
  const supplier = await admin.post<{ supplierId: number }>('/api/supplier', {
    supplierName: 'a b&c% Traders',
    contactPerson: 'Otieno Ouma',
    contactNumber: 722_000_001,
    email: 'sales@company.example',
    address: 'Nairobi',
  });
  supplierId = supplier.body.supplierId;
  const category = await admin.post<{ categoryId: number }>('/api/category', { categoryName: 'Flour' });
  categoryId = category.body.categoryId;
  await server.sql(
    `insert into products (supplier_id, category_id, product_name, product_description, price_cents)
     select $1, $2, 'Bulk ' || n, 'a b&c%', 12050 from generate_series(1, 105) n`,
    [supplierId, categoryId],
  );
});
afterAll(() => server.close());

/** As the bytes stand: fetch would mend the address first. */
const rawGet = (path: string) =>
  new Promise<{ status: number; body: Page }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const headers = { authorization: `Bearer ${admin.token}` };
    http
      .get({ hostname, port, path, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Page }),
        );
      })
      .on('error', reject);
  });

const lists = ['/api/users', '/api/suppliers', '/api/products', '/api/orders', '/api/payments'];

describe('lists', () => {
  it.each(lists)('%s answers results and total, with and without its query', async (path) => {
    for (const query of ['', '?', '?offset=0&limit=20&search=', '?offset=&limit=&search=']) {
      const { status, body } = await admin.get<Page>(`${path}${query}`);
      expect(status).toBe(200);
      expect(body).toEqual({ results: expect.any(Array), total: expect.any(Number) });
    }
  });

  it('give 100 rows unless told, never more, and the rest by offset', async () => {
    const [all, many, rest, past] = await Promise.all(
      ['', '?limit=5000', '?offset=100', '?offset=500&limit=20'].map((query) =>
        admin.get<Page>(`/api/products${query}`),
      ),
    );
    expect([all, many, rest, past].map((page) => page?.body.results.length)).toEqual([100, 100, 5, 0]);
    for (const page of [all, many, rest, past]) expect(page?.body.total).toBe(105);
  });

  it.each([
    ['a space as +', '/api/products?search=a+b&c%', 105],
    ['an unescaped & and %', '/api/products?offset=0&limit=20&search=a%20b&c%', 105],
    ['parameters after it', '/api/products?search=a%20b&c%&offset=0&limit=20', 105],
    ['a lone %', '/api/products?search=%', 105],
    ['a lone _', '/api/products?search=_', 0],
    ['a broken escape', '/api/products?search=%e2%82', 0],
    ['NUL', '/api/products?search=%00', 105],
    ['a backslash', String.raw`/api/products?search=\\`, 0],
    ['quotes and SQL', "/api/products?search=';drop%20table%20users--", 0],
    ['half a surrogate pair', '/api/products?search=%ed%a0%80', 0],
    ['many words', `/api/products?search=${'a%20'.repeat(300)}`, 105],
    ['a number past any id', '/api/products?search=99999999999999999999', 0],
    ['an emoji', '/api/products?search=%F0%9F%98%80', 0],
  ])('take any search: %s', async (_what, path, total) => {
    const { status, body } = await rawGet(path);
    expect(status).toBe(200);
    expect(body.total).toBe(total);
  });

  it.each(lists)('%s never fails on a search, whatever it is', async (path) => {
    for (const search of [
      '%',
      '_',
      '&=&',
      '%zz',
      '#',
      '#1',
      '+254',
      '07',
      '1e5',
      '-1',
      '(',
      '*',
      String.raw`\%`,
    ])
      expect((await rawGet(`${path}?search=${search}`)).status).toBe(200);
  });
});

describe('numbers, times and names', () => {
  it('are numbers, ISO times and local phones, in shillings', async () => {
    const made = await admin.post('/api/createproduct', {
      supplierId: String(supplierId),
      categoryId: String(categoryId),
      productName: 'Wire',
      productDescription: 'Wire',
      productPrice: '120.5',
      stocklevel: '3',
    });
    expect(made.status).toBe(201);
    const { body } = await admin.get<Page>('/api/products?search=wire');
    expect(body.results[0]).toMatchObject({
      productId: expect.any(Number),
      productPrice: 120.5,
      stocklevel: 3,
      supplierName: 'a b&c% Traders',
      categoryName: 'Flour',
    });
    const suppliers = await admin.get<Page>('/api/suppliers');
    expect(suppliers.body.results[0]).toMatchObject({
      supplierId,
      contactNumber: '0722000001',
      Address: 'Nairobi',
    });
    const users = await admin.get<Page>('/api/users');
    expect(users.body.results[0]).toMatchObject({
      userId: admin.userId,
      phoneNumber: expect.stringMatching(/^07\d{8}$/),
    });
    for (const page of [body, suppliers.body, users.body]) {
      for (const at of [page.results[0]?.['createdAt'], page.results[0]?.['updatedAt']])
        expect(new Date(String(at)).toISOString()).toBe(at);
    }
  });

  it('says clearly that a category was not chosen', async () => {
    const answer = await admin.post<{ error: { code: string; fields: Record<string, string> } }>(
      '/api/createproduct',
      {
        supplierId: String(supplierId),
        productName: 'X',
        productDescription: 'X',
        productPrice: '1',
        stocklevel: '1',
        categoryId: '',
      },
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields).toEqual({ categoryId: 'This field is required.' });
  });

  it('reads one user flat and the categories as a bare array', async () => {
    expect((await admin.get(`/api/users/${admin.userId}`)).body).toMatchObject({
      firstName: 'Test',
      lastName: expect.any(String),
      phoneNumber: expect.any(String),
      role: 'admin',
    });
    expect((await admin.get<unknown[]>('/api/category')).body).toEqual([
      expect.objectContaining({ categoryId, categoryName: 'Flour' }),
    ]);
  });
});

describe('another origin', () => {
  const from = (origin: string, token = admin.token) => ({ origin, authorization: `Bearer ${token}` });

  it('reads answers and errors alike when it is listed', async () => {
    const answers = [
      [200, await server.nobody.get('/api/products', { headers: from(clientOrigin) })],
      [401, await server.nobody.get('/api/products', { headers: from(clientOrigin, 'dead') })],
      [404, await server.nobody.get('/api/products/999999', { headers: from(clientOrigin) })],
      [400, await server.nobody.post('/api/supplier', {}, { headers: from(clientOrigin) })],
    ] as const;
    for (const [status, answer] of answers) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(clientOrigin);
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  it('may send what the client sends, and an origin that is not listed may not', async () => {
    const preflight = (origin: string, method: string) =>
      fetch(`${server.url}/api/updateuser/1`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { headers } = await preflight(clientOrigin, method);
      expect(headers.get('access-control-allow-origin')).toBe(clientOrigin);
      expect(headers.get('access-control-allow-methods')).toContain(method);
    }
    for (const origin of ['https://evil.example', 'null', `${clientOrigin}.evil.example`]) {
      const { headers } = await preflight(origin, 'PUT');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      const answer = await server.nobody.get('/api/products', { headers: from(origin) });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('errors', () => {
  it.each([
    ['GET', '/api/nothing-here', 404],
    ['GET', '/api/users/999999', 404],
    ['GET', '/api/users/1e3', 404],
    ['GET', '/api/products/-1', 404],
    ['GET', '/api/products/9999999999999999999999', 404],
    ['DELETE', '/api/deleteuser/999999', 404],
    ['PUT', '/api/updateuser/abc', 404],
    ['POST', '/api/createproduct', 400],
  ])('%s %s is a JSON error with status %i', async (method, path, status) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({
      error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
    });
  });
});
