// Asking for a reset code. Up to the answer nothing here depends on whether anybody has the phone number: the caps, the
// request, the job and the look at the gateway are the same for every number. Only the job finds out, afterwards, and
// only it makes the code, so that no code lies in a table, a queue or a log.
import { z } from 'zod';
import { resendAfterSeconds, type forgotPasswordSchema } from '@ghala/contracts/identity/identity.contract';
import { localPhone } from '@ghala/contracts/phone';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx, JobTask } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Messaging } from '../messaging/index.ts';
import { addressKey, tooMany } from './attempts.ts';
import * as repository from './reset.repository.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More than anybody needs who reads their phone, few enough that nobody is rung up all night by a stranger. */
const perPhonePerHour = 6;
const perPhonePerDay = 12;
/** Generous: an office or a carrier may be one address. */
const perAddressPerHour = 200;

/** Made here, in the transaction of the request; done by sendResetCode. */
export const sendResetCodeTask = {
  name: 'send-reset-code',
  payload: z.object({ requestId: z.number() }),
} satisfies JobTask;

async function checkCaps(ctx: Ctx, phone: string): Promise<void> {
  const now = ctx.clock.now().getTime();
  const asked = await repository.findRequestTimes(ctx, phone, new Date(now - dayMs), perPhonePerDay);
  const waits = [
    [1, resendAfterSeconds * 1000],
    [perPhonePerHour, hourMs],
    [perPhonePerDay, dayMs],
  ] as const;
  const ends = waits.map(([count, ms]) => (asked[count - 1]?.getTime() ?? 0) + ms);
  const fromHere = await repository.findNthRequestFrom(
    ctx,
    addressKey(ctx.ip),
    new Date(now - hourMs),
    perAddressPerHour,
  );
  const until = Math.max(...ends, (fromHere?.getTime() ?? 0) + hourMs);
  if (until > now) throw tooMany(until, now, 'A code was asked for just now.');
}

export async function forgotPassword(
  ctx: Ctx,
  messaging: Messaging,
  { msisdn: phone }: z.output<typeof forgotPasswordSchema>,
): Promise<void> {
  messaging.assertSetUp();
  const requestId = await withTransaction(ctx, async (tx) => {
    await repository.lockPhone(tx, phone);
    await checkCaps(tx, phone);
    const id = await repository.insertRequest(tx, phone, addressKey(ctx.ip));
    await recordAudit(tx, {
      action: 'reset-code.requested',
      subject: ['phone', localPhone(phone)],
      actor: { userId: null, name: 'somebody' },
    });
    await ctx.jobs.send(tx, sendResetCodeTask, { requestId: id });
    return id;
  });
  try {
    await messaging.checkGateway(ctx, phone);
  } catch (error) {
    await repository.markGatewayFailed(ctx, requestId);
    throw error;
  }
}
