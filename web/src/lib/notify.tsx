import { notifications } from '@mantine/notifications';
import { IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { reasonOf } from './api-error.ts';

/** Up to three at a time, four seconds each, at the top centre: set once where <Notifications> is mounted. */
export const toastSettings = { position: 'top-center', limit: 3, autoClose: 4000 } as const;

const closeButtonProps = { 'aria-label': 'Dismiss' };

export function notifySuccess(title: string, message = ''): void {
  notifications.show({ title, message, color: 'teal.8', icon: <IconCheck size={18} />, closeButtonProps });
}

export function notifyInfo(title: string, message = ''): void {
  notifications.show({
    title,
    message,
    color: 'blue.8',
    icon: <IconInfoCircle size={18} />,
    closeButtonProps,
  });
}

/** The title says what failed, the second line why. */
export function notifyFailure(title: string, cause?: unknown): void {
  const message = cause === undefined ? '' : reasonOf(cause);
  notifications.show({ title, message, color: 'red.8', icon: <IconX size={18} />, closeButtonProps });
}
