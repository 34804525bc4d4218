// The state behind Add New Order. The amount follows product and quantity; nothing typed is lost to a refusal.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { mpesaAmountProblem, toCents, toShillings } from '@ghala/contracts/money';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import type { Order } from '@ghala/contracts/orders/orders.contract';
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import { productsContract } from '@ghala/contracts/products/products.contract';
import type { Product } from '@ghala/contracts/products/products.contract';
import type { User } from '@ghala/contracts/users/users.contract';
import { useForm } from '../../components/form/use-form.ts';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatCount, formatShillings } from '../../lib/format.ts';
import { notifyFailure } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';

export interface OrderFormOptions {
  /** Somebody begins to fill it in. */
  onBegin: () => void;
  onPlaced: (order: Order, phone: string) => Promise<void>;
}

/** What the person has to know before pressing the button again. */
interface Notice {
  kind: 'price' | 'lost';
  text: string;
}

/** With the schema comes zod; the form is drawn without it. */
const loadSchema = async () => (await import('./order-form-schema.ts')).orderFormSchema;
/** Without a `userId` it is for whoever fills it in. */
const initial = { userId: '', productId: '', quantity: '', phone: '', paymentMethod: 'Cash on delivery' };

export function useOrderForm({ onPlaced, onBegin }: OrderFormOptions) {
  const ownId = useSession()?.data.userId ?? 0;
  const queryClient = useQueryClient();
  const [person, setPerson] = useState<User | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);

  const forWhom = ({ userId }: typeof initial) => (userId === '' ? ownId : Number(userId));
  const productOf = (productId: string) => queryClient.getQueryData<Product>(productKey(productId));
  const totalOf = ({ productId, quantity }: typeof initial): number =>
    amountOf(productOf(productId), quantity);
  const form = useForm({
    initial,
    loadSchema: () => {
      onBegin();
      return loadSchema();
    },
    toBody: (values) => ({
      ...values,
      userId: forWhom(values),
      amount: totalOf(values),
      paymentMethod: values.paymentMethod as PaymentMethod,
    }),
    check: (values) => ({
      ...stockProblem(productOf(values.productId), values.quantity),
      ...asMethodProblem(methodProblemOf(values.paymentMethod, totalOf(values))),
    }),
    submit: async ({ phone, ...body }, idempotencyKey) => {
      const order = await call(ordersContract.placeOrder, { body }, { idempotencyKey });
      setNotice(null);
      await onPlaced(order, String(phone));
    },
    onFailure: (error) => {
      notifyFailure('Failed to add order', error);
      setNotice(noticeAbout(error, totalOf(form.values)));
      // Price and stock may have moved; the form shows them as they are now.
      void queryClient.invalidateQueries({ queryKey: [productsContract.getProduct.path] });
    },
  });
  const product = useFreshProduct(form.values.productId);

  const total = totalOf(form.values);
  return {
    form,
    product,
    chooseProduct: (next: Product | null) => {
      // As the list has it, until it has been read anew.
      if (next !== null) queryClient.setQueryData(productKey(String(next.productId)), next);
      form.set('productId', String(next?.productId ?? ''));
      setNotice(null);
    },
    userId: forWhom(form.values),
    person,
    choosePerson: (next: User | null) => {
      setPerson(next);
      form.set('userId', String(next?.userId ?? ''));
    },
    total,
    methodProblem: methodProblemOf(form.values.paymentMethod, total),
    notice,
  };
}

const productKey = (productId: string): QueryKey => [productsContract.getProduct.path, productId];

/** The chosen product as it is now, not as it was when the list was drawn. */
function useFreshProduct(id: string): Product | undefined {
  const { data } = useQuery({
    queryKey: productKey(id),
    queryFn: ({ signal }) => call(productsContract.getProduct, { params: { id } }, { signal }),
    enabled: id !== '',
  });
  return data;
}

const methodProblemOf = (method: string, total: number): string | null =>
  method === 'Mpesa' && total > 0 ? mpesaAmountProblem(total) : null;

/** In cents, because 0.1 × 3 is not 0.3. */
function amountOf(product: Product | undefined, quantity: string): number {
  const count = Number(quantity);
  if (product === undefined || !Number.isInteger(count) || count < 0) return 0;
  return toShillings((toCents(product.productPrice) ?? 0) * count);
}

function stockProblem(product: Product | undefined, quantity: string): Record<string, string> {
  if (product === undefined || Number(quantity) <= product.stocklevel) return {};
  const left = product.stocklevel;
  return { quantity: left === 0 ? 'This product is out of stock.' : `Only ${formatCount(left)} are left.` };
}

const asMethodProblem = (problem: string | null): Record<string, string> =>
  problem === null ? {} : { paymentMethod: problem };

function noticeAbout(error: unknown, total: number): Notice | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'amount_changed') {
    const now = error.details['amount'];
    return {
      kind: 'price',
      text: `The price has changed: this order comes to ${typeof now === 'number' ? formatShillings(now) : 'another amount'} now, not ${formatShillings(total)}. Press the button again to order at the new price.`,
    };
  }
  if (error.status === 0 || error.status >= 500) {
    return {
      kind: 'lost',
      text: 'No answer came, so the order may or may not have been made. Press the button again: it will be made once, never twice.',
    };
  }
  if (error.code === 'idempotency_mismatch') {
    return {
      kind: 'lost',
      text: 'The order before this one may have been made. Look at My Orders before you press the button again.',
    };
  }
  return null;
}
