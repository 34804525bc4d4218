import { Anchor, Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { PasswordField, TextField } from '../../components/form/fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useAppInfo } from '../../lib/app-info.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { DemoHint } from './demo-hint.tsx';
import { PublicPage } from './public-page.tsx';

/** With the contract comes zod, which the page itself does without: it is the first thing many people load. */
const loadSignIn = () => import('./sign-in.ts');

interface LoginPageProps {
  /** Standing where another page was asked for: signing in shows that page, no redirect needed. */
  inPlace?: boolean;
  /** Called when somebody begins to sign in, to fetch the code that comes next. */
  onBegin: () => Promise<unknown>;
}

export function LoginPage({ inPlace = false, onBegin }: LoginPageProps) {
  const { demoAccounts } = useAppInfo();
  const signedIn = useSession() !== null;
  const form = useForm({
    initial: { email: '', password: '' },
    toBody: (values) => values,
    check: ({ email, password }) => ({
      ...(email === '' ? { email: 'Enter your email.' } : {}),
      ...(password === '' ? { password: 'Enter your password.' } : {}),
    }),
    submit: async (body) => {
      const { signIn } = await loadSignIn();
      await signIn(body);
      notifySuccess('Login Sucessful');
    },
    onFailure: (error) => notifyFailure('Login Failed', error),
  });

  const hasBegun = form.values.email !== '' || form.values.password !== '';
  useEffect(() => {
    // A failed prefetch is repeated, and reported, when the code is really needed.
    if (hasBegun) Promise.all([loadSignIn(), onBegin()]).catch(() => undefined);
  }, [hasBegun, onBegin]);

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
