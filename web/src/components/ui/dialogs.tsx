import { useEffect, useSyncExternalStore } from 'react';
import { closeDialog, currentDialog, forgetDialogs, subscribeToDialog } from './open-dialog.ts';

/** Where dialogs appear: inside everything their content may ask for, such as the queries. */
export function Dialogs() {
  const dialog = useSyncExternalStore(subscribeToDialog, currentDialog);
  useEffect(() => forgetDialogs, []);
  return dialog === null ? null : <dialog.Frame dialog={dialog} onClose={closeDialog} />;
}
