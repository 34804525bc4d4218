import { Anchor, Paper, Text } from '@mantine/core';
import { useAppInfo } from '../../lib/app-info.ts';

/** While the sandbox plays the SMS gateway, this is where its messages arrive. */
export function SandboxHint({ phoneNumber }: { phoneNumber: string }) {
  const { sandboxUrl } = useAppInfo();
  if (sandboxUrl === null) return null;
  const address = phoneNumber === '' ? sandboxUrl : `${sandboxUrl}?phone=${encodeURIComponent(phoneNumber)}`;
  return (
    <Paper withBorder p="md" bg="transparent">
      <Text size="sm">
        No real SMS is sent here.{' '}
        <Anchor href={address} target="_blank" underline="always" inherit>
          Open the demo phone
        </Anchor>{' '}
        to read the code.
      </Text>
    </Paper>
  );
}
