import { useQueryClient } from '@tanstack/react-query';
import { categoriesContract, saveCategorySchema } from '@ghala/contracts/products/categories.contract';
import { TextField } from '../../components/form/fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import classes from './products.module.css';

const initial = { categoryName: '' };

export function AddCategoryForm() {
  const queryClient = useQueryClient();
  const form = useForm({
    initial,
    schema: saveCategorySchema,
    toBody: (values) => values,
    submit: async (body, idempotencyKey) => {
      await call(categoriesContract.createCategory, { body }, { idempotencyKey });
      notifySuccess('Category added');
      form.reset(initial);
      await queryClient.invalidateQueries();
    },
    onFailure: (error) => notifyFailure('Failed to add category', error),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.moveForm}>
      <TextField form={form} name="categoryName" label="New category" required />
      <SubmitButton submitting={form.submitting}>Add category</SubmitButton>
    </form>
  );
}
