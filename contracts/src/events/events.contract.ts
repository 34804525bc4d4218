// Changes as they happen, for open screens. An event says what changed, not how: whoever hears it asks again.
import { z } from 'zod';
import * as field from '../fields.ts';
import { defineContract } from '../route.ts';

/** The names of the stream's events: `ready` once it is open (what was missed before is to be asked for), `change`. */
export const eventNames = ['ready', 'change'] as const;

/** What a `change` event carries as its data. */
export const changeSchema = z.discriminatedUnion('subject', [
  z.object({ subject: z.literal('order'), orderId: field.wireId }),
  z.object({ subject: z.literal('attempt'), orderId: field.wireId, attemptId: field.wireId }),
  z.object({ subject: z.literal('payment'), orderId: field.wireId, paymentId: field.wireId }),
]);
export type Change = z.infer<typeof changeSchema>;

/** Silence longer than this means the connection is dead: a comment line comes at least this often. */
export const heartbeatMs = 15_000;

export const eventsContract = defineContract({
  streamEvents: {
    method: 'GET',
    path: '/api/events',
    summary: 'Server-sent events of what the caller may see: orders, payments and attempts that changed.',
    access: 'signed-in',
    stream: true,
    response: changeSchema,
  },
});
