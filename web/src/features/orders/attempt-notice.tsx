import { Anchor, Button, Group, Loader, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHourglassEmpty } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paymentsContract } from '@ghala/contracts/payments/payments.contract';
import type { PaymentAttempt } from '@ghala/contracts/payments/payments.contract';
import { Notice } from '../../components/ui/notice.tsx';
import { call } from '../../lib/api-client.ts';
import { useAppInfo } from '../../lib/app-info.ts';
import { orderKey } from '../../lib/live-updates.ts';
import { notifyFailure } from '../../lib/notify.ts';

const titles: Readonly<Record<PaymentAttempt['state'], string>> = {
  starting: 'Asking for the payment',
  waiting: 'Waiting for the payment',
  unknown: 'Finding out about the payment',
  succeeded: 'Payment received',
  failed: 'The payment did not go through',
  expired: 'The payment was not answered in time',
};

function iconOf({ state, ended }: PaymentAttempt) {
  if (state === 'succeeded') return <IconCircleCheck size={20} />;
  if (!ended) return <Loader size={18} color="blue" aria-hidden />;
  return state === 'failed' ? <IconAlertTriangle size={20} /> : <IconHourglassEmpty size={20} />;
}

/** How the latest try to pay is going, in plain words; told to screen readers as it changes. */
export function AttemptNotice({ attempt }: { attempt: PaymentAttempt }) {
  const { state, ended, message } = attempt;
  const color = state === 'succeeded' ? 'teal' : !ended ? 'blue' : state === 'failed' ? 'red' : 'yellow';
  return (
    <Notice color={color} icon={iconOf(attempt)} title={titles[state]}>
      <Stack gap="xs">
        {message}
        {!ended && attempt.paymentMethod === 'Mpesa' && <SandboxPhone phone={attempt.phoneNumber} />}
        {!ended && attempt.paymentMethod === 'Paystack' && <CheckoutLinks attempt={attempt} />}
      </Stack>
    </Notice>
  );
}

/** While the providers are played locally, the phone is a page. */
function SandboxPhone({ phone }: { phone: string }) {
  const { sandboxUrl } = useAppInfo();
  if (sandboxUrl === null) return null;
  return (
    <Anchor href={`${sandboxUrl}?phone=${encodeURIComponent(phone)}`} target="_blank" rel="noreferrer">
      Open the demo phone {phone} in a new tab
    </Anchor>
  );
}

function CheckoutLinks({ attempt }: { attempt: PaymentAttempt }) {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () =>
      call(paymentsContract.checkPaymentAttempt, { params: { id: String(attempt.attemptId) } }),
    onError: (error) => notifyFailure('Failed to check the payment', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey(attempt.orderId) }),
  });
  return (
    <Group gap="xs">
      {attempt.authorizationUrl !== null && (
        <Button component="a" href={attempt.authorizationUrl} size="compact-md">
          Continue to Paystack
        </Button>
      )}
      <Button variant="default" size="compact-md" disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Please Wait...' : 'Check again'}
      </Button>
    </Group>
  );
}
