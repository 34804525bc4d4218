import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { productsContract, updateProductSchema } from '@ghala/contracts/products/products.contract';
import type { Product } from '@ghala/contracts/products/products.contract';
import { ChangedMeanwhile } from '../../components/form/changed-meanwhile.tsx';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { useEditForm } from '../../components/form/use-edit-form.ts';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useFreshQuery } from '../../components/ui/use-fresh-query.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { CategoryField, NameAndPriceFields, productLabels, ReorderPointField } from './product-fields.tsx';
import { useCategories } from './use-categories.ts';

export function UpdateProductPage() {
  const { id = '' } = useParams();
  const query = useFreshQuery([productsContract.getProduct.path, 'edit', id], (options) =>
    call(productsContract.getProduct, { params: { id } }, options),
  );
  return (
    <FormPage title="Update Product" description="Stock is received and adjusted on its own page.">
      <Loaded query={query}>{(product) => <UpdateForm key={product.productId} product={product} />}</Loaded>
    </FormPage>
  );
}

const valuesOf = (product: Product) => ({
  productName: product.productName,
  productDescription: product.productDescription,
  productPrice: String(product.productPrice),
  categoryId: String(product.categoryId),
  lowStockLevel: String(product.lowStockLevel),
});

function UpdateForm({ product }: { product: Product }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: categories = [] } = useCategories();
  const params = { id: String(product.productId) };
  const listOfSupplier = `/app/mysupplies/${product.supplierId}`;
  const { form, conflict } = useEditForm({
    row: product,
    valuesOf,
    schema: updateProductSchema,
    toBody: (values, version) => ({ ...values, version }),
    reload: () => call(productsContract.getProduct, { params }),
    save: (body) => call(productsContract.updateProduct, { params, body }),
    onSaved: () => {
      notifySuccess('Product updated');
      void queryClient.invalidateQueries();
      void navigate(listOfSupplier);
    },
    onFailure: (error) => notifyFailure('Failed to update product', error),
  });
  const show = (name: string, value: string | readonly string[]) =>
    name === 'categoryId'
      ? (categories.find(({ categoryId }) => String(categoryId) === value)?.categoryName ?? String(value))
      : String(value);
  return (
    <>
      {conflict !== null && <ChangedMeanwhile {...conflict} labels={productLabels} show={show} />}
      <EntityForm form={form} submitLabel="Update Product" cancelTo={listOfSupplier}>
        <NameAndPriceFields form={form} />
        <CategoryField form={form} />
        <ReorderPointField form={form} />
      </EntityForm>
    </>
  );
}
