import { useQueryClient } from '@tanstack/react-query';
import { moveStockSchema, productsContract } from '@ghala/contracts/products/products.contract';
import { NumberField, SelectField, TextField } from '../../components/form/fields.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import classes from './products.module.css';

const initial = { reason: 'received', quantity: '', note: '' };
type Reason = 'received' | 'adjusted';

const reasons = [
  { value: 'received', label: 'Received' },
  { value: 'adjusted', label: 'Adjusted' },
];

export function MoveStockForm({ productId }: { productId: number }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial,
    schema: moveStockSchema,
    toBody: ({ reason, ...values }) => ({ ...values, reason: reason as Reason }),
    check: ({ reason, quantity }) =>
      reason === 'received' && Number(quantity) < 0
        ? { quantity: 'What is received adds to the stock. To take out, choose Adjusted.' }
        : {},
    submit: async (body, idempotencyKey) => {
      const params = { id: String(productId) };
      await call(productsContract.moveStock, { params, body }, { idempotencyKey });
      notifySuccess(body.reason === 'received' ? 'Stock received' : 'Stock adjusted');
      form.reset({ ...initial, reason: body.reason });
      await queryClient.invalidateQueries();
    },
    onFailure: (error) => notifyFailure('Failed to change stock', error),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.moveForm}>
      <SelectField form={form} name="reason" label="What happened" options={reasons} />
      <NumberField
        form={form}
        name="quantity"
        label="Quantity"
        inputMode="numeric"
        required
        {...(form.values.reason === 'adjusted' ? { description: 'Below zero takes out: -3.' } : {})}
      />
      <TextField form={form} name="note" label="Reason" required />
      <SubmitButton submitting={form.submitting}>
        {form.values.reason === 'received' ? 'Receive stock' : 'Adjust stock'}
      </SubmitButton>
    </form>
  );
}
