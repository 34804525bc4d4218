// Mantine's inputs bound to a form. `required` is set for the browser and its readers; zod's words replace its bubbles.
import '@mantine/core/styles/PasswordInput.css';
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { FocusEvent } from 'react';
import type { Form, FormValues } from './use-form.ts';

interface FieldProps<Values extends FormValues> {
  form: Form<Values>;
  name: keyof Values & string;
  label: string;
  required?: boolean;
  description?: string;
  autoComplete?: string;
  disabled?: boolean;
}

const textOf = (value: FormValues[string] | undefined): string => (typeof value === 'string' ? value : '');

/** A click on a button or link must not move it away by pushing an error in above it. */
const leavesForControl = (event: FocusEvent): boolean =>
  event.relatedTarget instanceof HTMLElement && event.relatedTarget.closest('button, a') !== null;

function bind<Values extends FormValues>({
  form,
  name,
  label,
  required,
  description,
  autoComplete,
  disabled,
}: FieldProps<Values>) {
  return {
    name,
    label,
    value: textOf(form.values[name]),
    error: form.errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(name, event.currentTarget.value as Values[typeof name]),
    onBlur: (event: FocusEvent) => {
      if (!leavesForControl(event)) form.blur(name);
    },
    ...(required === undefined ? {} : { required }),
    ...(description === undefined ? {} : { description }),
    ...(disabled === undefined ? {} : { disabled }),
    autoComplete: autoComplete ?? 'off',
  };
}

export function TextField<Values extends FormValues>(
  props: FieldProps<Values> & { type?: 'text' | 'email' },
) {
  return <TextInput {...bind(props)} type={props.type ?? 'text'} />;
}

export function TextAreaField<Values extends FormValues>(props: FieldProps<Values>) {
  return <Textarea {...bind(props)} autosize minRows={3} maxRows={8} />;
}

export function PasswordField<Values extends FormValues>(props: FieldProps<Values>) {
  const bound = bind(props);
  return (
    <PasswordInput
      {...bound}
      // Mantine marks every other input as invalid, but not this one.
      {...(bound.error === undefined ? {} : { 'aria-invalid': true })}
      visibilityToggleFocusable
      // Not "Show password": the name of the field must be its own alone.
      visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
    />
  );
}

interface NumberFieldProps {
  inputMode: 'numeric' | 'decimal' | 'tel';
  /** Digits that are not a quantity (a phone number, a code): arrows and wheel must not count them up. */
  plain?: boolean;
}

/** A native number field that keeps what was typed, leading zero included. */
export function NumberField<Values extends FormValues>(props: FieldProps<Values> & NumberFieldProps) {
  const bound = bind(props);
  const { form, name, inputMode, plain = false } = props;
  return (
    <TextInput
      {...bound}
      type="number"
      step="any"
      inputMode={inputMode}
      onChange={(event) => {
        form.setUnreadable(name, event.currentTarget.validity.badInput);
        bound.onChange(event);
      }}
      onWheel={(event) => event.currentTarget.blur()}
      onKeyDown={(event) => {
        if (plain && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) event.preventDefault();
      }}
      {...(plain ? { classNames: { input: 'plain-number' } } : {})}
    />
  );
}

export interface SelectOption {
  value: string;
  label: string;
}

export function SelectField<Values extends FormValues>(
  props: FieldProps<Values> & { options: readonly SelectOption[] },
) {
  return <NativeSelect {...bind(props)} data={[...props.options]} />;
}
