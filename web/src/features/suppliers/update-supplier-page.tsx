import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { suppliersContract, updateSupplierSchema } from '@ghala/contracts/suppliers/suppliers.contract';
import type { Supplier } from '@ghala/contracts/suppliers/suppliers.contract';
import { ChangedMeanwhile } from '../../components/form/changed-meanwhile.tsx';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { useEditForm } from '../../components/form/use-edit-form.ts';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useFreshQuery } from '../../components/ui/use-fresh-query.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { SupplierFields, supplierLabels } from './supplier-fields.tsx';
import type { SupplierValues } from './supplier-fields.tsx';

export function UpdateSupplierPage() {
  const { id = '' } = useParams();
  const query = useFreshQuery([suppliersContract.getSupplier.path, 'edit', id], (options) =>
    call(suppliersContract.getSupplier, { params: { id } }, options),
  );
  return (
    <FormPage title="Update Supplier">
      <Loaded query={query}>
        {(supplier) => <UpdateForm key={supplier.supplierId} supplier={supplier} />}
      </Loaded>
    </FormPage>
  );
}

const valuesOf = ({
  supplierName,
  contactPerson,
  contactNumber,
  email,
  Address,
}: Supplier): SupplierValues => ({
  supplierName,
  contactPerson,
  contactNumber,
  email,
  address: Address,
});

function UpdateForm({ supplier }: { supplier: Supplier }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const params = { id: String(supplier.supplierId) };
  const { form, conflict } = useEditForm({
    row: supplier,
    valuesOf,
    schema: updateSupplierSchema,
    toBody: (values, version) => ({ ...values, version }),
    reload: () => call(suppliersContract.getSupplier, { params }),
    save: (body) => call(suppliersContract.updateSupplier, { params, body }),
    onSaved: () => {
      notifySuccess('Supplier updated');
      void queryClient.invalidateQueries();
      void navigate('/app/suppliers');
    },
    onFailure: (error) => notifyFailure('Failed to update supplier', error),
  });
  return (
    <>
      {conflict !== null && <ChangedMeanwhile {...conflict} labels={supplierLabels} />}
      <EntityForm form={form} submitLabel="Update Supplier" cancelTo="/app/suppliers">
        <SupplierFields form={form} />
      </EntityForm>
    </>
  );
}
