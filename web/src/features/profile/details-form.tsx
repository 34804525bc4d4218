import { useQueryClient } from '@tanstack/react-query';
import { profileContract, updateProfileSchema } from '@ghala/contracts/identity/profile.contract';
import type { Profile } from '@ghala/contracts/identity/profile.contract';
import { parsePhone } from '@ghala/contracts/phone';
import { ChangedMeanwhile } from '../../components/form/changed-meanwhile.tsx';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { NumberField, PasswordField, TextField } from '../../components/form/fields.tsx';
import { useEditForm } from '../../components/form/use-edit-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { renameSession } from '../../lib/session.ts';
import { Facts } from './facts.tsx';

const labels = { firstName: 'First Name', lastName: 'Last Name', phoneNumber: 'Phone Number' };

const valuesOf = ({ firstName, lastName, phoneNumber }: Profile) => ({
  firstName,
  lastName,
  phoneNumber,
  currentPassword: '',
});

/** Another way to write the same number is no change. */
const changesPhone = (row: Profile, phoneNumber: string): boolean =>
  parsePhone(phoneNumber) !== parsePhone(row.phoneNumber);

export function DetailsForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const { form, conflict, base, restart } = useEditForm({
    row: profile,
    valuesOf,
    schema: updateProfileSchema,
    toBody: ({ currentPassword, ...values }, version, row) => ({
      ...values,
      ...(changesPhone(row, values.phoneNumber) ? { currentPassword } : {}),
      version,
    }),
    reload: () => call(profileContract.getProfile),
    save: async (body) => {
      const changed = await call(profileContract.updateProfile, { body });
      renameSession(changed);
      queryClient.setQueryData([profileContract.getProfile.path], changed);
      restart(changed);
    },
    onSaved: () => notifySuccess('Profile updated'),
    onFailure: (error) => notifyFailure('Failed to update profile', error),
  });

  return (
    <>
      {conflict !== null && <ChangedMeanwhile {...conflict} labels={labels} />}
      <EntityForm form={form} submitLabel="Save changes">
        <Facts
          facts={[
            ['Email', profile.email],
            ['Role', profile.role],
          ]}
        />
        <TextField form={form} name="firstName" label={labels.firstName} autoComplete="given-name" required />
        <TextField form={form} name="lastName" label={labels.lastName} autoComplete="family-name" required />
        <NumberField
          form={form}
          name="phoneNumber"
          label={labels.phoneNumber}
          description="Codes to reset your password go to this number."
          inputMode="tel"
          autoComplete="tel-national"
          plain
          required
        />
        {changesPhone(base, form.values.phoneNumber) && (
          <PasswordField
            form={form}
            name="currentPassword"
            label="Password"
            description="Whoever has the phone can reset the password, so a new number asks for it."
            autoComplete="current-password"
            required
          />
        )}
      </EntityForm>
    </>
  );
}
