import { Button, Group } from '@mantine/core';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { roles } from '@ghala/contracts/permissions';
import { usersContract } from '@ghala/contracts/users/users.contract';
import type { User } from '@ghala/contracts/users/users.contract';
import type { ListColumn, ListFilter } from '../../components/list/list-column.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { RowButton, RowLink } from '../../components/ui/row-action.tsx';
import { formatTimestamp } from '../../lib/format.ts';
import { useDeleteUser } from './use-delete-user.tsx';

const source = listSource(usersContract.listUsers);

const columns: readonly ListColumn<User>[] = [
  { key: 'userId', title: 'ID', text: (user) => String(user.userId), sortKey: 'userId', numeric: true },
  {
    key: 'firstName',
    title: 'First Name',
    text: (user) => user.firstName,
    sortKey: 'firstName',
    narrow: true,
  },
  { key: 'lastName', title: 'Last Names', text: (user) => user.lastName, sortKey: 'lastName', narrow: true },
  { key: 'email', title: 'Email', text: (user) => user.email, sortKey: 'email' },
  { key: 'phoneNumber', title: 'Phone Number', text: (user) => user.phoneNumber, sortKey: 'phoneNumber' },
  { key: 'role', title: 'Role', text: (user) => user.role, sortKey: 'role' },
  {
    key: 'createdAt',
    title: 'Created At',
    text: (user) => formatTimestamp(user.createdAt),
    sortKey: 'createdAt',
  },
  {
    key: 'updatedAt',
    title: 'Updated At',
    text: (user) => formatTimestamp(user.updatedAt),
    sortKey: 'updatedAt',
  },
];

const filters: readonly ListFilter[] = [
  {
    name: 'role',
    label: 'Role',
    options: [{ value: '', label: 'All roles' }, ...roles.map((role) => ({ value: role, label: role }))],
  },
];

export function UserListPage() {
  const confirmDelete = useDeleteUser();
  return (
    <ListPage
      name="users"
      title="All Users"
      things="users"
      source={source}
      columns={columns}
      filters={filters}
      rowKey={(user) => user.userId}
      emptyHint="Add the first user with the Add User button."
      action={
        <Button component={Link} to="/app/adduser" leftSection={<IconPlus size={16} />}>
          Add User
        </Button>
      }
      actions={{
        title: 'Action',
        render: (user) => (
          <Group gap={4} wrap="nowrap">
            <RowLink
              label={`Edit ${user.firstName} ${user.lastName}`}
              icon={IconEdit}
              to={`/app/updateuser/${user.userId}`}
            />
            <RowButton
              label={`Delete ${user.firstName} ${user.lastName}`}
              icon={IconTrash}
              asks
              onClick={() => confirmDelete(user)}
            />
          </Group>
        ),
      }}
    />
  );
}
