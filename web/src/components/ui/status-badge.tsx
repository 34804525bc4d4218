import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconHandStop,
  IconHelpCircle,
  IconHourglassEmpty,
  IconPackageImport,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { OrderStatus, PaymentStatus } from '@ghala/contracts/orders/orders.lifecycle';
import type { AttemptState, Payment, Refund } from '@ghala/contracts/payments/payments.contract';
import classes from './status-badge.module.css';

export type Status = OrderStatus | PaymentStatus | AttemptState | Payment['state'] | Refund['state'];

interface Look {
  label: string;
  icon: Icon;
  tone: 'waiting' | 'good' | 'moved' | 'back' | 'ended' | 'bad';
}

const looks: Readonly<Record<Status, Look>> = {
  pending: { label: 'Pending', icon: IconClock, tone: 'waiting' },
  paid: { label: 'Paid', icon: IconCircleCheck, tone: 'good' },
  refunded: { label: 'Refunded', icon: IconArrowBackUp, tone: 'back' },
  delivered: { label: 'Delivered', icon: IconTruckDelivery, tone: 'moved' },
  cancelled: { label: 'Cancelled', icon: IconBan, tone: 'ended' },
  returned: { label: 'Returned', icon: IconPackageImport, tone: 'back' },
  starting: { label: 'Starting', icon: IconHourglassEmpty, tone: 'waiting' },
  waiting: { label: 'Waiting', icon: IconClock, tone: 'waiting' },
  unknown: { label: 'Unknown', icon: IconHelpCircle, tone: 'waiting' },
  succeeded: { label: 'Succeeded', icon: IconCircleCheck, tone: 'good' },
  failed: { label: 'Failed', icon: IconX, tone: 'bad' },
  expired: { label: 'Expired', icon: IconHourglassEmpty, tone: 'ended' },
  settled: { label: 'Settled', icon: IconCircleCheck, tone: 'good' },
  held: { label: 'Held', icon: IconHandStop, tone: 'bad' },
  requested: { label: 'Requested', icon: IconClock, tone: 'waiting' },
  sent: { label: 'Sent', icon: IconHourglassEmpty, tone: 'waiting' },
};

export const statusLabel = (status: Status): string => looks[status].label;

/** Word, icon and colour: never colour alone. */
export function StatusBadge({ status }: { status: Status }) {
  const { label, icon: StatusIcon, tone } = looks[status];
  return (
    <span className={classes.badge} data-tone={tone}>
      <StatusIcon size={14} stroke={2} aria-hidden />
      {label}
    </span>
  );
}
