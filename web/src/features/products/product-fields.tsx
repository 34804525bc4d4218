import { Anchor, Text } from '@mantine/core';
import { NumberField, SelectField, TextAreaField, TextField } from '../../components/form/fields.tsx';
import type { Form, FormValues } from '../../components/form/use-form.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { useCategories } from './use-categories.ts';

export interface ProductValues extends FormValues {
  productName: string;
  productDescription: string;
  productPrice: string;
  categoryId: string;
  lowStockLevel: string;
}

export const productLabels = {
  productName: 'Product Name',
  productDescription: 'Product Description',
  productPrice: 'Price',
  categoryId: 'Category',
  lowStockLevel: 'Reorder point',
};

export function NameAndPriceFields<Values extends ProductValues>({ form }: { form: Form<Values> }) {
  return (
    <>
      <TextField form={form} name="productName" label={productLabels.productName} required />
      <TextAreaField
        form={form}
        name="productDescription"
        label={productLabels.productDescription}
        required
      />
      <NumberField
        form={form}
        name="productPrice"
        label={productLabels.productPrice}
        description="In KSH, with at most two decimals."
        inputMode="decimal"
        required
      />
    </>
  );
}

export function CategoryField<Values extends ProductValues>({ form }: { form: Form<Values> }) {
  const { data, isError, error, refetch } = useCategories();
  const options = (data ?? []).map(({ categoryId, categoryName }) => ({
    value: String(categoryId),
    label: categoryName,
  }));
  return (
    <div>
      <SelectField
        form={form}
        name="categoryId"
        label={productLabels.categoryId}
        options={[{ value: '', label: 'Select a category' }, ...options]}
      />
      {isError && (
        <Text c="var(--mantine-color-error)" size="sm" mt={4} role="alert">
          The categories could not be loaded. {reasonOf(error)}{' '}
          <Anchor component="button" type="button" onClick={() => void refetch()}>
            Retry
          </Anchor>
        </Text>
      )}
    </div>
  );
}

export function ReorderPointField<Values extends ProductValues>({ form }: { form: Form<Values> }) {
  return (
    <NumberField
      form={form}
      name="lowStockLevel"
      label={productLabels.lowStockLevel}
      description="At this many or fewer the product shows as Low."
      inputMode="numeric"
    />
  );
}
