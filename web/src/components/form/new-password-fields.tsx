import { passwordLimits } from '@ghala/contracts/fields';
import { PasswordField } from './fields.tsx';
import type { Form, FormValues } from './use-form.ts';

type PasswordValues = FormValues & { password: string; confirmPassword: string };

interface NewPasswordFieldsProps<Values extends PasswordValues> {
  form: Form<Values>;
  label: 'Password' | 'New Password';
}

/** A password being chosen, typed twice. In a file of its own: the login page must not load the rules of new ones. */
export function NewPasswordFields<Values extends PasswordValues>({
  form,
  label,
}: NewPasswordFieldsProps<Values>) {
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={label}
        description={`At least ${passwordLimits.min} characters.`}
        autoComplete="new-password"
        required
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label="Confirm Password"
        autoComplete="new-password"
        required
      />
    </>
  );
}
