import { useNavigate } from 'react-router';
import { identityContract, registerSchema } from '@ghala/contracts/identity/identity.contract';
import { roles } from '@ghala/contracts/permissions';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { NumberField, SelectField, TextField } from '../../components/form/fields.tsx';
import { NewPasswordFields } from '../../components/form/new-password-fields.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { CompanyField } from './company-field.tsx';

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  role: '',
  supplierIds: [] as readonly string[],
  password: '',
  confirmPassword: '',
};

const roleOptions = [
  { value: '', label: 'Select a role' },
  ...roles.map((role) => ({ value: role, label: role })),
];

export function AddUserPage() {
  const navigate = useNavigate();
  const form = useForm({
    initial,
    schema: registerSchema,
    toBody: ({ firstName, lastName, email, phoneNumber, role, password, supplierIds }) => ({
      firstName,
      lastName,
      email,
      phoneNumber,
      role,
      password,
      ...(role === 'supplier' ? { supplierIds: [...supplierIds] } : {}),
    }),
    check: ({ role, password, confirmPassword }) => ({
      ...(role === '' ? { role: 'This field is required.' } : {}),
      ...(confirmPassword === '' ? { confirmPassword: 'This field is required.' } : {}),
      ...(confirmPassword !== '' && confirmPassword !== password
        ? { confirmPassword: 'Passwords do not match!' }
        : {}),
    }),
    submit: async (body, idempotencyKey) => {
      await call(identityContract.register, { body }, { idempotencyKey });
      notifySuccess('User added sucessfully');
      await navigate('/app/users');
    },
    onFailure: (error) => notifyFailure('Failed to add user', error),
  });

  return (
    <FormPage title="Add New User">
      <EntityForm form={form} submitLabel="Add User" cancelTo="/app/users">
        <TextField form={form} name="firstName" label="First Name" required />
        <TextField form={form} name="lastName" label="Last Name" required />
        <TextField form={form} name="email" label="Email" type="email" required />
        <NumberField
          form={form}
          name="phoneNumber"
          label="Phone Number"
          description="A Kenyan mobile number, such as 0712345678."
          inputMode="tel"
          plain
          required
        />
        <SelectField form={form} name="role" label="Role" options={roleOptions} required />
        {form.values.role === 'supplier' && <CompanyField form={form} name="supplierIds" />}
        <NewPasswordFields form={form} label="Password" />
      </EntityForm>
    </FormPage>
  );
}
