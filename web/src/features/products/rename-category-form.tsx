import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { categoriesContract, saveCategorySchema } from '@ghala/contracts/products/categories.contract';
import type { Category } from '@ghala/contracts/products/categories.contract';
import { TextField } from '../../components/form/fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import classes from './products.module.css';

interface RenameCategoryFormProps {
  category: Category;
  onDone: () => void;
}

export function RenameCategoryForm({ category, onDone }: RenameCategoryFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { categoryName: category.categoryName },
    schema: saveCategorySchema,
    toBody: (values) => values,
    submit: async (body) => {
      const params = { id: String(category.categoryId) };
      await call(categoriesContract.renameCategory, { params, body });
      notifySuccess('Category renamed');
      await queryClient.invalidateQueries();
      onDone();
    },
    onFailure: (error) => notifyFailure('Failed to rename category', error),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.renameForm}>
      <TextField form={form} name="categoryName" label={`New name of ${category.categoryName}`} required />
      <SubmitButton submitting={form.submitting}>Rename</SubmitButton>
      <Button variant="default" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}
