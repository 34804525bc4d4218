import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { AppInfo } from '@ghala/contracts/app/app.contract';

type DemoAccount = NonNullable<AppInfo['demoAccounts']>[number];

interface DemoHintProps {
  accounts: readonly DemoAccount[];
  onPick: (account: DemoAccount) => void;
}

/** The admin's credentials in full, as the hint of the page; the other demo accounts at one press each. */
export function DemoHint({ accounts, onPick }: DemoHintProps) {
  const admin = accounts.find((account) => account.role === 'admin');
  return (
    <Paper withBorder p="md" bg="transparent">
      <Stack gap="xs">
        {admin !== undefined && (
          <Text size="sm">
            Demo admin: <b>{admin.email}</b> / <b>{admin.password}</b>
          </Text>
        )}
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Fill in as
          </Text>
          {accounts.map((account) => (
            <Button
              key={account.email}
              size="compact-sm"
              variant="default"
              aria-label={`Fill in as ${account.role}`}
              onClick={() => onPick(account)}
            >
              {account.role}
            </Button>
          ))}
        </Group>
      </Stack>
    </Paper>
  );
}
