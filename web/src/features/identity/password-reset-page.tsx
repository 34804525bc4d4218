import { Anchor, Group, Stack } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import {
  identityContract,
  resetCodeDigits,
  resetPasswordSchema,
} from '@ghala/contracts/identity/identity.contract';
import { NumberField } from '../../components/form/fields.tsx';
import { NewPasswordFields } from '../../components/form/new-password-fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { carriedPhoneNumber } from './carried-phone-number.ts';
import { checkConfirmation } from '../../components/form/check-confirmation.ts';
import { PublicPage } from './public-page.tsx';
import { SandboxHint } from './sandbox-hint.tsx';

export function PasswordResetPage() {
  const navigate = useNavigate();
  const location = useLocation();
  const form = useForm({
    initial: { phoneNumber: carriedPhoneNumber(location), otp: '', password: '', confirmPassword: '' },
    schema: resetPasswordSchema,
    toBody: ({ phoneNumber, otp, password }) => ({ phoneNumber, otp, password }),
    check: (values) => checkConfirmation(values, 'Passwords do not match'),
    submit: async (body) => {
      await call(identityContract.resetPassword, { body });
      notifySuccess('Password reset sucessful');
      await navigate('/login');
    },
    onFailure: (error) => notifyFailure('Failed to reset password', error),
  });

  return (
    <PublicPage
      title="Password reset"
      heading="Choose another password"
      description={`Enter the ${resetCodeDigits}-digit code from the SMS. You will be signed out everywhere.`}
      hint={<SandboxHint phoneNumber={form.values.phoneNumber} />}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <NumberField
            form={form}
            name="phoneNumber"
            label="Phone Number"
            inputMode="tel"
            autoComplete="tel-national"
            plain
            required
          />
          <NumberField
            form={form}
            name="otp"
            label="OTP Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            plain
            required
          />
          <NewPasswordFields form={form} label="New Password" />
          <SubmitButton submitting={form.submitting} fullWidth>
            Reset Password
          </SubmitButton>
          <Group justify="space-between">
            <Anchor component={Link} to="/login">
              Login
            </Anchor>
            <Anchor component={Link} to="/forgot-password" state={{ phoneNumber: form.values.phoneNumber }}>
              Get another code
            </Anchor>
          </Group>
        </Stack>
      </form>
    </PublicPage>
  );
}
