// Companies, by SQL. Invariant: a company's name is taken once, in whatever case it is written.
import { sql } from 'kysely';
import type { Supplier } from '@ghala/contracts/suppliers/suppliers.contract';
import { localPhone } from '@ghala/contracts/phone';
import type { Ctx } from '../../platform/context.ts';
import { violates } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { listPage, type ListRequest } from '../../platform/list/list.ts';
import type { SuppliersTable } from './suppliers.tables.ts';

const columns = [
  'suppliers.supplier_id',
  'suppliers.supplier_name',
  'suppliers.contact_person',
  'suppliers.contact_number',
  'suppliers.email',
  'suppliers.address',
  'suppliers.version',
  'suppliers.created_at',
  'suppliers.updated_at',
] as const;

interface SupplierRow {
  supplier_id: number;
  supplier_name: string;
  contact_person: string;
  contact_number: string;
  email: string;
  address: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

const toSupplier = (row: SupplierRow): Supplier => ({
  supplierId: row.supplier_id,
  supplierName: row.supplier_name,
  contactPerson: row.contact_person,
  contactNumber: localPhone(row.contact_number),
  email: row.email,
  Address: row.address,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

/** `memberUserId` narrows the list to the companies that person belongs to. */
export function list(ctx: Ctx, request: ListRequest, memberUserId?: number) {
  let query = ctx.db.selectFrom('suppliers');
  if (memberUserId !== undefined) {
    query = query.where('suppliers.supplier_id', 'in', (eb) =>
      eb
        .selectFrom('supplier_members')
        .select('supplier_members.supplier_id')
        .where('supplier_members.user_id', '=', memberUserId),
    );
  }
  return listPage(
    {
      query,
      select: (q) => q.select(columns),
      search: {
        // The expression of the index suppliers_search.
        text: [
          sql<string>`suppliers.supplier_name || ' ' || suppliers.contact_person || ' ' || suppliers.email`,
        ],
        phones: ['suppliers.contact_number'],
        ids: ['suppliers.supplier_id'],
      },
      sortable: {
        supplierId: 'suppliers.supplier_id',
        supplierName: sql`lower(suppliers.supplier_name)`,
        contactPerson: sql`lower(suppliers.contact_person)`,
        contactNumber: 'suppliers.contact_number',
        email: sql`lower(suppliers.email)`,
        Address: sql`lower(suppliers.address)`,
        createdAt: 'suppliers.created_at',
      },
      idColumn: 'suppliers.supplier_id',
    },
    request,
    toSupplier,
  );
}

export async function findById(ctx: Ctx, supplierId: number): Promise<Supplier | null> {
  const row = await ctx.db
    .selectFrom('suppliers')
    .select(columns)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return row === undefined ? null : toSupplier(row);
}

/** Held until the transaction ends, so that a version read here is still the version when it is written. */
export async function findForChange(ctx: Ctx, supplierId: number): Promise<Supplier | null> {
  const row = await ctx.db
    .selectFrom('suppliers')
    .select(columns)
    .where('supplier_id', '=', supplierId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toSupplier(row);
}

export async function exists(ctx: Ctx, supplierId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('suppliers')
    .select('supplier_id')
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return row !== undefined;
}

export type SupplierFields = Pick<
  SuppliersTable,
  'supplier_name' | 'contact_person' | 'contact_number' | 'email' | 'address'
>;

export async function insert(ctx: Ctx, fields: SupplierFields): Promise<Supplier> {
  const now = ctx.clock.now();
  try {
    const row = await ctx.db
      .insertInto('suppliers')
      .values({ ...fields, created_at: now, updated_at: now })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toSupplier(row);
  } catch (error) {
    throw duplicateName(error) ?? error;
  }
}

export async function update(
  ctx: Ctx,
  supplierId: number,
  fields: Partial<SupplierFields>,
): Promise<Supplier> {
  try {
    const row = await ctx.db
      .updateTable('suppliers')
      .set({ ...fields, version: sql`version + 1`, updated_at: ctx.clock.now() })
      .where('supplier_id', '=', supplierId)
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toSupplier(row);
  } catch (error) {
    throw duplicateName(error) ?? error;
  }
}

function duplicateName(error: unknown): AppError | null {
  if (!violates(error, 'suppliers_name_key')) return null;
  const message = 'There is already a supplier with this name.';
  return new AppError('duplicate', message, { fields: { supplierName: message } });
}
