import { Anchor, Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { identityContract, loginSchema } from '@ghala/contracts/identity/identity.contract';
import { PasswordField, TextField } from '../../components/form/fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { useAppInfo } from '../../lib/app-info.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.tsx';
import { startSession, useSession } from '../../lib/session.ts';
import { DemoHint } from './demo-hint.tsx';
import { PublicPage } from './public-page.tsx';

interface LoginPageProps {
  /** Standing where another page was asked for: signing in shows that page, no redirect needed. */
  inPlace?: boolean;
  /** Called when the form is usable, to fetch the code that comes next. */
  onReady: () => Promise<unknown>;
}

export function LoginPage({ inPlace = false, onReady }: LoginPageProps) {
  const { demoAccounts } = useAppInfo();
  const signedIn = useSession() !== null;
  const form = useForm({
    initial: { email: '', password: '' },
    schema: loginSchema,
    toBody: (values) => values,
    submit: async (body) => {
      startSession(await call(identityContract.login, { body }));
      notifySuccess('Login Sucessful');
    },
    onFailure: (error) => notifyFailure('Login Failed', error),
  });

  useEffect(() => {
    // A failed prefetch is repeated, and reported, when the code is really needed.
    onReady().catch(() => undefined);
  }, [onReady]);

  if (signedIn && !inPlace) return <Navigate to="/app/dashboard" replace />;

  return (
    <PublicPage
      title="Sign in"
      description="Sign in to manage stock, orders and payments."
      hint={
        demoAccounts !== null && (
          <DemoHint
            accounts={demoAccounts}
            onPick={({ email, password }) => form.reset({ email, password })}
          />
        )
      }
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextField form={form} name="email" label="Email" required autoComplete="username" />
          <PasswordField
            form={form}
            name="password"
            label="Password"
            required
            autoComplete="current-password"
          />
          <SubmitButton submitting={form.submitting} fullWidth>
            Login
          </SubmitButton>
          <Group justify="space-between">
            <Anchor component={Link} to="/register">
              Register
            </Anchor>
            <Anchor component={Link} to="/forgot-password">
              Forgot Password
            </Anchor>
          </Group>
        </Stack>
      </form>
    </PublicPage>
  );
}
