import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '@ghala/contracts/products/categories.contract';
import type { Product } from '@ghala/contracts/products/products.contract';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

interface Failure {
  error: {
    code: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
  };
}
interface ProductPage {
  results: Product[];
  total: number;
}

let server: TestServer;
let admin: Caller;
let member: Caller;
let stranger: Caller;
let supplierId: number;
let otherSupplierId: number;
let categoryId: number;
let otherCategoryId: number;

const addSupplier = async (caller: Caller, supplierName: string): Promise<number> => {
  const answer = await caller.post<{ supplierId: number }>('/api/supplier', {
    supplierName,
    contactPerson: 'Otieno Ouma',
    contactNumber: '0722000001',
    email: 'sales@company.example',
    address: 'Nairobi',
  });
  return answer.body.supplierId;
};
const addCategory = async (categoryName: string): Promise<number> =>
  (await admin.post<Category>('/api/category', { categoryName })).body.categoryId;

const form = (over: Record<string, unknown> = {}) => ({
  supplierId,
  categoryId,
  productName: 'Plain thing',
  productDescription: 'Nothing special',
  productPrice: 100,
  stocklevel: 50,
  ...over,
});
const add = async (over: Record<string, unknown> = {}, caller: Caller = admin): Promise<Product> => {
  const answer = await caller.post<Product>('/api/createproduct', form(over));
  expect(answer.status).toBe(201);
  return answer.body;
};
const names = async (query: string): Promise<string[]> => {
  const answer = await admin.get<ProductPage>(`/api/products?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.body.total).toBe(answer.body.results.length);
  return answer.body.results.map((product) => product.productName);
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
  member = await server.signIn('supplier', { firstName: 'Fatuma', lastName: 'Noor' });
  stranger = await server.signIn('supplier');
  supplierId = await addSupplier(member, 'Highlands Millers');
  otherSupplierId = await addSupplier(stranger, 'Coastal Traders');
  categoryId = await addCategory('Flour & Grain');
  otherCategoryId = await addCategory('Drinks');
});
afterAll(() => server.close());

describe('adding a product', () => {
  it('takes a form as it is sent, strings for numbers, and answers numbers', async () => {
    const product = await add({
      supplierId: String(supplierId),
      categoryId: String(categoryId),
      productPrice: '120.50',
      stocklevel: '7',
      productDescription: ' Two lines:\nfine ',
    });
    expect(product).toMatchObject({
      productId: expect.any(Number),
      productPrice: 120.5,
      stocklevel: 7,
      lowStockLevel: 10,
      supplierId,
      supplierName: 'Highlands Millers',
      categoryName: 'Flour & Grain',
      productDescription: 'Two lines:\nfine',
      version: 1,
    });
    expect((await admin.get(`/api/product/${product.productId}`)).body).toEqual(product);
  });

  it.each([
    ['productName', ''],
    ['productName', '  '],
    ['productName', 'x'.repeat(201)],
    ['productName', 5],
    ['productName', undefined],
    ['productName', 'tab\tbed'],
    ['productDescription', ''],
    ['productDescription', 'x'.repeat(2001)],
    ['productDescription', 'nul\u0000'],
    ['productPrice', ''],
    ['productPrice', null],
    ['productPrice', 0],
    ['productPrice', -1],
    ['productPrice', 1.005],
    ['productPrice', 10_000_000],
    ['productPrice', 'cheap'],
    ['productPrice', '1e3'],
    ['productPrice', [5]],
    ['stocklevel', -1],
    ['stocklevel', 1.5],
    ['stocklevel', '1.5'],
    ['stocklevel', 10_000_001],
    ['stocklevel', ''],
    ['stocklevel', true],
    ['lowStockLevel', -1],
    ['categoryId', ''],
    ['categoryId', 'none'],
    ['categoryId', 999_999],
    ['categoryId', 0],
    ['supplierId', ''],
    ['supplierId', 999_999],
    ['supplierId', 1.5],
    ['supplierId', 1e300],
    ['color', 'red'],
  ])('names %s when it is wrong (%j) and adds nothing', async (field, value) => {
    const count = async () =>
      (
        await server.sql<{ n: number }>(
          'select (select count(*) from products) + (select count(*) from stock_movements) as n',
        )
      )[0]?.n;
    const before = await count();
    const answer = await admin.post<Failure>('/api/createproduct', form({ [field]: value }));
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('validation_failed');
    expect(Object.keys(answer.body.error.fields ?? {})).toEqual([field]);
    expect(await count()).toBe(before);
  });

  it('is for the own company, or any for an admin', async () => {
    expect((await member.post('/api/createproduct', form())).status).toBe(201);
    expect((await stranger.post('/api/createproduct', form())).status).toBe(403);
    expect((await admin.post('/api/createproduct', form({ supplierId: otherSupplierId }))).status).toBe(201);
    const user = await server.signIn('user');
    expect((await user.post('/api/createproduct', form())).status).toBe(403);
    const unknown = await member.post<Failure>('/api/createproduct', form({ supplierId: 999_999 }));
    expect([unknown.status, unknown.body.error.fields]).toEqual([
      400,
      { supplierId: 'There is no such supplier.' },
    ]);
  });

  it('makes one product of one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'product-once' };
    const first = await admin.post('/api/createproduct', form({ productName: 'Once' }), { headers });
    const again = await admin.post('/api/createproduct', form({ productName: 'Once' }), { headers });
    expect(again.body).toEqual(first.body);
    expect(await names('search=once')).toEqual(['Once']);
    const other = await admin.post('/api/createproduct', form({ productName: 'Twice' }), { headers });
    expect(other.status).toBe(422);
  });
});

describe('the list of products', () => {
  let cola: Product;
  beforeAll(async () => {
    cola = await add({
      productName: 'Zingo Cola 300ml',
      productDescription: 'Sparkling, 100%_sweet',
      supplierId: otherSupplierId,
      categoryId: otherCategoryId,
      productPrice: 60,
      stocklevel: 3,
      lowStockLevel: 5,
    });
    await add({ productName: 'zingo maize', productPrice: 185.5, stocklevel: 0 });
    await add({ productName: 'Zingo Atta', productPrice: 99.99, stocklevel: 80 });
  });

  it.each([
    ['name', 'zingo cola'],
    ['words in any order', 'COLA zingo'],
    ['description', 'sparkling'],
    ['its supplier and its name', 'coastal cola'],
    ['its category and its name', 'drinks zingo'],
    ['letters that look like wildcards', '100%_s'],
  ])('finds a product by %s', async (_what, typed) => {
    expect(await names(`search=${encodeURIComponent(typed)}`)).toEqual(['Zingo Cola 300ml']);
  });

  it('finds a product by id, and nothing by what is nowhere', async () => {
    expect(await names(`search=%23${cola.productId}`)).toEqual(['Zingo Cola 300ml']);
    expect(await names('search=_ingo')).toEqual([]);
    expect(await names('search=zingo%20coastal%20flour')).toEqual([]);
  });

  it('filters by category, supplier and stock, and is newest first', async () => {
    expect(await names('search=zingo')).toEqual(['Zingo Atta', 'zingo maize', 'Zingo Cola 300ml']);
    expect(await names(`search=zingo&categoryId=${otherCategoryId}`)).toEqual(['Zingo Cola 300ml']);
    expect(await names(`search=zingo&supplierId=${supplierId}`)).toEqual(['Zingo Atta', 'zingo maize']);
    expect(await names('search=zingo&stock=in')).toEqual(['Zingo Atta', 'Zingo Cola 300ml']);
    expect(await names('search=zingo&stock=low')).toEqual(['Zingo Cola 300ml']);
    expect(await names('search=zingo&stock=out')).toEqual(['zingo maize']);
    expect(await names('search=zingo&stock=&categoryId=&supplierId=')).toHaveLength(3);
    expect(await names('supplierId=999999')).toEqual([]);
  });

  it.each([
    ['productName', ['Zingo Atta', 'Zingo Cola 300ml', 'zingo maize']],
    ['-productPrice', ['zingo maize', 'Zingo Atta', 'Zingo Cola 300ml']],
    ['stocklevel', ['zingo maize', 'Zingo Cola 300ml', 'Zingo Atta']],
    ['supplierName', ['Zingo Cola 300ml', 'Zingo Atta', 'zingo maize']],
    ['-categoryName', ['Zingo Atta', 'zingo maize', 'Zingo Cola 300ml']],
    ['createdAt', ['Zingo Cola 300ml', 'zingo maize', 'Zingo Atta']],
  ])('sorts by %s', async (sort, expected) => {
    expect(await names(`search=zingo&sort=${sort}`)).toEqual(expected);
  });

  it.each(['stock=some', 'categoryId=x', 'supplierId=-1', 'sort=price_cents'])(
    'refuses %s',
    async (query) => {
      const answer = await admin.get<Failure>(`/api/products?${query}`);
      expect([answer.status, Object.keys(answer.body.error.fields ?? {})]).toEqual([
        400,
        [query.split('=')[0]],
      ]);
    },
  );

  it('shows one company its products, whoever asks, and 404 for a company that is not there', async () => {
    const user = await server.signIn('user');
    const answer = await user.get<ProductPage>(`/api/products/${otherSupplierId}?search=zingo`);
    expect(answer.body.results.map((product) => product.productName)).toEqual(['Zingo Cola 300ml']);
    const narrowed = await user.get<ProductPage>(`/api/products/${otherSupplierId}?supplierId=${supplierId}`);
    expect(narrowed.body.results.every((product) => product.supplierId === otherSupplierId)).toBe(true);
    expect((await user.get('/api/products/999999')).status).toBe(404);
    expect((await user.get('/api/product/999999')).status).toBe(404);
  });
});

describe('changing a product', () => {
  it('is for the own company and leaves stock alone', async () => {
    const { productId } = await add({ stocklevel: 9 });
    const changed = await member.put<Product>(`/api/product/${productId}`, {
      productPrice: '77.70',
      lowStockLevel: 2,
      categoryId: otherCategoryId,
      version: 1,
    });
    expect(changed.body).toMatchObject({
      productPrice: 77.7,
      lowStockLevel: 2,
      categoryName: 'Drinks',
      stocklevel: 9,
      version: 2,
    });
    for (const call of [
      stranger.put(`/api/product/${productId}`, { productPrice: 1 }),
      stranger.post(`/api/product/${productId}/stock`, { reason: 'received', quantity: 1, note: 'x' }),
      stranger.get(`/api/product/${productId}/stock`),
    ])
      expect((await call).status).toBe(403);
    expect((await admin.get(`/api/product/${productId}`)).body).toEqual(changed.body);
  });

  it('tells a late editor what changed, but moving stock is no edit', async () => {
    const { productId, version } = await add();
    await admin.post(`/api/product/${productId}/stock`, { reason: 'received', quantity: 1, note: 'x' });
    const first = await member.put(`/api/product/${productId}`, { productName: 'Theirs', version });
    expect(first.status).toBe(200);
    await admin.post(`/api/product/${productId}/stock`, { reason: 'received', quantity: 1, note: 'x' });
    const late = await admin.put<Failure>(`/api/product/${productId}`, { productName: 'Mine', version });
    expect(late.status).toBe(409);
    expect(late.body.error).toMatchObject({
      code: 'changed_meanwhile',
      details: { productName: 'Theirs', version: 2, changedBy: 'Fatuma Noor' },
    });
  });

  it.each([
    ['productName', { productName: '' }],
    ['productPrice', { productPrice: 0 }],
    ['categoryId', { categoryId: '' }],
    ['categoryId', { categoryId: 999_999 }],
    ['stocklevel', { stocklevel: 5 }],
    ['supplierId', { supplierId: 1 }],
    ['lowStockLevel', { lowStockLevel: 1.5 }],
  ])('names %s when it is wrong (%j) and changes nothing', async (field, body) => {
    const product = await add();
    const answer = await admin.put<Failure>(`/api/product/${product.productId}`, body);
    expect([answer.status, Object.keys(answer.body.error.fields ?? {})]).toEqual([400, [field]]);
    expect((await admin.get(`/api/product/${product.productId}`)).body).toEqual(product);
  });

  it('is 404 when there is no such product', async () => {
    expect((await admin.put('/api/product/999999', { productName: 'X' })).status).toBe(404);
    const movement = { reason: 'received', quantity: 1, note: 'x' };
    expect((await admin.post('/api/product/999999/stock', movement)).status).toBe(404);
    expect((await admin.get('/api/product/999999/stock')).status).toBe(404);
  });
});

describe('categories', () => {
  it('are a bare array by name, with how many products each has', async () => {
    const user = await server.signIn('user');
    const { body } = await user.get<Category[]>('/api/category');
    expect(Array.isArray(body)).toBe(true);
    expect(body.map((category) => category.categoryName).slice(0, 2)).toEqual(['Drinks', 'Flour & Grain']);
    for (const category of body)
      expect(category).toEqual({
        categoryId: expect.any(Number),
        categoryName: expect.any(String),
        productCount: expect.any(Number),
      });
  });

  it('are added, renamed and removed by an admin, each name once', async () => {
    const added = await admin.post<Category>('/api/category', { categoryName: ' Soap ' });
    expect([added.status, added.body]).toEqual([
      201,
      { categoryId: expect.any(Number), categoryName: 'Soap', productCount: 0 },
    ]);
    const path = `/api/category/${added.body.categoryId}`;
    const again = await admin.post<Failure>('/api/category', { categoryName: 'SOAP' });
    expect([again.status, again.body.error.fields]).toEqual([
      409,
      { categoryName: 'There is already a category with this name.' },
    ]);
    expect((await admin.put(path, { categoryName: 'drinks' })).status).toBe(409);
    expect((await admin.put(path, { categoryName: 'Cleaning' })).body).toEqual({
      ...added.body,
      categoryName: 'Cleaning',
    });
    expect((await admin.put(path, { categoryName: '' })).status).toBe(400);
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await admin.put(path, { categoryName: 'Back' })).status).toBe(404);
    expect((await member.post('/api/category', { categoryName: 'Mine' })).status).toBe(403);
  });

  it('are kept while they have products', async () => {
    await add();
    const answer = await admin.delete<Failure>(`/api/category/${categoryId}`);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'in_use']);
    expect(answer.body.error.details?.['productCount']).toBeGreaterThan(0);
  });
});
