// People, as an admin keeps them. Invariants: there is always at least one admin; a person whose role changed or who
// was deleted has no live session afterwards; companies belong to supplier accounts only.
import type { z } from 'zod';
import { can } from '@ghala/contracts/permissions';
import type { updateUserSchema, UserDetail } from '@ghala/contracts/users/users.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changedMeanwhile } from '../../platform/audit/changed-meanwhile.ts';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, forbidden, notFound } from '../../platform/errors.ts';
import { endSessions } from '../identity/index.ts';
import { companyIdsOfUser, setMemberships } from '../suppliers/index.ts';
import * as repository from './users.repository.ts';

export const listUsers = (ctx: SignedInCtx, request: Parameters<typeof repository.list>[1]) =>
  repository.list(ctx, request);

export async function getUser(ctx: SignedInCtx, userId: number): Promise<UserDetail> {
  if (userId !== ctx.actor.userId && !can(ctx.actor.role, 'users:read'))
    throw forbidden('You may read your own account only.');
  const user = await repository.findById(ctx, userId);
  if (user === null) throw notFound('user');
  return { ...user, supplierIds: await companyIdsOfUser(ctx, userId) };
}

async function getForChange(tx: Ctx, userId: number): Promise<UserDetail> {
  const user = await repository.findForChange(tx, userId);
  if (user === null) throw notFound('user');
  return { ...user, supplierIds: await companyIdsOfUser(tx, userId) };
}

/** Call it before the person's own row is locked: admins are locked in one order everywhere. */
async function keepAnAdmin(tx: Ctx, userId: number): Promise<void> {
  const adminIds = await repository.lockAdminIds(tx);
  if (adminIds.length === 1 && adminIds[0] === userId)
    throw new AppError('last_admin', 'This is the last admin; make somebody else an admin first.');
}

export const updateUser = (
  ctx: SignedInCtx,
  userId: number,
  { version, supplierIds, ...body }: z.output<typeof updateUserSchema>,
): Promise<UserDetail> =>
  withTransaction(ctx, async (tx) => {
    if (body.role !== undefined && body.role !== 'admin') await keepAnAdmin(tx, userId);
    const before = await getForChange(tx, userId);
    if (version !== undefined && version !== before.version) {
      throw await changedMeanwhile(tx, ['user', userId], {
        ...before,
        supplierIds: before.supplierIds.join(','),
      });
    }
    if (supplierIds === undefined && Object.keys(body).length === 0) return before;
    const user = await repository.update(tx, userId, {
      ...(body.firstName === undefined ? {} : { first_name: body.firstName }),
      ...(body.lastName === undefined ? {} : { last_name: body.lastName }),
      ...(body.phoneNumber === undefined ? {} : { phone: body.phoneNumber }),
      ...(body.role === undefined ? {} : { role: body.role }),
    });
    const stays = user.role === 'supplier' ? before.supplierIds : [];
    await setMemberships(tx, user, supplierIds ?? stays);
    const after = { ...user, supplierIds: await companyIdsOfUser(tx, userId) };
    if (after.role !== before.role) await endSessions(tx, { userId, reason: 'role changed' });
    await recordAudit(tx, { action: 'user.updated', subject: ['user', userId], before, after });
    return after;
  });

export const deleteUser = (ctx: SignedInCtx, userId: number): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await keepAnAdmin(tx, userId);
    const before = await getForChange(tx, userId);
    await repository.markDeleted(tx, userId);
    await setMemberships(tx, before, []);
    await endSessions(tx, { userId, reason: 'person deleted' });
    await recordAudit(tx, { action: 'user.deleted', subject: ['user', userId], before });
  });
