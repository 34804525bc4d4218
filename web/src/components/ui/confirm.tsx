import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';

interface Question {
  title: string;
  question: string;
  /** What exactly is meant, such as the person's name. */
  about: string;
  confirmLabel: string;
  /** Says what happens instead, where 'Cancel' could be misread. */
  cancelLabel?: string;
  /** Nothing is lost by it: the button is not red. */
  harmless?: boolean;
  onConfirm: () => void;
}

export function confirm(asked: Question): void {
  const { title, question, about, confirmLabel, cancelLabel = 'Cancel', harmless = false, onConfirm } = asked;
  modals.openConfirmModal({
    title,
    children: (
      <Stack gap="xs">
        <Text>{question}</Text>
        <Text fw={600}>{about}</Text>
      </Stack>
    ),
    labels: { confirm: confirmLabel, cancel: cancelLabel },
    confirmProps: harmless ? {} : { color: 'red.8' },
    onConfirm,
  });
}
