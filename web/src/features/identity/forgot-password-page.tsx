import { Anchor, Group, Stack } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { forgotPasswordSchema, identityContract } from '@ghala/contracts/identity/identity.contract';
import { NumberField } from '../../components/form/fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifyInfo } from '../../lib/notify.ts';
import { carriedPhoneNumber } from './carried-phone-number.ts';
import { PublicPage } from './public-page.tsx';
import { SandboxHint } from './sandbox-hint.tsx';

export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const location = useLocation();
  const form = useForm({
    initial: { msisdn: carriedPhoneNumber(location) },
    schema: forgotPasswordSchema,
    toBody: (values) => values,
    submit: async (body) => {
      await call(identityContract.forgotPassword, { body });
      notifyInfo('Reset code sent! Check phone.');
      await navigate('/password-reset', { state: { phoneNumber: body.msisdn } });
    },
    onFailure: (error) => notifyFailure('Failed to send code', error),
  });

  return (
    <PublicPage
      title="Forgot password"
      heading="Forgot your password?"
      description="Enter the phone number of your account and we send it a code by SMS."
      hint={<SandboxHint phoneNumber={form.values.msisdn} />}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <NumberField
            form={form}
            name="msisdn"
            label="Phone Number"
            description="A Kenyan mobile number, such as 0712345678."
            inputMode="tel"
            autoComplete="tel-national"
            plain
            required
          />
          <SubmitButton submitting={form.submitting} fullWidth>
            Get Code
          </SubmitButton>
          <Group justify="space-between">
            <Anchor component={Link} to="/login">
              Login
            </Anchor>
            <Anchor component={Link} to="/password-reset" state={{ phoneNumber: form.values.msisdn }}>
              I have a code
            </Anchor>
          </Group>
        </Stack>
      </form>
    </PublicPage>
  );
}
