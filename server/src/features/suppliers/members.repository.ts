// Which supplier accounts belong to which companies.
import type { Ctx } from '../../platform/context.ts';

export async function companyIdsOfUser(ctx: Ctx, userId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('supplier_members')
    .select('supplier_id')
    .where('user_id', '=', userId)
    .orderBy('supplier_id')
    .execute();
  return rows.map((row) => row.supplier_id);
}

export async function isMember(ctx: Ctx, userId: number, supplierId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('supplier_members')
    .select('supplier_id')
    .where('user_id', '=', userId)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return row !== undefined;
}

export const addMember = (ctx: Ctx, userId: number, supplierId: number) =>
  ctx.db
    .insertInto('supplier_members')
    .values({ user_id: userId, supplier_id: supplierId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export async function replaceMemberships(
  ctx: Ctx,
  userId: number,
  supplierIds: readonly number[],
): Promise<void> {
  await ctx.db.deleteFrom('supplier_members').where('user_id', '=', userId).execute();
  if (supplierIds.length === 0) return;
  await ctx.db
    .insertInto('supplier_members')
    .values(supplierIds.map((supplierId) => ({ user_id: userId, supplier_id: supplierId })))
    .execute();
}

/** Those of the ids that are companies. */
export async function knownIds(ctx: Ctx, supplierIds: readonly number[]): Promise<number[]> {
  if (supplierIds.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('suppliers')
    .select('supplier_id')
    .where('supplier_id', 'in', [...supplierIds])
    .execute();
  return rows.map((row) => row.supplier_id);
}
