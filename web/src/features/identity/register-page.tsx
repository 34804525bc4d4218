import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { identityContract, registerSchema } from '@ghala/contracts/identity/identity.contract';
import { NumberField, TextField } from '../../components/form/fields.tsx';
import { NewPasswordFields } from '../../components/form/new-password-fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { checkConfirmation } from '../../components/form/check-confirmation.ts';
import { PublicPage } from './public-page.tsx';

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  password: '',
  confirmPassword: '',
};

export function RegisterPage() {
  const navigate = useNavigate();
  const form = useForm({
    initial,
    schema: registerSchema,
    toBody: ({ firstName, lastName, email, phoneNumber, password }) => ({
      firstName,
      lastName,
      email,
      phoneNumber,
      password,
    }),
    check: (values) => checkConfirmation(values, 'Passwords do not match!'),
    submit: async (body, idempotencyKey) => {
      await call(identityContract.register, { body }, { idempotencyKey });
      notifySuccess('Registration Sucessful');
      await navigate('/login');
    },
    onFailure: (error) => notifyFailure('Registration Failed', error),
  });

  return (
    <PublicPage
      title="Register"
      heading="Create your account"
      description="Order products and follow your orders."
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextField form={form} name="firstName" label="First Name" autoComplete="given-name" required />
          <TextField form={form} name="lastName" label="Last Name" autoComplete="family-name" required />
          <TextField form={form} name="email" label="Email" type="email" autoComplete="username" required />
          <NumberField
            form={form}
            name="phoneNumber"
            label="Phone Number"
            description="A Kenyan mobile number, such as 0712345678."
            inputMode="tel"
            autoComplete="tel-national"
            plain
            required
          />
          <NewPasswordFields form={form} label="Password" />
          <SubmitButton submitting={form.submitting} fullWidth>
            Register
          </SubmitButton>
          <Group gap={6} justify="center">
            <Text c="dimmed">Already have an account?</Text>
            <Anchor component={Link} to="/login">
              Login
            </Anchor>
          </Group>
        </Stack>
      </form>
    </PublicPage>
  );
}
