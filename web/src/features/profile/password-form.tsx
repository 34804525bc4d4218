import { useQueryClient } from '@tanstack/react-query';
import { changePasswordSchema, profileContract } from '@ghala/contracts/identity/profile.contract';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { PasswordField } from '../../components/form/fields.tsx';
import { NewPasswordFields } from '../../components/form/new-password-fields.tsx';
import { checkConfirmation } from '../../components/form/check-confirmation.ts';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';

const initial = { currentPassword: '', password: '', confirmPassword: '' };

export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial,
    schema: changePasswordSchema,
    toBody: ({ currentPassword, password }) => ({ currentPassword, password }),
    check: (values) => checkConfirmation(values, 'Passwords do not match'),
    submit: async (body) => {
      await call(profileContract.changePassword, { body });
      notifySuccess('Password changed');
      form.reset(initial);
      await queryClient.invalidateQueries({ queryKey: [profileContract.listSessions.path] });
    },
    onFailure: (error) => notifyFailure('Failed to change password', error),
  });
  return (
    <EntityForm form={form} submitLabel="Change password">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        form={form}
        name="currentPassword"
        label="Current Password"
        autoComplete="current-password"
        required
      />
      <NewPasswordFields form={form} label="New Password" />
    </EntityForm>
  );
}
