// What providers send: kept byte for byte, then answered, then worked on by a job. Nothing a callback says counts by
// itself; what is odd about one is in the audit log.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RawRequest } from '@ghala/contracts/route';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import * as attempts from './attempts.repository.ts';
import type { AttemptRow } from './attempts.repository.ts';
import * as callbacks from './callbacks.repository.ts';
import type { NewCallback } from './callbacks.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import type { Claim } from './payments.tables.ts';
import { rulesOf } from './providers/index.ts';
import { readRefundEvent } from './providers/paystack/webhook.ts';
import { findRefundBySecret } from './refunds.repository.ts';

export const processCallbackTask = { name: 'process-callback', payload: z.object({ callbackId: z.int() }) };

type Kept = Omit<NewCallback, 'body' | 'body_hash'>;

async function keep(ctx: Ctx, raw: RawRequest, kept: Kept, oddity: string | null): Promise<void> {
  const body = Buffer.from(raw.bytes);
  const callback = { ...kept, body, body_hash: createHash('sha256').update(body).digest() };
  await withTransaction(ctx, async (tx) => {
    const replayed = await callbacks.cameBefore(tx, callback);
    const outcome = callback.outcome ?? (replayed ? 'replayed' : null);
    const callbackId = await callbacks.insertCallback(tx, { ...callback, outcome });
    if (outcome !== null || oddity !== null)
      await recordAudit(tx, {
        action: outcome === null ? 'callback.odd' : 'callback.ignored',
        subject: ['callback', callbackId],
        actor: { userId: null, name: callback.provider },
        after: { reason: outcome ?? oddity, attemptId: callback.attempt_id, refundId: callback.refund_id },
      });
    if (outcome === null) await tx.jobs.send(tx, processCallbackTask, { callbackId });
  });
}

const amountOddity = (claim: Claim | null, attempt: AttemptRow): string | null =>
  claim?.paid === true && claim.amountCents !== attempt.amount_cents
    ? `it says ${claim.amountCents ?? 'no'} cents of ${attempt.amount_cents}`
    : null;

export async function receivePromptResult(ctx: Ctx, secret: string, raw: RawRequest): Promise<void> {
  const attempt = await attempts.findAttemptBySecret(ctx, secret);
  if (attempt === undefined) throw await refuse(ctx, 'mpesa', 'no payment has this path');
  const claim = rulesOf('Mpesa').readCallback(raw.bytes);
  const foreign = claim !== null && attempt.reference !== null && claim.reference !== attempt.reference;
  const outcome = claim === null ? 'unreadable' : foreign ? 'about another payment' : null;
  await keep(
    ctx,
    raw,
    {
      provider: 'mpesa',
      attempt_id: attempt.attempt_id,
      refund_id: null,
      // What is not about this payment must not be counted for it.
      claim: foreign ? null : claim,
      outcome,
    },
    amountOddity(claim, attempt),
  );
}

export async function receiveReversalResult(ctx: Ctx, secret: string, raw: RawRequest): Promise<void> {
  const refund = await findRefundBySecret(ctx, secret);
  if (refund === undefined) throw await refuse(ctx, 'mpesa', 'no refund has this path');
  const kept: Kept = {
    provider: 'mpesa',
    attempt_id: null,
    refund_id: refund.refund_id,
    claim: null,
    outcome: null,
  };
  await keep(ctx, raw, kept, null);
}

export async function receivePaystackEvent(ctx: Ctx, setup: PaymentsSetup, raw: RawRequest): Promise<void> {
  if (!setup.providers.isSignedByPaystack(raw.bytes, raw.headers['x-paystack-signature'])) {
    await refuse(ctx, 'paystack', 'its signature is wrong');
    throw forbidden('The signature is wrong.');
  }
  const claim = rulesOf('Paystack').readCallback(raw.bytes);
  const attempt = claim === null ? undefined : await attempts.findAttemptByReference(ctx, claim.reference);
  const concerns = attempt !== undefined || readRefundEvent(raw.bytes) !== null;
  await keep(
    ctx,
    raw,
    {
      provider: 'paystack',
      attempt_id: attempt?.attempt_id ?? null,
      refund_id: null,
      claim: attempt === undefined ? null : claim,
      outcome: concerns ? null : 'about nothing of ours',
    },
    attempt === undefined ? null : amountOddity(claim, attempt),
  );
}

/** Anybody can call here, and a row each would let them fill the log: enough of them show that somebody tries. */
const refusalsPerMinute = 60;
let refusals = { minute: 0, count: 0 };

async function refuse(ctx: Ctx, provider: Kept['provider'], reason: string): Promise<Error> {
  const minute = Math.floor(ctx.clock.now().getTime() / 60_000);
  refusals = { minute, count: refusals.minute === minute ? refusals.count + 1 : 1 };
  ctx.log.warn({ provider, reason, ip: ctx.ip }, 'a callback was refused');
  if (refusals.count <= refusalsPerMinute)
    await recordAudit(ctx, {
      action: 'callback.refused',
      subject: ['callback', provider],
      actor: { userId: null, name: 'somebody' },
      after: { reason },
    });
  return notFound('payment');
}
