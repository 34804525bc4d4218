// What jobs should have done and did not: the queue gave up on them, or a server died in the middle.
import type { Ctx } from '../../platform/context.ts';
import { findOverdue } from './attempts.repository.ts';
import { findUnprocessed } from './callbacks.repository.ts';
import { checkAttempt } from './check-attempt.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import type { OnlineMethod } from './payments.tables.ts';
import { processCallback } from './process-callback.ts';
import { sendRefund } from './refund-payment.ts';
import { checkRefund } from './refund-results.ts';
import { findUnended, findUnsent } from './refunds.repository.ts';

/** A job of its own has this long before the sweep takes its place. */
const overdueMs = 30_000;
/** The queue tries a job again for about this long. */
const givenUpMs = 2 * 60_000;
/** One round; more wait for the next. */
const sweepSize = 200;
const onlineMethods = ['Mpesa', 'Paystack'] as const satisfies readonly OnlineMethod[];

export async function sweepPayments(ctx: Ctx, setup: PaymentsSetup): Promise<void> {
  await each(ctx, await findUnprocessed(ctx, givenUpMs, sweepSize), (callbackId) =>
    processCallback(ctx, setup, callbackId),
  );
  await each(ctx, await findOverdue(ctx, overdueMs, sweepSize), (attemptId) =>
    checkAttempt(ctx, setup, attemptId),
  );
  await each(ctx, await findUnsent(ctx, givenUpMs, sweepSize), (refundId) =>
    sendRefund(ctx, setup, refundId),
  );
  for (const method of onlineMethods) {
    const provider = setup.providers.of(method);
    if (provider === null || provider.askRefund === null) continue;
    await each(ctx, await findUnended(ctx, method, sweepSize), (refund) =>
      checkRefund(ctx, provider, refund),
    );
  }
}

/** One that fails is left for the next round: it must not keep those behind it from their turn. */
async function each<Item>(
  ctx: Ctx,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      ctx.log.error({ err: error }, 'a payment could not be swept');
    }
}
