import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { paymentsContract } from '@ghala/contracts/payments/payments.contract';
import { call } from '../../lib/api-client.ts';
import { orderKey } from '../../lib/live-updates.ts';

/** Paystack sends its payer back with the attempt in the address. That proves nothing, so the server asks Paystack. */
export function useCheckedReturn(orderId: number) {
  const [params] = useSearchParams();
  const queryClient = useQueryClient();
  const attemptId = params.get('attempt') ?? '';
  return useQuery({
    queryKey: [paymentsContract.checkPaymentAttempt.path, attemptId],
    queryFn: async () => {
      const attempt = await call(paymentsContract.checkPaymentAttempt, { params: { id: attemptId } });
      await queryClient.invalidateQueries({ queryKey: orderKey(orderId) });
      return attempt;
    },
    enabled: attemptId !== '',
    // Once per visit: from then on the order itself is watched.
    staleTime: Infinity,
    gcTime: 0,
  });
}
