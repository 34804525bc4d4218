import { useNavigate } from 'react-router';
import { createSupplierSchema, suppliersContract } from '@ghala/contracts/suppliers/suppliers.contract';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { emptySupplier, SupplierFields } from './supplier-fields.tsx';

export function AddSupplierPage() {
  const navigate = useNavigate();
  const form = useForm({
    initial: emptySupplier,
    schema: createSupplierSchema,
    toBody: (values) => values,
    submit: async (body, idempotencyKey) => {
      await call(suppliersContract.createSupplier, { body }, { idempotencyKey });
      notifySuccess('Supplier added sucessfully');
      await navigate('/app/suppliers');
    },
    onFailure: (error) => notifyFailure('Failed to add supplier', error),
  });
  return (
    <FormPage title="Add New Supplier">
      <EntityForm form={form} submitLabel="Add Supplier" cancelTo="/app/suppliers">
        <SupplierFields form={form} />
      </EntityForm>
    </FormPage>
  );
}
