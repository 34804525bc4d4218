import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import { closeDialog } from './open-dialog.ts';
import type { Dialog } from './open-dialog.ts';

export function DialogFrame({ dialog }: { dialog: Dialog }) {
  const { id, title, size, content, opened } = dialog;
  return (
    <Modal opened={opened} onClose={closeDialog} title={title} {...(size === undefined ? {} : { size })}>
      <Fragment key={id}>{content(closeDialog)}</Fragment>
    </Modal>
  );
}
