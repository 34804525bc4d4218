import { z } from 'zod';
import type { Ctx, JobDefinition } from '../../platform/context.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { findOverdue } from './attempts.repository.ts';
import { checkAttempt, checkAttemptTask } from './check-attempt.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { processCallback } from './process-callback.ts';
import { processCallbackTask } from './receive-callbacks.ts';
import { sendRefund, sendRefundTask } from './refund-payment.ts';
import { checkRefunds } from './refund-results.ts';

/** An attempt's own job has this long before the sweep takes its place. */
const overdueMs = 30_000;
const sweepSize = 200;

async function sweepAttempts(ctx: Ctx, setup: PaymentsSetup): Promise<void> {
  for (const attemptId of await findOverdue(ctx, overdueMs, sweepSize))
    await checkAttempt(ctx, setup, attemptId);
}

export const paymentJobs = (setup: PaymentsSetup): JobDefinition[] => [
  defineJob({
    ...checkAttemptTask,
    handle: async (ctx, { attemptId }) => {
      await checkAttempt(ctx, setup, attemptId);
    },
  }),
  defineJob({
    ...processCallbackTask,
    handle: (ctx, { callbackId }) => processCallback(ctx, setup, callbackId),
  }),
  defineJob({ ...sendRefundTask, handle: (ctx, { refundId }) => sendRefund(ctx, setup, refundId) }),
  defineJob({
    name: 'sweep-payments',
    payload: z.object({}),
    schedule: '* * * * *',
    handle: async (ctx) => {
      await sweepAttempts(ctx, setup);
      await checkRefunds(ctx, setup);
    },
  }),
];
