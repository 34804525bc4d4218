import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Role } from '@ghala/contracts/permissions';
import { updateUserSchema, usersContract } from '@ghala/contracts/users/users.contract';
import type { UserDetail } from '@ghala/contracts/users/users.contract';
import { ChangedMeanwhile } from '../../components/form/changed-meanwhile.tsx';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { NumberField, SelectField, TextField } from '../../components/form/fields.tsx';
import { useEditForm } from '../../components/form/use-edit-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { CompanyField } from './company-field.tsx';

const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  phoneNumber: 'Phone Number',
  role: 'Role',
  supplierIds: 'Companies',
};

const valuesOf = (user: UserDetail) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  phoneNumber: user.phoneNumber,
  role: user.role as string,
  supplierIds: user.supplierIds.map(String) as readonly string[],
});

/** An empty field is not sent: nothing here is required. */
const unlessEmpty = (value: string): string | undefined => (value.trim() === '' ? undefined : value);

export function UpdateUserForm({ user }: { user: UserDetail }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const params = { id: String(user.userId) };
  const { form, conflict } = useEditForm({
    row: user,
    valuesOf,
    schema: updateUserSchema,
    toBody: (values, version) => ({
      firstName: unlessEmpty(values.firstName),
      lastName: unlessEmpty(values.lastName),
      phoneNumber: unlessEmpty(values.phoneNumber),
      role: values.role as Role,
      ...(values.role === 'supplier' ? { supplierIds: [...values.supplierIds] } : {}),
      version,
    }),
    reload: () => call(usersContract.getUser, { params }),
    save: (body) => call(usersContract.updateUser, { params, body }),
    onSaved: () => {
      notifySuccess('User Updated');
      void queryClient.invalidateQueries();
      void navigate('/app/users');
    },
    onFailure: (error) => notifyFailure('Failed to update user', error),
  });

  // Admin and user, plus the role the person already has, so that saving never changes a supplier by accident.
  const offered = new Set<string>(['admin', 'user', user.role]);
  return (
    <>
      {conflict !== null && <ChangedMeanwhile {...conflict} labels={labels} />}
      <EntityForm form={form} submitLabel="Update User" cancelTo="/app/users">
        <Text c="dimmed">{user.email}</Text>
        <TextField form={form} name="firstName" label="First Name" />
        <TextField form={form} name="lastName" label="Last Name" />
        <NumberField form={form} name="phoneNumber" label="Phone Number" inputMode="tel" plain />
        <SelectField
          form={form}
          name="role"
          label="Role"
          options={[...offered].map((role) => ({ value: role, label: role }))}
        />
        {form.values.role === 'supplier' && <CompanyField form={form} name="supplierIds" />}
      </EntityForm>
    </>
  );
}
