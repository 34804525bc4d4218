import { z } from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { removeOldSessions } from './identity.repository.ts';

export const removeOldSessionsJob = defineJob({
  name: 'remove-old-sessions',
  payload: z.object({}),
  schedule: '17 2 * * *',
  handle: removeOldSessions,
});
