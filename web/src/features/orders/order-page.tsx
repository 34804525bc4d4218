import { Anchor, Loader, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { NotFoundPage, UnauthorisedPage } from '../../components/ui/message-page.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useCan } from '../../lib/session.ts';
import { OrderFacts } from './order-facts.tsx';
import { AttemptList, PaymentList, RefundList } from './order-money.tsx';
import { OrderPayment } from './order-payment.tsx';
import { OrderSteps } from './order-steps.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import classes from './orders.module.css';
import { useCheckedReturn } from './use-checked-return.ts';
import { useOrder } from './use-order.ts';
import { usePaying } from './use-paying.ts';

/** One order: its facts, its history, its money, and what can be done next. */
export function OrderPage() {
  const { id = '' } = useParams();
  const query = useOrder(id);
  if (query.error instanceof ApiError && query.data === undefined) {
    if (query.error.code === 'forbidden') return <UnauthorisedPage inShell />;
    if (query.error.status === 404 || query.error.status === 400) return <NotFoundPage inShell />;
  }
  return (
    <div className={classes.page}>
      <PageTitle>{`Order ${id}`}</PageTitle>
      <Loaded query={query}>{(order) => <OrderDetails key={order.orderId} order={order} />}</Loaded>
    </div>
  );
}

function OrderDetails({ order }: { order: OrderDetail }) {
  const can = useCan();
  const paying = usePaying();
  const checked = useCheckedReturn(order.orderId);
  return (
    <>
      <header className={classes.header}>
        <div>
          <Title order={1} size="h3">
            Order {order.orderId}
          </Title>
          <div className={classes.badges}>
            <span className={classes.badge}>
              Delivery <StatusBadge status={order.status} />
            </span>
            <span className={classes.badge}>
              Payment Status <StatusBadge status={order.paymentStatus} />
            </span>
          </div>
        </div>
        <OrderSteps order={order} />
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Card title="Order">
            <OrderFacts order={order} />
          </Card>
          <Card title="Payment">
            {checked.isError && (
              <ErrorPanel
                title="The payment could not be checked"
                error={checked.error}
                onRetry={() => void checked.refetch()}
              />
            )}
            {checked.isLoading ? (
              <Notice color="blue" icon={<Loader size={18} aria-hidden />}>
                Asking Paystack how the payment went…
              </Notice>
            ) : (
              <OrderPayment order={order} paying={paying} />
            )}
          </Card>
          {order.payments.length > 0 && (
            <Card title="Payments">
              <PaymentList payments={order.payments} />
            </Card>
          )}
          {order.refunds.length > 0 && (
            <Card title="Refunds">
              <RefundList refunds={order.refunds} />
            </Card>
          )}
        </div>
        <div className={classes.column}>
          <Card title="Timeline">
            <OrderTimeline events={order.events} />
          </Card>
          {order.attempts.length > 0 && (
            <Card title="Payment attempts">
              <AttemptList attempts={order.attempts} />
            </Card>
          )}
        </div>
      </div>
      <Anchor component={Link} to={can('orders:read-all') ? '/app/orders' : '/app/myorders'}>
        Back to {can('orders:read-all') ? 'all orders' : 'my orders'}
      </Anchor>
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder component="section" aria-label={title} className={classes.card ?? ''}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
