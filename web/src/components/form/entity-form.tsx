import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './form-page.module.css';
import { SubmitButton } from './submit-button.tsx';
import type { Form, FormValues } from './use-form.ts';

interface EntityFormProps<Values extends FormValues> {
  form: Form<Values>;
  submitLabel: string;
  /** Where Cancel leads; a form that is part of its page has none. */
  cancelTo?: string;
  children: ReactNode;
}

/** One column of fields with the button that says what it does, and the way back. */
export function EntityForm<Values extends FormValues>(props: EntityFormProps<Values>) {
  const { form, submitLabel, cancelTo, children } = props;
  return (
    // The browser's own bubbles would say less than our words under the fields.
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md" onFocus={form.begin}>
        {children}
        <div className={classes.buttons}>
          <SubmitButton submitting={form.submitting}>{submitLabel}</SubmitButton>
          {cancelTo !== undefined && (
            <Button component={Link} to={cancelTo} variant="default">
              Cancel
            </Button>
          )}
        </div>
      </Stack>
    </form>
  );
}
