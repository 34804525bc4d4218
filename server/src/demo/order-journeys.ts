// What happens to an order after it is placed, in the steps the lifecycle allows. A journey is planned to its end;
// whoever plays it stops at the present, which is how young orders come to be pending.
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import type { Random } from './random.ts';
import { dayMs, hourMs, minuteMs, whenOpen } from './times.ts';

export interface Step {
  kind: 'paid' | 'delivered' | 'cancelled' | 'returned' | 'refunded' | 'turned to cash' | 'paid too late';
  atMs: number;
  by: 'owner' | 'staff' | 'admin' | 'system';
  reason: string;
}

/** The default of PAYMENT_HOLD_MINUTES. */
export const holdMs = 15 * minuteMs;

const ownerCancels = [
  'Ordered by mistake.',
  'Found it nearer home.',
  'Wrong quantity, will order again.',
  'No longer needed.',
];
const adminCancels = ['Customer could not be reached.', 'Address is outside the delivery area.'];
const returns = [
  'Arrived damaged.',
  'Wrong item delivered.',
  'Not as described.',
  'Customer changed their mind.',
];

type Ending =
  | 'kept'
  | 'returned'
  | 'returned, refund open'
  | 'refunded'
  | 'cancelled'
  | 'lapsed'
  | 'turned to cash'
  | 'none';

const endings: Readonly<Record<'cash' | 'prepaid', readonly (readonly [Ending, number])[]>> = {
  cash: [
    ['kept', 78],
    ['returned', 5],
    ['returned, refund open', 1],
    ['refunded', 1],
    ['cancelled', 13],
    ['none', 2],
  ],
  prepaid: [
    ['kept', 70],
    ['returned', 5],
    ['returned, refund open', 1],
    ['refunded', 1],
    ['cancelled', 7],
    ['lapsed', 12],
    ['turned to cash', 3],
    ['none', 1],
  ],
};

/** Unpaid orders lapse at their hold; an order paid up front gets its money within minutes. */
export function planJourney(method: PaymentMethod, placedMs: number, random: Random): Step[] {
  const prepaid = method !== 'Cash on delivery';
  const [ending] = random.pickWeighted(endings[prepaid ? 'prepaid' : 'cash'], ([, weight]) => weight);
  if (ending === 'lapsed') return lapse(placedMs, random);
  if (ending === 'turned to cash') return turnToCash(placedMs, random);
  const paidMs = placedMs + Math.floor(random.between(20_000, 5 * minuteMs));
  const paid: Step[] = prepaid ? [{ kind: 'paid', atMs: paidMs, by: 'system', reason: '' }] : [];
  if (ending === 'none') return paid;
  if (ending === 'cancelled') return [...paid, ...cancel(prepaid, paidMs, random)];
  const deliveredMs = whenOpen(paidMs + Math.floor(random.between(4 * hourMs, 5 * dayMs)), random);
  return [...paid, ...deliver(prepaid, deliveredMs), ...afterDelivery(ending, deliveredMs, random)];
}

/** Just placed and waiting for its money; lapses when nobody pays. */
export const waitForMoney = (placedMs: number, random: Random): Step[] => lapse(placedMs, random);

function lapse(placedMs: number, random: Random): Step[] {
  const cancelledMs = placedMs + holdMs;
  const steps: Step[] = [
    { kind: 'cancelled', atMs: cancelledMs, by: 'system', reason: 'The payment did not arrive in time.' },
  ];
  if (random.chance(0.06)) {
    const atMs = cancelledMs + Math.floor(random.between(minuteMs, hourMs));
    steps.push({
      kind: 'paid too late',
      atMs,
      by: 'system',
      reason: 'The money arrived after the order was cancelled.',
    });
  }
  return steps;
}

function turnToCash(placedMs: number, random: Random): Step[] {
  const turnedMs = placedMs + Math.floor(random.between(3 * minuteMs, 12 * minuteMs));
  const deliveredMs = whenOpen(turnedMs + Math.floor(random.between(4 * hourMs, 4 * dayMs)), random);
  return [
    { kind: 'turned to cash', atMs: turnedMs, by: 'owner', reason: 'The customer will pay on delivery.' },
    ...deliver(false, deliveredMs),
  ];
}

function deliver(alreadyPaid: boolean, atMs: number): Step[] {
  const delivered: Step = { kind: 'delivered', atMs, by: 'staff', reason: 'Handed over to the customer.' };
  return alreadyPaid
    ? [delivered]
    : [delivered, { kind: 'paid', atMs, by: 'staff', reason: 'Cash received on delivery.' }];
}

function cancel(paid: boolean, fromMs: number, random: Random): Step[] {
  const byOwner = random.chance(0.75);
  const atMs = byOwner
    ? fromMs + Math.floor(random.between(2 * minuteMs, 3 * hourMs))
    : whenOpen(fromMs + Math.floor(random.between(hourMs, 3 * dayMs)), random);
  const cancelled: Step = {
    kind: 'cancelled',
    atMs,
    by: byOwner ? 'owner' : 'admin',
    reason: random.pick(byOwner ? ownerCancels : adminCancels),
  };
  return paid ? [cancelled, refund(atMs, 'The order was cancelled.', random)] : [cancelled];
}

function afterDelivery(ending: Ending, deliveredMs: number, random: Random): Step[] {
  if (ending === 'refunded')
    return [refund(deliveredMs + 2 * dayMs, 'Damaged in transit, replaced.', random)];
  if (ending !== 'returned' && ending !== 'returned, refund open') return [];
  const atMs = whenOpen(deliveredMs + Math.floor(random.between(dayMs, 9 * dayMs)), random);
  const returned: Step = { kind: 'returned', atMs, by: 'admin', reason: random.pick(returns) };
  return ending === 'returned' ? [returned, refund(atMs, 'The goods were returned.', random)] : [returned];
}

const refund = (afterMs: number, reason: string, random: Random): Step => ({
  kind: 'refunded',
  atMs: whenOpen(afterMs + Math.floor(random.between(10 * minuteMs, 2 * dayMs)), random),
  by: 'admin',
  reason,
});
