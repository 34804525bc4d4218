import { paymentsContract } from '@ghala/contracts/payments/payments.contract';
import { providerCallbacksContract } from '@ghala/contracts/payments/provider-callbacks.contract';
import { implement } from '../../platform/http/implement.ts';
import * as payments from './payments.service.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import * as callbacks from './receive-callbacks.ts';
import { refundPayment } from './refund-payment.ts';
import { resolveRefund } from './resolve-refund.ts';
import { openCheckout, requestPrompt } from './start-attempt.ts';

/** By convention; Daraja documents no body. */
const accepted = { ResultCode: 0, ResultDesc: 'Accepted' };

export const paymentsEndpoints = (setup: PaymentsSetup) => [
  ...implement(paymentsContract, {
    listPayments: (ctx, { query }) => payments.listPayments(ctx, query),
    requestPrompt: (ctx, { body }) => requestPrompt(ctx, setup, body),
    openCheckout: (ctx, { body }) => openCheckout(ctx, setup, body),
    getPaymentAttempt: (ctx, { params }) => payments.getPaymentAttempt(ctx, params.id),
    checkPaymentAttempt: (ctx, { params }) => payments.checkPaymentAttempt(ctx, setup, params.id),
    refundPayment: (ctx, { params, body }) => refundPayment(ctx, setup, params.id, body),
    settlePayment: (ctx, { params, body }) => payments.settlePayment(ctx, params.id, body),
    resolveRefund: (ctx, { params, body }) => resolveRefund(ctx, params.id, body),
  }),
  ...implement(providerCallbacksContract, {
    receivePromptResult: async (ctx, { params, raw }) => {
      await callbacks.receivePromptResult(ctx, params.secret, raw);
      return accepted;
    },
    receiveReversalResult: async (ctx, { params, raw }) => {
      await callbacks.receiveReversalResult(ctx, params.secret, raw);
      return accepted;
    },
    // Only says that it will take longer: its result still comes.
    receiveReversalTimeout: async () => accepted,
    receivePaystackEvent: async (ctx, { raw }) => {
      await callbacks.receivePaystackEvent(ctx, setup, raw);
      return { ok: true };
    },
  }),
];
