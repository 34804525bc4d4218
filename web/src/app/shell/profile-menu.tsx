import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconHistory, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCan, useSession } from '../../lib/session.ts';
import { signOut } from './sign-out.ts';
import classes from './top-bar.module.css';

export function ProfileMenu() {
  const person = useSession()?.data;
  const can = useCan();
  if (person === undefined) return null;
  const { firstName, lastName, role } = person;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.profile}>
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
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/app/profile" leftSection={<IconUser size={16} />}>
          Profile
        </Menu.Item>
        {can('audit:read') && (
          <Menu.Item component={Link} to="/app/audit" leftSection={<IconHistory size={16} />}>
            Audit Log
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
