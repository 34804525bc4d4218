// The states of an order and its money, and every allowed step between them. The server enforces these tables; the
// web shows buttons from them. checkLifecycles() runs at boot.
import { mpesaAmountProblem } from '../money.ts';

export const orderStatuses = ['pending', 'delivered', 'cancelled', 'returned'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = ['pending', 'paid', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['Cash on delivery', 'Mpesa', 'Paystack'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What somebody is to one order; one person can be several of these. */
export type OrderParty = 'owner' | 'admin' | 'supplier' | 'system';

/** What a guard looks at. */
export interface OrderFacts {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: PaymentMethod;
  /** Shillings. */
  amount: number;
}

/** Why the step cannot be taken now, in words for a person; null when it can. */
type Guard = (order: OrderFacts) => string | null;

interface OrderStep {
  from: OrderStatus;
  to: OrderStatus;
  by: readonly OrderParty[];
  guard?: Guard;
}

const paidOrCash: Guard = (order) => {
  if (order.paymentStatus === 'paid') return null;
  if (order.paymentStatus === 'refunded') return 'The money of this order went back; it cannot be delivered.';
  return order.paymentMethod === 'Cash on delivery'
    ? null
    : 'This order is not paid yet. It can be delivered once it is paid, or after it is turned into cash on delivery.';
};

const unpaid: Guard = (order) => {
  if (order.paymentStatus === 'pending') return null;
  return order.paymentStatus === 'paid'
    ? 'This order is paid already.'
    : 'The money of this order went back.';
};

/** Steps that change the status. `expire` and `revive` are the system's: a hold ran out; its money came after all. */
export const orderSteps = {
  deliver: { from: 'pending', to: 'delivered', by: ['admin', 'supplier'], guard: paidOrCash },
  cancel: { from: 'pending', to: 'cancelled', by: ['owner', 'admin'] },
  expire: { from: 'pending', to: 'cancelled', by: ['system'], guard: unpaid },
  revive: { from: 'cancelled', to: 'pending', by: ['system'], guard: unpaid },
  return: { from: 'delivered', to: 'returned', by: ['admin'] },
} as const satisfies Record<string, OrderStep>;
export type OrderStepName = keyof typeof orderSteps;

/** Ways to pay that can be chosen while an order waits for its money. */
export const paymentChoices = {
  'pay-with-mpesa': { method: 'Mpesa', guard: (order) => unpaid(order) ?? mpesaAmountProblem(order.amount) },
  'pay-with-paystack': { method: 'Paystack', guard: unpaid },
  'pay-on-delivery': {
    method: 'Cash on delivery',
    guard: (order) =>
      unpaid(order) ??
      (order.paymentMethod === 'Cash on delivery' ? 'This order is cash on delivery already.' : null),
  },
} as const satisfies Record<string, { method: PaymentMethod; guard: Guard }>;
export type PaymentChoice = keyof typeof paymentChoices;
const payers: readonly OrderParty[] = ['owner', 'admin'];

/** What a person can do with an order, by name. */
export const orderActions = [
  'deliver',
  'cancel',
  'return',
  'pay-with-mpesa',
  'pay-with-paystack',
  'pay-on-delivery',
] as const;
export type OrderAction = (typeof orderActions)[number];

/** Why this order cannot take this step now, whoever asks; null when it can. */
export function stepProblem(step: OrderStepName, order: OrderFacts): string | null {
  const { from, guard }: OrderStep = orderSteps[step];
  if (order.status !== from)
    return `This order is ${order.status}; that can be done only while it is ${from}.`;
  return guard?.(order) ?? null;
}

export function paymentChoiceProblem(choice: PaymentChoice, order: OrderFacts): string | null {
  if (order.status !== 'pending') return `This order is ${order.status}; it cannot be paid any more.`;
  return paymentChoices[choice].guard(order);
}

const isStep = (action: OrderAction | OrderStepName): action is OrderStepName => action in orderSteps;

export function mayTake(action: OrderAction | OrderStepName, parties: readonly OrderParty[]): boolean {
  const by: readonly OrderParty[] = isStep(action) ? orderSteps[action].by : payers;
  return parties.some((party) => by.includes(party));
}

/** What these parties can do with this order now. */
export const actionsFor = (order: OrderFacts, parties: readonly OrderParty[]): OrderAction[] =>
  orderActions.filter(
    (action) =>
      mayTake(action, parties) &&
      (isStep(action) ? stepProblem(action, order) : paymentChoiceProblem(action, order)) === null,
  );

export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid'],
  paid: ['refunded'],
  refunded: [],
};

/** Throws when the tables above contradict themselves: a state nobody can reach, a step nobody may take. */
export function checkLifecycles(): void {
  const reachable = new Set<OrderStatus>(['pending']);
  for (const _ of orderStatuses)
    for (const { from, to } of Object.values(orderSteps)) if (reachable.has(from)) reachable.add(to);
  const faults = [
    ...orderStatuses.filter((status) => !reachable.has(status)).map((status) => `no step leads to ${status}`),
    ...Object.entries<OrderStep>(orderSteps)
      .filter(([, step]) => step.by.length === 0 || step.from === step.to)
      .map(([name]) => `the step ${name} can never be taken`),
    ...orderActions
      .filter((action) => !(action in orderSteps) && !(action in paymentChoices))
      .map((action) => `nothing says what ${action} does`),
    ...paymentStatuses
      .filter((status) => status !== 'pending' && !Object.values(paymentTransitions).flat().includes(status))
      .map((status) => `no step leads to the payment status ${status}`),
  ];
  if (faults.length > 0) throw new Error(`The order lifecycle contradicts itself: ${faults.join('; ')}.`);
}
