import { useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { DropMenu, DropMenuItem } from '../../components/ui/drop-menu.tsx';
import classes from './top-bar.module.css';

const schemes = [
  { value: 'auto', label: 'Like the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <DropMenu label="Colours" className={classes.colours} face={<Current size={18} />}>
      {schemes.map(({ value, label, icon: SchemeIcon }) => (
        <DropMenuItem
          key={value}
          icon={<SchemeIcon size={16} />}
          mark={value === colorScheme && <IconCheck size={16} aria-label="chosen" />}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </DropMenuItem>
      ))}
    </DropMenu>
  );
}
