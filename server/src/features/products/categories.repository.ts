// Categories, by SQL. Invariant: a name is taken once, in whatever case; one with products cannot be removed.
import { sql } from 'kysely';
import type { Category } from '@ghala/contracts/products/categories.contract';
import type { Ctx } from '../../platform/context.ts';
import { violates } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';

const categories = (ctx: Ctx) =>
  ctx.db
    .selectFrom('categories as c')
    .select([
      'c.category_id as categoryId',
      'c.category_name as categoryName',
      sql<number>`(select count(*) from products p where p.category_id = c.category_id)`.as('productCount'),
    ]);

export const list = (ctx: Ctx): Promise<Category[]> =>
  categories(ctx)
    .orderBy((eb) => eb.fn('lower', ['c.category_name']))
    .execute();

export async function findById(ctx: Ctx, categoryId: number): Promise<Category | null> {
  return (await categories(ctx).where('c.category_id', '=', categoryId).executeTakeFirst()) ?? null;
}

export async function insert(ctx: Ctx, categoryName: string): Promise<number> {
  try {
    const row = await ctx.db
      .insertInto('categories')
      .values({ category_name: categoryName, created_at: ctx.clock.now() })
      .returning('category_id')
      .executeTakeFirstOrThrow();
    return row.category_id;
  } catch (error) {
    throw duplicateName(error) ?? error;
  }
}

export async function rename(ctx: Ctx, categoryId: number, categoryName: string): Promise<void> {
  try {
    await ctx.db
      .updateTable('categories')
      .set({ category_name: categoryName })
      .where('category_id', '=', categoryId)
      .execute();
  } catch (error) {
    throw duplicateName(error) ?? error;
  }
}

export async function remove(ctx: Ctx, categoryId: number): Promise<void> {
  try {
    await ctx.db.deleteFrom('categories').where('category_id', '=', categoryId).execute();
  } catch (error) {
    if (violates(error, 'products_category_id_fkey'))
      throw new AppError('in_use', 'This category has products.', { cause: error });
    throw error;
  }
}

function duplicateName(error: unknown): AppError | null {
  if (!violates(error, 'categories_name_key')) return null;
  const message = 'There is already a category with this name.';
  return new AppError('duplicate', message, { fields: { categoryName: message } });
}
