import { IconChevronDown, IconHistory, IconLogout, IconUser } from '@tabler/icons-react';
import { DropMenu, DropMenuDivider, DropMenuItem, DropMenuLink } from '../../components/ui/drop-menu.tsx';
import { useCan, useSession } from '../../lib/session.ts';
import { signOut } from './sign-out.ts';
import classes from './top-bar.module.css';

export function ProfileMenu() {
  const person = useSession()?.data;
  const can = useCan();
  if (person === undefined) return null;
  const { firstName, lastName, role } = person;
  return (
    <DropMenu
      className={classes.profile}
      face={
        <>
          <span className={classes.avatar}>
            <img src="/profile.svg" alt="Profile" width={32} height={32} />
            <span className={classes.initials} aria-hidden>
              {firstName.slice(0, 1)}
              {lastName.slice(0, 1)}
            </span>
          </span>
          <span className={classes.person}>
            <span className={classes.name}>{`${firstName} ${lastName}`}</span>
            <span className={classes.role}>{role}</span>
          </span>
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    >
      <DropMenuLink to="/app/profile" icon={<IconUser size={16} />}>
        Profile
      </DropMenuLink>
      {can('audit:read') && (
        <DropMenuLink to="/app/audit" icon={<IconHistory size={16} />}>
          Audit Log
        </DropMenuLink>
      )}
      <DropMenuDivider />
      <DropMenuItem icon={<IconLogout size={16} />} onClick={() => void signOut()}>
        Sign Out
      </DropMenuItem>
    </DropMenu>
  );
}
