// Categories: read by everybody, kept by admins.
import type { Category } from '@ghala/contracts/products/categories.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import * as repository from './categories.repository.ts';

export const listCategories = (ctx: SignedInCtx) => repository.list(ctx);

async function getById(ctx: Ctx, categoryId: number): Promise<Category> {
  const category = await repository.findById(ctx, categoryId);
  if (category === null) throw notFound('category');
  return category;
}

export const createCategory = (ctx: SignedInCtx, categoryName: string): Promise<Category> =>
  withTransaction(ctx, async (tx) => {
    const categoryId = await repository.insert(tx, categoryName);
    await recordAudit(tx, {
      action: 'category.created',
      subject: ['category', categoryId],
      after: { categoryName },
    });
    return { categoryId, categoryName, productCount: 0 };
  });

export const renameCategory = (
  ctx: SignedInCtx,
  categoryId: number,
  categoryName: string,
): Promise<Category> =>
  withTransaction(ctx, async (tx) => {
    const before = await getById(tx, categoryId);
    await repository.rename(tx, categoryId, categoryName);
    await recordAudit(tx, {
      action: 'category.renamed',
      subject: ['category', categoryId],
      before: { categoryName: before.categoryName },
      after: { categoryName },
    });
    return { ...before, categoryName };
  });

export const deleteCategory = (ctx: SignedInCtx, categoryId: number): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const before = await getById(tx, categoryId);
    if (before.productCount > 0) {
      throw new AppError('in_use', `This category has products: ${before.productCount}.`, {
        details: { productCount: before.productCount },
      });
    }
    await repository.remove(tx, categoryId);
    await recordAudit(tx, {
      action: 'category.deleted',
      subject: ['category', categoryId],
      before: { categoryName: before.categoryName },
    });
  });
