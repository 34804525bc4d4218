// What the job does after somebody asked for a code: finds out whose phone it is, makes the code and sends it. A try
// again makes a new code in place of the last one, whose message may or may not have arrived: the newest counts.
import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Messaging } from '../messaging/index.ts';
import { codeLifeMs, hashCode, newCode } from './reset-code.ts';
import * as repository from './reset.repository.ts';

const dayMs = 86_400_000;
/** Over all phone numbers the account has had. */
const perAccountPerDay = 12;
/** How the messages of a reset are filed. */
const purpose = 'password-reset';

export interface ResetSettings {
  messaging: Messaging;
  serverKey: Buffer;
  productName: string;
}

/** Null when nobody is to be sent a code; a phone nobody has gets one that nothing matches, for trying takes time. */
async function issueCode(
  ctx: Ctx,
  serverKey: Buffer,
  requestId: number,
  phone: string,
): Promise<{ code: string; userId: number } | null> {
  return withTransaction(ctx, async (tx) => {
    const person = await repository.findPersonByPhone(tx, phone);
    const now = ctx.clock.now().getTime();
    const expiresAt = new Date(now + codeLifeMs);
    if (person === undefined) {
      await repository.endOwnerlessCodes(tx, phone, requestId);
      await repository.putCode(tx, { requestId, userId: null, phone, codeHash: randomBytes(32), expiresAt });
      return null;
    }
    const { user_id: userId } = person;
    const issued = await repository.countCodes(tx, userId, new Date(now - dayMs), requestId);
    if (issued >= perAccountPerDay) return null;
    await repository.endCodes(tx, { userId, reason: 'a newer code was asked for', except: requestId });
    const code = newCode();
    const wanted = await repository.putCode(tx, {
      requestId,
      userId,
      phone,
      codeHash: hashCode(serverKey, userId, code),
      expiresAt,
    });
    return wanted ? { code, userId } : null;
  });
}

export async function sendResetCode(
  ctx: Ctx,
  { messaging, serverKey, productName }: ResetSettings,
  requestId: number,
): Promise<void> {
  const reference = String(requestId);
  const request = await repository.findNewestRequest(ctx, requestId);
  const waitedMs = request === undefined ? 0 : ctx.clock.now().getTime() - request.requested_at.getTime();
  // A code nobody waits for any more would only puzzle its receiver.
  if (request === undefined || waitedMs > codeLifeMs) return messaging.giveUp(ctx, purpose, reference);
  const { phone } = request;
  const issued = await issueCode(ctx, serverKey, requestId, phone);
  if (issued === null) return undefined;
  const text = `${issued.code} is your ${productName} code to set a new password. It works for 10 minutes. If you did not ask for it, ignore this message.`;
  const outcome = await messaging.send(ctx, { phone, text, purpose, reference });
  await recordAudit(ctx, {
    action: outcome === 'sent' ? 'reset-code.sent' : 'reset-code.undeliverable',
    subject: ['user', issued.userId],
  });
  return undefined;
}
