import { orderStatuses, paymentStatuses } from '@ghala/contracts/orders/orders.lifecycle';
import type { OrderEvent } from '@ghala/contracts/orders/orders.contract';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { formatTimestamp } from '../../lib/format.ts';
import classes from './orders.module.css';

const titles: Readonly<Record<OrderEvent['field'], string>> = {
  status: 'Delivery',
  paymentStatus: 'Payment Status',
  paymentMethod: 'Payment Method',
};

const statuses = [...orderStatuses, ...paymentStatuses] as const;

function Value({ value }: { value: string }) {
  const status = statuses.find((known) => known === value);
  return status === undefined ? <strong>{value}</strong> : <StatusBadge status={status} />;
}

/** Every step of the order, newest first: what, when, who, why. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  return (
    <ol className={classes.entries} reversed>
      {events
        .toSorted((one, other) => other.eventId - one.eventId)
        .map((event) => (
          <li key={event.eventId} className={classes.entry}>
            <span className={classes.entryHead}>
              {event.field === 'status' && event.from === null ? 'Order made' : titles[event.field]}
              <Value value={event.to} />
            </span>
            {event.reason !== '' && <span>{event.reason}</span>}
            <span className={classes.entryNote}>
              {formatTimestamp(event.at)} by {event.by}
            </span>
          </li>
        ))}
    </ol>
  );
}
