// Asking somebody to pay. The attempt is saved before the provider is called, and no transaction waits for the call;
// an answer that gets lost leaves the attempt open, and it is never sent again by itself.
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { mpesaAmountProblem, toShillings } from '@ghala/contracts/money';
import {
  paymentChoiceProblem,
  paymentChoices,
  type PaymentChoice,
} from '@ghala/contracts/orders/orders.lifecycle';
import type {
  openCheckoutSchema,
  PaymentAttempt,
  requestPromptSchema,
} from '@ghala/contracts/payments/payments.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { SignedInCtx } from '../../platform/context.ts';
import { violates } from '../../platform/db/database.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import {
  amountChanged,
  expireOrderTask,
  factsOf,
  holdUntil,
  lockOrder,
  requirePayer,
  setPaymentMethod,
  type OrderRow,
} from '../orders/index.ts';
import { answerAttempt, findKept, inProgress, requireRested } from './attempt-rules.ts';
import * as attempts from './attempts.repository.ts';
import type { AttemptRow } from './attempts.repository.ts';
import { checkAttempt, saveAttempt } from './check-attempt.ts';
import { startingMs } from './check-times.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import type { PaymentProvider, Start } from './providers/payment-provider.ts';
import { returnUrl } from './return-url.ts';

/** 160 random bits; lower case only, because Safaricom has refused a path with capitals. */
export const newSecret = (): string => randomBytes(20).toString('hex');

interface Wish {
  choice: Exclude<PaymentChoice, 'pay-on-delivery'>;
  orderId: number;
  /** Canonical; '' when the method needs none. */
  phone: string;
  /** What the caller believes it costs; null when they do not say. */
  amountCents: number | null;
}

export const requestPrompt = (
  ctx: SignedInCtx,
  setup: PaymentsSetup,
  body: z.output<typeof requestPromptSchema>,
): Promise<PaymentAttempt> =>
  ask(ctx, setup, {
    choice: 'pay-with-mpesa',
    orderId: body.orderId,
    phone: body.phone,
    amountCents: body.amount,
  });

export const openCheckout = (
  ctx: SignedInCtx,
  setup: PaymentsSetup,
  body: z.output<typeof openCheckoutSchema>,
): Promise<PaymentAttempt> =>
  ask(ctx, setup, { choice: 'pay-with-paystack', orderId: body.orderId, phone: '', amountCents: null });

async function ask(ctx: SignedInCtx, setup: PaymentsSetup, wish: Wish): Promise<PaymentAttempt> {
  const { method } = paymentChoices[wish.choice];
  const provider = setup.providers.of(method);
  if (provider === null)
    throw new AppError('unavailable', `${method} is not set up here. Please pay another way.`);
  const kept = await findKept(ctx, method, wish);
  if (kept !== null) return answerAttempt(kept);
  await closeIdleCheckout(ctx, setup, wish);
  const opened = await withTransaction(ctx, (tx) => open(tx, setup, provider, wish));
  if (!opened.isNew) return answerAttempt(opened.attempt);
  return answerAttempt(await start(ctx, setup, provider, opened));
}

/** Somebody who left a Paystack page may pay by M-Pesa instead, once Paystack says that nobody is paying there. */
async function closeIdleCheckout(ctx: SignedInCtx, setup: PaymentsSetup, wish: Wish): Promise<void> {
  const open = await attempts.findOpen(ctx, wish.orderId);
  if (wish.choice !== 'pay-with-mpesa' || open?.payment_method !== 'Paystack' || open.reference === null)
    return;
  const verdict = await setup.providers.of('Paystack')?.ask(ctx, open.reference);
  if (verdict?.kind !== 'open' || !verdict.idle) {
    await checkAttempt(ctx, setup, open.attempt_id);
    return;
  }
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, wish.orderId);
    await requirePayer(tx, order);
    const attempt = await attempts.lockAttempt(tx, open.attempt_id);
    if (attempt.state === 'waiting') await saveAttempt(tx, order, attempt, { state: 'expired' });
  });
}

interface Opened {
  order: OrderRow;
  attempt: AttemptRow;
  isNew: boolean;
}

/** Every rule that stands before a payer is asked, and the row that says they are being asked. */
async function open(
  tx: SignedInCtx,
  setup: PaymentsSetup,
  provider: PaymentProvider,
  wish: Wish,
): Promise<Opened> {
  const order = await lockOrder(tx, wish.orderId);
  await requirePayer(tx, order);
  // The same key may have come twice at once: the order's lock has put one behind the other.
  const kept = await findKept(tx, provider.method, wish);
  if (kept !== null) return { order, attempt: kept, isNew: false };
  if (order.payment_status === 'paid') throw new AppError('already_paid', 'This order is paid already.');
  if (wish.amountCents !== null && wish.amountCents !== order.amount_cents)
    throw amountChanged(order.amount_cents);
  const unfit = provider.method === 'Mpesa' ? mpesaAmountProblem(toShillings(order.amount_cents)) : null;
  if (unfit !== null) throw invalidField('amount', unfit);
  const problem = paymentChoiceProblem(wish.choice, factsOf(order));
  if (problem !== null) throw new AppError('not_allowed_now', problem);
  const under = await attempts.findOpen(tx, order.order_id);
  if (under !== undefined) {
    if (
      under.payment_method === 'Paystack' &&
      provider.method === 'Paystack' &&
      under.authorization_url !== null
    )
      return { order, attempt: under, isNew: false };
    throw inProgress(under);
  }
  await requireRested(tx, order.order_id, provider.method, wish.phone);
  const heldUntil = holdUntil(tx, setup.paymentHoldMinutes);
  const reason = provider.method === 'Mpesa' ? 'An M-Pesa prompt was asked for.' : 'A checkout was opened.';
  await setPaymentMethod(tx, order, provider.method, heldUntil, reason);
  await tx.jobs.send(tx, expireOrderTask, { orderId: order.order_id }, { startAfter: heldUntil });
  const attempt = await insert(tx, order, provider, wish);
  await recordAudit(tx, {
    action: 'attempt.started',
    subject: ['attempt', attempt.attempt_id],
    after: { orderId: order.order_id, paymentMethod: provider.method, phone: wish.phone },
  });
  return { order, attempt, isNew: true };
}

async function insert(
  tx: SignedInCtx,
  order: OrderRow,
  provider: PaymentProvider,
  wish: Wish,
): Promise<AttemptRow> {
  try {
    return await attempts.insertAttempt(tx, {
      order_id: order.order_id,
      payment_method: provider.method,
      amount_cents: order.amount_cents,
      phone: wish.phone,
      secret: newSecret(),
      reference: provider.newReference(),
      requested_by: tx.actor.userId,
      request_key: tx.idempotencyKey,
      // Should this server die while it asks, the sweep finds the attempt by this.
      next_check_at: new Date(tx.clock.now().getTime() + startingMs),
    });
  } catch (error) {
    if (violates(error, 'payment_attempts_one_per_phone')) throw inProgress(null);
    if (violates(error, 'payment_attempts_key'))
      throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for a different request.');
    throw error;
  }
}

async function start(
  ctx: SignedInCtx,
  setup: PaymentsSetup,
  provider: PaymentProvider,
  { order, attempt }: Opened,
): Promise<AttemptRow> {
  const result = await provider.start(ctx, {
    attemptId: attempt.attempt_id,
    orderId: order.order_id,
    amountCents: attempt.amount_cents,
    phone: attempt.phone,
    email: await attempts.emailOf(ctx, order.user_id),
    reference: attempt.reference,
    callbackUrl: `${setup.ownUrl()}/api/results/stk/${attempt.secret}`,
    returnUrl: returnUrl(ctx, setup, attempt),
  });
  return withTransaction(ctx, async (tx) => {
    await lockOrder(tx, order.order_id);
    return recordStart(tx, order, await attempts.lockAttempt(tx, attempt.attempt_id), result);
  });
}

/** The callback may have been faster than the answer to the push: what it brought about is not undone. */
async function recordStart(
  tx: SignedInCtx,
  order: OrderRow,
  attempt: AttemptRow,
  result: Start,
): Promise<AttemptRow> {
  const firstCheck = new Date(tx.clock.now().getTime() + firstCheckMs);
  const stillStarting = attempt.state === 'starting' || attempt.state === 'unknown';
  switch (result.kind) {
    case 'accepted':
      return saveAttempt(tx, order, attempt, {
        reference: result.reference,
        authorization_url: result.authorizationUrl,
        ...(stillStarting ? { state: 'waiting', next_check_at: firstCheck } : {}),
      });
    case 'refused':
      return stillStarting
        ? saveAttempt(tx, order, attempt, { state: 'failed', result_code: result.code, next_check_at: null })
        : attempt;
    case 'lost':
      return stillStarting
        ? saveAttempt(tx, order, attempt, { state: 'unknown', next_check_at: firstCheck })
        : attempt;
    default:
      return result satisfies never;
  }
}

/** Nobody answers a prompt sooner than a callback would tell. */
const firstCheckMs = 20_000;
