import { z } from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { removeOldMessages } from './messaging.service.ts';

export const removeOldMessagesJob = defineJob({
  name: 'remove-old-sms',
  payload: z.object({}),
  schedule: '27 2 * * *',
  handle: removeOldMessages,
});
