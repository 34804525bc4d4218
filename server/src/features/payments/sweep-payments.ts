// What jobs should have done and did not: the queue gave up on them, or a server died in the middle.
import type { Ctx } from '../../platform/context.ts';
import { findOverdue } from './attempts.repository.ts';
import { checkAttempt } from './check-attempt.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { checkRefunds } from './refund-results.ts';

/** A job of its own has this long before the sweep takes its place. */
const overdueMs = 30_000;
/** One round; more wait for the next. */
const sweepSize = 200;

export async function sweepPayments(ctx: Ctx, setup: PaymentsSetup): Promise<void> {
  for (const attemptId of await findOverdue(ctx, overdueMs, sweepSize))
    await checkAttempt(ctx, setup, attemptId);
  await checkRefunds(ctx, setup);
}
