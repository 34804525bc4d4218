// Creating an account: by anybody for themselves (always role user), or by an admin for somebody (any role).
import type { z } from 'zod';
import { role as roleSchema } from '@ghala/contracts/fields';
import type { registeredSchema, registerSchema } from '@ghala/contracts/identity/identity.contract';
import { can, type Role } from '@ghala/contracts/permissions';
import { localPhone } from '@ghala/contracts/phone';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { setMemberships } from '../suppliers/index.ts';
import { countRegistration } from './attempts.ts';
import { insertPerson } from './identity.repository.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';

const byAdmin = (ctx: Ctx): boolean => ctx.actor !== null && can(ctx.actor.role, 'users:manage');

/** What the body says of the role counts only when an admin says it. */
function grantedRole(ctx: Ctx, asked: unknown): Role {
  if (!byAdmin(ctx)) return 'user';
  if (asked === undefined) return 'user';
  const parsed = roleSchema.safeParse(asked);
  if (!parsed.success) throw invalidField('role', 'The role must be admin, user or supplier.');
  return parsed.data;
}

export async function register(
  ctx: Ctx,
  body: z.output<typeof registerSchema>,
): Promise<z.output<typeof registeredSchema>> {
  if (body.confirmPassword !== undefined && body.confirmPassword !== body.password) {
    throw invalidField('confirmPassword', 'Passwords do not match!');
  }
  // An admin whose session has ended meanwhile must hear of it, not make a plain user where a supplier was meant.
  if (ctx.actor === null && ctx.tokenSent && body.role !== undefined)
    throw new AppError('unauthenticated', 'Your session has ended. Please sign in again.');
  const role = grantedRole(ctx, body.role);
  checkNewPassword(body.password, [body.email, body.phoneNumber, localPhone(body.phoneNumber)]);
  if (!byAdmin(ctx)) await countRegistration(ctx);
  const passwordHash = await hashPassword(body.password);
  return withTransaction(ctx, async (tx) => {
    const userId = await insertPerson(tx, {
      first_name: body.firstName,
      last_name: body.lastName,
      email: body.email,
      phone: body.phoneNumber,
      role,
      password_hash: passwordHash,
    });
    const person = {
      userId,
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email,
      phoneNumber: localPhone(body.phoneNumber),
      role,
    };
    const supplierIds = byAdmin(ctx) ? (body.supplierIds ?? []) : [];
    await setMemberships(tx, person, supplierIds);
    await recordAudit(tx, {
      action: 'user.created',
      subject: ['user', userId],
      after: { ...person, supplierIds },
      ...(ctx.actor === null ? { actor: { userId, name: `${body.firstName} ${body.lastName}` } } : {}),
    });
    return person;
  });
}
