import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { paymentsContract } from '@ghala/contracts/payments/payments.contract';
import { FormPage } from '../../components/form/form-page.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { NotFoundPage } from '../../components/ui/message-page.tsx';
import { call } from '../../lib/api-client.ts';
import { PlacedOrder } from './placed-order.tsx';
import { usePaying } from './use-paying.ts';

/** Where Paystack sends the payer back to. Coming back proves nothing, so the server asks Paystack first. */
export function PaystackReturnPage() {
  const [params] = useSearchParams();
  const attemptId = params.get('attempt') ?? '';
  const paying = usePaying();
  const check = useQuery({
    queryKey: [paymentsContract.checkPaymentAttempt.path, attemptId],
    queryFn: () => call(paymentsContract.checkPaymentAttempt, { params: { id: attemptId } }),
    // Once per visit: from here on the order itself is watched.
    staleTime: Infinity,
    gcTime: 0,
    enabled: attemptId !== '',
  });
  if (attemptId === '') return <NotFoundPage inShell />;
  return (
    <FormPage title="Paystack payment">
      <Loaded query={check}>
        {({ orderId }) => <PlacedOrder orderId={String(orderId)} paying={paying} />}
      </Loaded>
    </FormPage>
  );
}
