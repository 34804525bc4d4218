import { z } from 'zod';
import type { JobDefinition } from '../../platform/context.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { checkAttempt, checkAttemptTask, isDue } from './check-attempt.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { processCallback } from './process-callback.ts';
import { processCallbackTask } from './receive-callbacks.ts';
import { sendRefund, sendRefundTask } from './refund-payment.ts';
import { sweepPayments } from './sweep-payments.ts';

export const paymentJobs = (setup: PaymentsSetup): JobDefinition[] => [
  defineJob({
    ...checkAttemptTask,
    handle: async (ctx, { attemptId }) => {
      if (await isDue(ctx, attemptId)) await checkAttempt(ctx, setup, attemptId);
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
    handle: (ctx) => sweepPayments(ctx, setup),
  }),
];
