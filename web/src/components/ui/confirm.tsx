import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';

interface Question {
  title: string;
  question: string;
  /** What exactly is meant, such as the person's name. */
  about: string;
  confirmLabel: string;
  onConfirm: () => void;
}

export function confirm({ title, question, about, confirmLabel, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: (
      <Stack gap="xs">
        <Text>{question}</Text>
        <Text fw={600}>{about}</Text>
      </Stack>
    ),
    labels: { confirm: confirmLabel, cancel: 'Cancel' },
    confirmProps: { color: 'red.8' },
    onConfirm,
  });
}
