// Where payment providers call us. Public by nature: M-Pesa signs nothing, so each payment has a path nobody can guess
// (and without capitals or the words Safaricom refuses in one); Paystack signs the bytes it sends.
import { z } from 'zod';
import { defineContract } from '../route.ts';

const secretParams = z.object({ secret: z.string().regex(/^[0-9a-f]{40}$/) });
const accepted = z.object({ ResultCode: z.int(), ResultDesc: z.string() });

export const providerCallbacksContract = defineContract({
  receivePromptResult: {
    method: 'POST',
    path: '/api/results/stk/:secret',
    summary: 'M-Pesa tells how a prompt ended.',
    access: 'public',
    params: secretParams,
    rawBody: true,
    response: accepted,
    errors: ['not_found'],
  },
  receiveReversalResult: {
    method: 'POST',
    path: '/api/results/reversal/:secret',
    summary: 'M-Pesa tells how a reversal ended.',
    access: 'public',
    params: secretParams,
    rawBody: true,
    response: accepted,
    errors: ['not_found'],
  },
  receiveReversalTimeout: {
    method: 'POST',
    path: '/api/results/reversal/:secret/late',
    summary: 'M-Pesa tells that a reversal waits in its queue.',
    access: 'public',
    params: secretParams,
    rawBody: true,
    response: accepted,
    errors: ['not_found'],
  },
  receivePaystackEvent: {
    method: 'POST',
    path: '/api/paystack/webhook',
    summary: 'Paystack tells of a charge or a refund; signed over the raw bytes.',
    access: 'public',
    rawBody: true,
    response: z.object({ ok: z.boolean() }),
    errors: ['forbidden'],
  },
});
