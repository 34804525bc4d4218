import { Notification } from '@mantine/core';
import { IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { dismissToast, shownToasts, subscribeToToasts } from '../../lib/notify.ts';
import type { Toast } from '../../lib/notify.ts';
import classes from './toasts.module.css';

const shownForMs = 4000;

const looks = {
  success: { color: 'teal.8', icon: <IconCheck size={18} /> },
  info: { color: 'blue.8', icon: <IconInfoCircle size={18} /> },
  failure: { color: 'red.8', icon: <IconX size={18} /> },
} as const;

/** At the top centre, each for four seconds; none goes while one is pointed at. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  const [held, setHeld] = useState(false);
  // What was pointed at may be dismissed, and is then never left.
  if (held && toasts.length === 0) setHeld(false);
  return (
    <div
      className={classes.toasts}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} held={held} />
      ))}
    </div>
  );
}

function ShownToast({ toast: { id, kind, title, message }, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(id), shownForMs);
    return () => clearTimeout(timer);
  }, [held, id]);
  return (
    <Notification
      {...looks[kind]}
      className={classes.toast ?? ''}
      title={title}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
      onClose={() => dismissToast(id)}
    >
      {message}
    </Notification>
  );
}
