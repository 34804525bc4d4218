import { Title } from '@mantine/core';
import { NavLink } from 'react-router';
import { useAppInfo } from '../../lib/app-info.ts';
import { useCan } from '../../lib/session.ts';
import { menuIcons } from './menu-icons.ts';
import type { MenuIcon } from './menu-icons.ts';
import { menuFor } from './menu.ts';
import type { MenuLink } from './menu.ts';
import classes from './side-menu.module.css';

interface SideMenuProps {
  opened: boolean;
  onNavigate: () => void;
}

export function SideMenu({ opened, onNavigate }: SideMenuProps) {
  const { productName } = useAppInfo();
  const entries = menuFor(useCan());

  const link = ({ to, label, icon }: MenuLink) => (
    <li key={to}>
      <NavLink to={to} className={classes.link ?? ''} onClick={onNavigate}>
        {icon !== undefined && <MenuGlyph icon={icon} />}
        <span>{label}</span>
      </NavLink>
    </li>
  );

  return (
    <nav id="side-menu" className={classes.menu} aria-label="Main" inert={!opened} data-opened={opened}>
      <div className={classes.brand}>
        <img src="/favicon.svg" alt="" width={26} height={26} />
        <Title order={2} size="h4">
          {productName}
        </Title>
      </div>
      <ul className={classes.list}>
        {entries.map((entry) =>
          'links' in entry ? (
            <li key={entry.label}>
              <div className={classes.group} id={`menu-${entry.label}`}>
                <MenuGlyph icon={entry.icon} />
                <span>{entry.label}</span>
              </div>
              <ul className={classes.sublist} aria-labelledby={`menu-${entry.label}`}>
                {entry.links.map(link)}
              </ul>
            </li>
          ) : (
            link(entry)
          ),
        )}
      </ul>
    </nav>
  );
}

function MenuGlyph({ icon }: { icon: MenuIcon }) {
  const Glyph = menuIcons[icon];
  return <Glyph size={18} stroke={1.7} aria-hidden />;
}
