// The states of an order and its money, and every allowed step between them. The server enforces these tables; the
// web shows buttons from them. checkLifecycles() runs at boot.

export const orderStatuses = ['pending', 'delivered', 'cancelled', 'returned'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = ['pending', 'paid', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['Cash on delivery', 'Mpesa', 'Paystack'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['delivered', 'cancelled'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
};

export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid'],
  paid: ['refunded'],
  refunded: [],
};
