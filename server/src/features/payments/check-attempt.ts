// How an attempt ends. The provider's own books decide, asked here; a callback only says when to ask, and adds the
// receipt. Invariant: an attempt brings money once, whoever asks, however often, in whatever order.
import { z } from 'zod';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { publishChange } from '../../platform/events/events.ts';
import { lockOrder, type OrderRow } from '../orders/index.ts';
import { isOpen } from './attempt-words.ts';
import * as attempts from './attempts.repository.ts';
import type { AttemptChange, AttemptRow } from './attempts.repository.ts';
import { bookAttempt } from './book-attempt.ts';
import { claimsOf } from './callbacks.repository.ts';
import { ageOf, delayUntilNextCheck, isTimeUp, startingMs } from './check-times.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import type { Claim } from './payments.tables.ts';
import { rulesOf } from './providers/index.ts';
import type { Verdict } from './providers/payment-provider.ts';

export const checkAttemptTask = { name: 'check-payment', payload: z.object({ attemptId: z.int() }) };

/** The clocks of servers and database differ by less. */
const clockLeewayMs = 5_000;

/** Every check sends for the next one: a job whose time another check has put off must not become a second chain. */
export async function isDue(ctx: Ctx, attemptId: number): Promise<boolean> {
  const at = (await attempts.findAttempt(ctx, attemptId))?.next_check_at ?? null;
  return at !== null && at.getTime() <= ctx.clock.now().getTime() + clockLeewayMs;
}

export async function checkAttempt(
  asker: Ctx,
  setup: PaymentsSetup,
  attemptId: number,
): Promise<AttemptRow | null> {
  // Whoever asks, what follows is the system's doing.
  const ctx: Ctx = { ...asker, actor: null };
  const attempt = await attempts.findAttempt(ctx, attemptId);
  if (attempt === undefined || attempt.state === 'succeeded') return attempt ?? null;
  const reference = attempt.reference ?? (await learnReference(ctx, attempt));
  const provider = setup.providers.of(attempt.payment_method);
  const verdict: Verdict =
    provider === null || reference === null ? { kind: 'silent' } : await provider.ask(ctx, reference);
  return withTransaction(ctx, (tx) => apply(tx, setup, attempt, reference, verdict));
}

/** When the answer to a push got lost, the callback is the first to tell what the provider calls it. */
async function learnReference(ctx: Ctx, attempt: AttemptRow): Promise<string | null> {
  const [claim] = await claimsOf(ctx, attempt.attempt_id);
  if (claim === undefined) return null;
  const owner = await attempts.findAttemptByReference(ctx, claim.reference);
  return owner === undefined ? claim.reference : null;
}

async function apply(
  tx: Ctx,
  setup: PaymentsSetup,
  asked: AttemptRow,
  reference: string | null,
  verdict: Verdict,
): Promise<AttemptRow> {
  const order = await lockOrder(tx, asked.order_id);
  const attempt = await attempts.lockAttempt(tx, asked.attempt_id);
  if (attempt.state === 'succeeded') return attempt;
  const claims = (await claimsOf(tx, attempt.attempt_id)).filter((claim) => claim.reference === reference);
  const alone = attempt.checks === asked.checks;
  const change = await changeFor(tx, setup, { order, attempt, reference, claims, verdict, alone });
  return saveAttempt(tx, order, attempt, {
    ...change,
    checks: attempt.checks + 1,
    ...(attempt.reference === null && reference !== null && verdict.kind !== 'silent' ? { reference } : {}),
  });
}

interface Findings {
  order: OrderRow;
  attempt: AttemptRow;
  reference: string | null;
  claims: Claim[];
  verdict: Verdict;
  /** Nobody else got an answer while this one was asked for. */
  alone: boolean;
}

async function changeFor(tx: Ctx, setup: PaymentsSetup, findings: Findings): Promise<AttemptChange> {
  const { order, attempt, reference, claims, verdict } = findings;
  switch (verdict.kind) {
    case 'paid':
      await bookAttempt(tx, { order, attempt, reference: reference ?? '', claims, verdict });
      return { state: 'succeeded', result_code: '0', next_check_at: null };
    case 'failed':
      return failing(tx, setup, findings, verdict.code);
    case 'unclear':
      if (attempt.result_code !== verdict.code) await flag(tx, attempt, 'payment.unclear', verdict.code);
      return { ...(await waiting(tx, setup, findings)), result_code: verdict.code };
    case 'open':
      return { ...(await waiting(tx, setup, findings)), failures_seen: 0 };
    case 'silent':
      return waiting(tx, setup, findings);
    default:
      return verdict satisfies never;
  }
}

/** A failure is believed when a callback says the same, or when it is said often enough; never against a callback. */
async function failing(
  tx: Ctx,
  setup: PaymentsSetup,
  findings: Findings,
  code: string,
): Promise<AttemptChange> {
  const { attempt, claims, alone } = findings;
  // Two who ask at the same moment may hear the same mistake: that is one word, not two.
  const failures = attempt.failures_seen + (alone ? 1 : 0);
  const contradicted = claims.some((claim) => claim.paid);
  const believed =
    attempt.state === 'failed' ||
    claims.some((claim) => !claim.paid) ||
    failures >= rulesOf(attempt.payment_method).failuresToBelieve;
  if (believed && !contradicted)
    return {
      state: 'failed',
      result_code: code,
      failures_seen: failures,
      next_check_at: nextCheck(tx, { ...attempt, state: 'failed' }, claims),
    };
  // Time being up makes nothing more certain: it then ends as one whose end nobody could learn.
  const change = await waiting(tx, setup, findings);
  if (contradicted && change.state !== undefined) await flag(tx, attempt, 'payment.contradicted', code);
  return { ...change, failures_seen: failures };
}

async function waiting(
  tx: Ctx,
  setup: PaymentsSetup,
  { attempt, claims, verdict }: Findings,
): Promise<AttemptChange> {
  const saidPaid = claims.some((claim) => claim.paid);
  const expired: AttemptChange = {
    state: 'expired',
    next_check_at: nextCheck(tx, { ...attempt, state: 'expired' }, claims),
  };
  // A callback says that it was paid after all: until that is certain, nobody is to be asked again.
  if (attempt.state === 'failed' && saidPaid) return expired;
  if (isOpen(attempt.state) && isTimeUp(tx, setup, attempt, verdict)) {
    const refusal = saidPaid ? undefined : claims.find((claim) => !claim.paid);
    if (refusal === undefined) return expired;
    return { state: 'failed', result_code: refusal.code, next_check_at: null };
  }
  // A server that died in the middle of sending leaves it open whether the payer was asked; not with a page whose
  // address nobody was given.
  const leftBehind = attempt.state === 'starting' && ageOf(tx, attempt) > startingMs;
  if (leftBehind && !rulesOf(attempt.payment_method).givenUpMayBePaid)
    return {
      state: 'failed',
      result_code: 'lost',
      next_check_at: nextCheck(tx, { ...attempt, state: 'failed' }, claims),
    };
  return {
    ...(leftBehind && attempt.reference === null ? { state: 'unknown' as const } : {}),
    next_check_at: nextCheck(tx, attempt, claims),
  };
}

function nextCheck(ctx: Ctx, attempt: AttemptRow, claims: readonly Claim[]): Date | null {
  const delayMs = delayUntilNextCheck(ctx, attempt, claims);
  return delayMs === null ? null : new Date(ctx.clock.now().getTime() + delayMs);
}

/** Writes a change of an attempt, tells whoever follows it, and sees to its next check. */
export async function saveAttempt(
  tx: Ctx,
  order: Pick<OrderRow, 'user_id' | 'supplier_id'>,
  before: AttemptRow,
  change: AttemptChange,
): Promise<AttemptRow> {
  const attempt = await attempts.updateAttempt(tx, before.attempt_id, change);
  if (change.next_check_at instanceof Date)
    await tx.jobs.send(
      tx,
      checkAttemptTask,
      { attemptId: attempt.attempt_id },
      { startAfter: change.next_check_at },
    );
  if (attempt.state === before.state) return attempt;
  await recordAudit(tx, {
    action: 'attempt.changed',
    subject: ['attempt', attempt.attempt_id],
    before: { state: before.state },
    after: { state: attempt.state, orderId: attempt.order_id, resultCode: attempt.result_code },
  });
  publishChange(
    tx,
    { userId: order.user_id, supplierId: order.supplier_id },
    { subject: 'attempt', orderId: attempt.order_id, attemptId: attempt.attempt_id },
  );
  return attempt;
}

const flag = (tx: Ctx, attempt: AttemptRow, action: string, code: string) =>
  recordAudit(tx, { action, subject: ['attempt', attempt.attempt_id], after: { resultCode: code } });
