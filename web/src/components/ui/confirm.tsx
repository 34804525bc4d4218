import { Button, Group, Stack, Text } from '@mantine/core';
import { openDialog } from './open-dialog.ts';

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
  void openDialog({
    title,
    content: () => (close) => (
      <Stack gap="md">
        <Stack gap="xs">
          <Text>{question}</Text>
          <Text fw={600}>{about}</Text>
        </Stack>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {cancelLabel}
          </Button>
          <Button
            {...(harmless ? {} : { color: 'red.8' })}
            onClick={() => {
              onConfirm();
              close();
            }}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    ),
  });
}
