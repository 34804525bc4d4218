import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { reasonOf } from '../../lib/api-error.ts';

interface ErrorPanelProps {
  error: unknown;
  onRetry: () => void;
  title?: string;
}

export function ErrorPanel({
  error,
  onRetry,
  title = 'Error occurred while fetching data',
}: ErrorPanelProps) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={20} />}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Group justify="space-between" gap="sm">
        <Text c="var(--mantine-color-text)">{reasonOf(error)}</Text>
        <Button variant="default" size="compact-md" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}
