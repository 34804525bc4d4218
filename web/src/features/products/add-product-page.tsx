import { useNavigate, useParams } from 'react-router';
import {
  createProductSchema,
  defaultLowStockLevel,
  productsContract,
} from '@ghala/contracts/products/products.contract';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { NumberField } from '../../components/form/fields.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { CategoryField, NameAndPriceFields, ReorderPointField } from './product-fields.tsx';

const initial = {
  productName: '',
  productDescription: '',
  productPrice: '',
  stocklevel: '',
  categoryId: '',
  lowStockLevel: String(defaultLowStockLevel),
};

export function AddProductPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const form = useForm({
    initial,
    schema: createProductSchema,
    toBody: ({ lowStockLevel, ...values }) => ({
      ...values,
      supplierId: id,
      ...(lowStockLevel === '' ? {} : { lowStockLevel }),
    }),
    submit: async (body, idempotencyKey) => {
      await call(productsContract.createProduct, { body }, { idempotencyKey });
      notifySuccess('Product added sucessfully');
      await navigate('/app/products');
    },
    onFailure: (error) => notifyFailure('Failed to add products', error),
  });
  return (
    <FormPage title="Add New Product">
      <EntityForm form={form} submitLabel="Add Product" cancelTo={`/app/mysupplies/${id}`}>
        <input type="hidden" name="supplierId" value={id} disabled />
        <NameAndPriceFields form={form} />
        <NumberField form={form} name="stocklevel" label="Stock Level" inputMode="numeric" required />
        <CategoryField form={form} />
        <ReorderPointField form={form} />
      </EntityForm>
    </FormPage>
  );
}
