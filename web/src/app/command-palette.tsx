import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Mark.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/spotlight/styles.css';
import { Spotlight } from '@mantine/spotlight';
import { createSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../lib/session.ts';
import { screens } from './screens.tsx';

const [store, palette] = createSpotlight();

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Every screen the role may open, by name. Loaded at its first use. */
export function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  const navigate = useNavigate();
  const can = useCan();
  const links = screens.flatMap(({ path, permission, menu, paletteLabel }) => {
    const label = menu?.label ?? paletteLabel;
    return label === undefined || !can(permission) ? [] : [{ to: `/app/${path}`, label }];
  });

  useEffect(() => {
    if (opened) palette.open();
  }, [opened]);

  return (
    <Spotlight
      store={store}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound="Nothing found"
      highlightQuery
      transitionProps={{ duration: 100 }}
      attributes={{ content: { 'aria-label': 'Go to a screen' } }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Go to…',
        'aria-label': 'Go to a screen',
      }}
      actions={links.map(({ to, label }) => ({
        id: to,
        label,
        onClick: () => void navigate(to),
      }))}
    />
  );
}
