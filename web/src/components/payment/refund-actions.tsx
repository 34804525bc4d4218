import { Button, Group, Stack, Text } from '@mantine/core';
import type { Refund, RefundOutcome } from '@ghala/contracts/payments/payments.contract';
import { formatTimestamp } from '../../lib/format.ts';
import { openDialog, opensDialog } from '../ui/open-dialog.ts';

const outcomes = {
  refunded: 'The money went back',
  failed: 'The money did not go back',
} as const satisfies Record<RefundOutcome, string>;

const askToResolve = (refund: Refund, outcome: RefundOutcome): Promise<void> =>
  openDialog({
    title: outcomes[outcome],
    content: async () => {
      const { ResolveForm } = await import('./resolve-form.tsx');
      return (close) => (
        <ResolveForm refund={refund} outcome={outcome} label={outcomes[outcome]} onDone={close} />
      );
    },
  });

/** For a refund of which nothing more is heard: what is known, and the two ways it can have ended. */
export function RefundActions({ refund }: { refund: Refund }) {
  if (!refund.actions.includes('resolve')) return null;
  return (
    <Stack gap="xs" mt={4}>
      <Text size="sm">
        {refund.sentAt === null
          ? 'Nothing was heard of it since it was sent.'
          : `It was sent on ${formatTimestamp(refund.sentAt)}; how it ended was never told.`}{' '}
        Look it up at the provider, then say what became of it.
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="light"
          {...opensDialog}
          onClick={() => void askToResolve(refund, 'refunded')}
        >
          {outcomes.refunded}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          {...opensDialog}
          onClick={() => void askToResolve(refund, 'failed')}
        >
          {outcomes.failed}
        </Button>
      </Group>
    </Stack>
  );
}
