import type { Permission } from '@ghala/contracts/permissions';
import { screens } from '../screens.tsx';
import type { MenuGroup } from '../screens.tsx';
import type { MenuIcon } from './menu-icons.ts';

export interface MenuLink {
  to: string;
  label: string;
  icon?: MenuIcon | undefined;
}

export interface MenuSection extends MenuGroup {
  links: MenuLink[];
}

/** The side menu of one role, in the order of the screen table; a group stands where its first screen does. */
export function menuFor(can: (permission: Permission) => boolean): (MenuLink | MenuSection)[] {
  const entries: (MenuLink | MenuSection)[] = [];
  const sections = new Map<MenuGroup, MenuSection>();
  for (const { path, permission, menu } of screens) {
    if (menu === undefined || !can(permission)) continue;
    const link = { to: `/app/${path}`, label: menu.label, icon: menu.icon };
    if (menu.group === undefined) {
      entries.push(link);
      continue;
    }
    const section = sections.get(menu.group);
    if (section !== undefined) {
      section.links.push(link);
      continue;
    }
    const opened = { ...menu.group, links: [link] };
    sections.set(menu.group, opened);
    entries.push(opened);
  }
  return entries;
}
