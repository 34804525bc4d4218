import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Order } from '@ghala/contracts/orders/orders.contract';
import { FormPage } from '../../components/form/form-page.tsx';
import { LoadingScreen } from '../../components/ui/loading-screen.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { OrderForm } from './order-form.tsx';
import { usePaying } from './use-paying.ts';

const loadPlacedOrder = async () => ({ default: (await import('./placed-order.tsx')).PlacedOrder });
const PlacedOrder = lazy(loadPlacedOrder);
/** What comes after the form, by the time it is filled in. A failed prefetch is repeated, and reported, when needed. */
const fetchNext = () => void loadPlacedOrder().catch(() => undefined);

/**
 * Once an order is made that is yet to be paid, its id stands in the address: reload, Back and a second press go on
 * with that order instead of making another.
 */
export function AddOrderPage() {
  const navigate = useNavigate();
  const ownId = useSession()?.data.userId;
  const [params, setParams] = useSearchParams();
  const [phone, setPhone] = useState<string>();
  const paying = usePaying();
  const orderId = params.get('order');

  const goOn = async (order: Order, typedPhone: string) => {
    const { amount } = order;
    switch (order.paymentMethod) {
      case 'Cash on delivery':
        notifySuccess('Order made successfully');
        await navigate(order.userId === ownId ? '/app/myorders' : '/app/orders');
        return;
      case 'Mpesa':
        setPhone(typedPhone);
        setParams({ order: String(order.orderId) }, { replace: true });
        paying.prompt.mutate({ orderId: order.orderId, amount, phone: typedPhone });
        return;
      case 'Paystack':
        setPhone(typedPhone);
        setParams({ order: String(order.orderId) }, { replace: true });
        paying.checkout.mutate({ orderId: order.orderId });
    }
  };

  return (
    <FormPage title="Add New Order">
      {orderId === null ? (
        <OrderForm onPlaced={goOn} onBegin={fetchNext} />
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <PlacedOrder key={orderId} orderId={orderId} paying={paying} phone={phone} />
        </Suspense>
      )}
    </FormPage>
  );
}
