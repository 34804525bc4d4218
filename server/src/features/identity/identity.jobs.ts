import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { removeOldAttempts } from './attempts.ts';
import { sendResetCodeTask } from './forgot-password.ts';
import { removeOldSessions } from './identity.repository.ts';
import { removeOldRequests } from './reset.repository.ts';
import { sendResetCode, type ResetSettings } from './send-reset-code.ts';

export const removeOldSessionsJob = defineJob({
  name: 'remove-old-sessions',
  payload: z.object({}),
  schedule: '17 2 * * *',
  handle: removeOldSessions,
});

/** Long after the longest cap; a phone number somebody typed is not kept for longer than it is of use. */
const keepRequestsMs = 30 * 86_400_000;

export const removeOldTriesJob = defineJob({
  name: 'remove-old-sign-in-tries',
  payload: z.object({}),
  schedule: '37 2 * * *',
  handle: async (ctx: Ctx) => {
    await removeOldAttempts(ctx);
    await removeOldRequests(ctx, new Date(ctx.clock.now().getTime() - keepRequestsMs));
  },
});

/** Pauses double from a second: 12 go beyond the life of a code, at which the job stops by itself. */
const sendRetries = 12;

export const sendResetCodeJob = (settings: ResetSettings) =>
  defineJob({
    ...sendResetCodeTask,
    retries: sendRetries,
    handle: (ctx, { requestId }) => sendResetCode(ctx, settings, requestId),
  });
