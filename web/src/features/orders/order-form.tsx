import { Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { paymentMethods } from '@ghala/contracts/orders/orders.lifecycle';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { NumberField, SelectField } from '../../components/form/fields.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatShillings } from '../../lib/format.ts';
import { useCan } from '../../lib/session.ts';
import classes from './orders.module.css';
import { PersonField } from './person-field.tsx';
import { PersonPhone } from './person-phone.tsx';
import { ProductField } from './product-field.tsx';
import { useOrderForm } from './use-order-form.ts';
import type { OrderFormOptions } from './use-order-form.ts';

const methodOptions = paymentMethods.map((method) => ({ value: method, label: method }));

export function OrderForm(options: OrderFormOptions) {
  const can = useCan();
  const { form, product, chooseProduct, userId, person, choosePerson, total, methodProblem, notice } =
    useOrderForm(options);
  return (
    <EntityForm
      form={form}
      submitLabel={notice?.kind === 'price' ? `Order for ${formatShillings(total)}` : 'Add Order'}
      cancelTo="/app/myorders"
    >
      <PersonPhone userId={userId} typed={form.values.phone} fill={(phone) => form.set('phone', phone)} />
      {can('users:read') && (
        <PersonField person={person} onChoose={choosePerson} error={form.errors['userId']} />
      )}
      <ProductField product={product} onChoose={chooseProduct} error={form.errors['productId']} />
      <NumberField form={form} name="quantity" label="Quantity" inputMode="numeric" required />
      <TextInput
        type="number"
        name="amount"
        label="Amount"
        description="Quantity times price."
        value={product === undefined ? '' : String(total)}
        readOnly
        disabled
        required
      />
      <NumberField
        form={form}
        name="phone"
        label="Phone Number"
        description="M-Pesa sends its request to this number."
        inputMode="tel"
        plain
        required
      />
      <SelectField form={form} name="paymentMethod" label="Payment Method" options={methodOptions} required />
      {methodProblem !== null && form.errors['paymentMethod'] === undefined && (
        <Text component="output" c="var(--mantine-color-error)" size="sm">
          {methodProblem}
        </Text>
      )}
      <Text className={classes.total ?? ''} aria-live="polite">
        Total Amount : {formatShillings(total)}
      </Text>
      {notice !== null && (
        <Notice color="yellow" icon={<IconInfoCircle size={20} />}>
          {notice.text}
        </Notice>
      )}
    </EntityForm>
  );
}
