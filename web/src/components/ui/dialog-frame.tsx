import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import type { Dialog } from './dialog.ts';

interface DialogFrameProps {
  dialog: Dialog;
  onClose: () => void;
}

export function DialogFrame({ dialog, onClose }: DialogFrameProps) {
  const { id, title, size, content, opened } = dialog;
  return (
    <Modal opened={opened} onClose={onClose} title={title} {...(size === undefined ? {} : { size })}>
      <Fragment key={id}>{content(onClose)}</Fragment>
    </Modal>
  );
}
