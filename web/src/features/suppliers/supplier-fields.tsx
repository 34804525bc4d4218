import { NumberField, TextField } from '../../components/form/fields.tsx';
import type { Form } from '../../components/form/use-form.ts';

export const emptySupplier = {
  supplierName: '',
  contactPerson: '',
  contactNumber: '',
  email: '',
  address: '',
};
export type SupplierValues = typeof emptySupplier;

export const supplierLabels: Readonly<Record<keyof SupplierValues, string>> = {
  supplierName: 'Supplier Name',
  contactPerson: 'Contact Person',
  contactNumber: 'Contact Number',
  email: 'Email',
  address: 'Address',
};

export function SupplierFields({ form }: { form: Form<SupplierValues> }) {
  return (
    <>
      <TextField form={form} name="supplierName" label={supplierLabels.supplierName} required />
      <TextField form={form} name="contactPerson" label={supplierLabels.contactPerson} required />
      <NumberField
        form={form}
        name="contactNumber"
        label={supplierLabels.contactNumber}
        description="A Kenyan mobile number, such as 0712345678."
        inputMode="tel"
        plain
        required
      />
      <TextField form={form} name="email" label={supplierLabels.email} type="email" required />
      <TextField form={form} name="address" label={supplierLabels.address} required />
    </>
  );
}
