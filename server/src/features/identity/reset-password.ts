// Setting a new password with a code. Whether the phone is unknown, has no code, or the code is wrong, used, replaced,
// expired or tried too often: the answer is one and the same, and so is the work done for it.
import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { resetPasswordSchema } from '@ghala/contracts/identity/identity.contract';
import { localPhone } from '@ghala/contracts/phone';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { codeGuard, passwordGuard, type Guard } from './attempts.ts';
import { endSessions, setPasswordHash } from './identity.repository.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { hashCode, maxTries } from './reset-code.ts';
import * as repository from './reset.repository.ts';

const nobodyId = 0;

const codeRejected = () =>
  new AppError('code_rejected', 'The code is wrong or no longer works. You can ask for a new one.', {
    fields: { otp: 'The code is wrong or no longer works.' },
  });

type LiveCode = NonNullable<Awaited<ReturnType<typeof repository.findLiveCode>>>;

interface Owner {
  userId: number;
  email: string;
  name: string;
}

const ownerOf = (live: LiveCode | undefined): Owner | null =>
  live === undefined || live.user_id === null || live.email === null
    ? null
    : { userId: live.user_id, email: live.email, name: `${live.first_name} ${live.last_name}` };

async function refuse(ctx: Ctx, guard: Guard, phone: string, live: LiveCode | undefined): Promise<void> {
  if (live !== undefined) await repository.countTry(ctx, live.code_id, live.tries + 1 >= maxTries);
  await guard.failed(ctx);
  await recordAudit(ctx, {
    action: 'reset-code.refused',
    subject: ['phone', localPhone(phone)],
    actor: { userId: null, name: 'somebody' },
  });
}

async function accept(ctx: Ctx, guard: Guard, owner: Owner, password: string): Promise<void> {
  const { userId, email, name } = owner;
  await repository.endCodes(ctx, { userId, reason: 'used' });
  await setPasswordHash(ctx, userId, await hashPassword(password));
  await endSessions(ctx, { userId, reason: 'password reset' });
  await guard.succeeded(ctx);
  // Whoever holds the phone is the owner: nobody else's failures keep them out any longer.
  await passwordGuard(email, ctx.ip).succeeded(ctx);
  await recordAudit(ctx, {
    action: 'user.password-reset',
    subject: ['user', userId],
    actor: { userId, name },
  });
}

export async function resetPassword(
  ctx: Ctx,
  serverKey: Buffer,
  body: z.output<typeof resetPasswordSchema>,
): Promise<void> {
  const { phoneNumber: phone, otp, password } = body;
  if (body.confirmPassword !== undefined && body.confirmPassword !== password)
    throw invalidField('confirmPassword', 'Passwords do not match');
  // First, so that a password we would not take costs no try.
  checkNewPassword(password, [phone, localPhone(phone)]);
  const guard = codeGuard(phone, ctx.ip);
  await guard.check(ctx);
  const accepted = await withTransaction(ctx, async (tx) => {
    const live = await repository.findLiveCode(tx, phone);
    const owner = ownerOf(live);
    const given = hashCode(serverKey, owner?.userId ?? nobodyId, otp);
    const matches = timingSafeEqual(live?.code_hash ?? Buffer.alloc(given.length), given);
    if (!matches || owner === null) {
      await refuse(tx, guard, phone, live);
      return false;
    }
    await accept(tx, guard, owner, password);
    return true;
  });
  if (!accepted) throw codeRejected();
}
