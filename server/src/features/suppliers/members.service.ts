// The company scope of every other feature: an admin acts for all companies, a supplier account for those it belongs
// to, anybody else for none. A membership counts only while the account's role is supplier.
import type { Role } from '@ghala/contracts/permissions';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import { forbidden, invalidField, notFound } from '../../platform/errors.ts';
import * as repository from './members.repository.ts';
import { exists } from './suppliers.repository.ts';

export const companyIdsOfUser = repository.companyIdsOfUser;

/** The companies this caller acts for. */
export async function companyIdsOf(ctx: SignedInCtx): Promise<'all' | number[]> {
  if (ctx.actor.role === 'admin') return 'all';
  return ctx.actor.role === 'supplier' ? repository.companyIdsOfUser(ctx, ctx.actor.userId) : [];
}

/** Not found when there is no such company, forbidden when it is not the caller's. */
export async function requireCompany(ctx: SignedInCtx, supplierId: number): Promise<void> {
  const { role, userId } = ctx.actor;
  if (role === 'supplier' && (await repository.isMember(ctx, userId, supplierId))) return;
  await requireSupplier(ctx, supplierId);
  if (role !== 'admin') throw forbidden('This company is not yours.');
}

export const supplierExists = exists;

export async function requireSupplier(ctx: Ctx, supplierId: number): Promise<void> {
  if (!(await exists(ctx, supplierId))) throw notFound('supplier');
}

/** Makes these, each once, the companies of an account. Call it in the transaction that changes the account. */
export async function setMemberships(
  ctx: Ctx,
  account: { userId: number; role: Role },
  supplierIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(supplierIds)];
  if (wanted.length > 0 && account.role !== 'supplier')
    throw invalidField('supplierIds', 'Only a supplier account belongs to companies.');
  const known = new Set(await repository.knownIds(ctx, wanted));
  const unknown = wanted.find((supplierId) => !known.has(supplierId));
  if (unknown !== undefined) throw invalidField('supplierIds', `There is no supplier ${unknown}.`);
  await repository.replaceMemberships(ctx, account.userId, wanted);
}
