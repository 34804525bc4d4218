import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { opensDialog } from './open-dialog.ts';

interface RowActionProps {
  /** Says what and to whom: 'Edit Amina Otieno'. */
  label: string;
  icon: Icon;
  color?: string;
}

export function RowLink({ label, icon: ActionGlyph, to }: RowActionProps & { to: string }) {
  return (
    <ActionIcon component={Link} to={to} variant="subtle" color="gray" aria-label={label} title={label}>
      <ActionGlyph size={18} stroke={1.7} />
    </ActionIcon>
  );
}

export function RowButton({
  label,
  icon: ActionGlyph,
  color = 'gray',
  onClick,
  asks = false,
}: RowActionProps & { onClick: () => void; /** Opens a dialog. */ asks?: boolean }) {
  return (
    <ActionIcon
      variant="subtle"
      color={color}
      aria-label={label}
      title={label}
      {...(asks ? opensDialog : {})}
      onClick={onClick}
    >
      <ActionGlyph size={18} stroke={1.7} />
    </ActionIcon>
  );
}
