// Asking for an order's money: an M-Pesa prompt or a Paystack checkout. Each ask carries a key of its own until its
// outcome is known, so neither a double click nor a bad line asks twice.
import { useQueryClient } from '@tanstack/react-query';
import { paymentsContract } from '@ghala/contracts/payments/payments.contract';
import type { PaymentAttempt } from '@ghala/contracts/payments/payments.contract';
import { useKeyedMutation } from '../../components/form/use-keyed-mutation.ts';
import { call } from '../../lib/api-client.ts';
import { orderKey } from '../../lib/live-updates.ts';
import { notifyFailure, notifyInfo, notifySuccess } from '../../lib/notify.ts';

interface PromptRequest {
  orderId: number;
  amount: number;
  phone: string;
}

export type Paying = ReturnType<typeof usePaying>;

export function usePaying() {
  const queryClient = useQueryClient();
  const refresh = (orderId: number) => queryClient.invalidateQueries({ queryKey: orderKey(orderId) });

  const prompt = useKeyedMutation<PromptRequest, PaymentAttempt>({
    send: (body, idempotencyKey) => call(paymentsContract.requestPrompt, { body }, { idempotencyKey }),
    onSuccess: async (attempt) => {
      tellPrompt(attempt);
      await refresh(attempt.orderId);
    },
    onError: (error, { orderId }) => {
      notifyFailure('STK Push failed', error);
      void refresh(orderId);
    },
  });

  const checkout = useKeyedMutation<{ orderId: number }, PaymentAttempt>({
    send: (body, idempotencyKey) => call(paymentsContract.openCheckout, { body }, { idempotencyKey }),
    onSuccess: async (attempt) => {
      if (attempt.authorizationUrl !== null) {
        location.assign(attempt.authorizationUrl);
        return;
      }
      notifyInfo('The Paystack checkout did not open', attempt.message);
      await refresh(attempt.orderId);
    },
    onError: (error, { orderId }) => {
      notifyFailure('Failed to open the Paystack checkout', error);
      void refresh(orderId);
    },
  });

  return { prompt, checkout, isBusy: prompt.isPending || checkout.isPending };
}

function tellPrompt({ state, message }: PaymentAttempt): void {
  switch (state) {
    case 'starting':
    case 'waiting':
    case 'succeeded':
      notifySuccess('STK Push initiated successfully', message);
      return;
    case 'unknown':
      notifyInfo('Has the request reached your phone?', message);
      return;
    case 'failed':
    case 'expired':
      notifyFailure('STK Push failed', undefined);
  }
}
