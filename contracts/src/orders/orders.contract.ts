import { z } from 'zod';
import * as field from '../fields.ts';
import { choice, dayFilter, idFilter, listQuery, page } from '../list.ts';
import { attemptSchema, paymentSchema, refundSchema } from '../payments/payments.contract.ts';
import { productLimits } from '../products/products.contract.ts';
import { defineContract, idParams } from '../route.ts';
import { orderActions, orderStatuses, paymentMethods, paymentStatuses } from './orders.lifecycle.ts';

export const orderSchema = z.object({
  orderId: field.wireId,
  userId: field.wireId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  productId: field.wireId,
  productName: z.string(),
  quantity: z.int(),
  amount: field.wireMoney,
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  paymentMethod: z.enum(paymentMethods),
  createdAt: field.timestamp,
  updatedAt: field.timestamp,
  /** Until when an unpaid order keeps its stock; null keeps it for good. */
  holdUntil: field.timestamp.nullable(),
  /** What the caller can do with it now. */
  actions: z.array(z.enum(orderActions)),
});
export type Order = z.infer<typeof orderSchema>;

export const orderEventSchema = z.object({
  eventId: field.wireId,
  field: z.enum(['status', 'paymentStatus', 'paymentMethod']),
  from: z.string().nullable(),
  to: z.string(),
  reason: z.string(),
  /** Who did it; 'system' when nobody did. */
  by: z.string(),
  at: field.timestamp,
});
export type OrderEvent = z.infer<typeof orderEventSchema>;

export const orderDetailSchema = orderSchema.extend({
  unitPrice: field.wireMoney,
  /** Whoever ordered; local form. */
  phoneNumber: z.string(),
  supplierId: field.wireId,
  supplierName: z.string(),
  events: z.array(orderEventSchema),
  attempts: z.array(attemptSchema),
  payments: z.array(paymentSchema),
  refunds: z.array(refundSchema),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

const paymentMethod = z.enum(
  paymentMethods,
  `The payment method must be one of ${paymentMethods.join(', ')}.`,
);

export const placeOrderSchema = z.strictObject({
  userId: field.id,
  productId: field.id,
  quantity: field.integer({ min: 1, max: productLimits.maxQuantity }),
  /** Compared with what the server computes; a difference is a 409 that says the true amount. */
  amount: field.money({ min: 0, max: 10_000_000_000_000 }),
  paymentMethod: paymentMethod.optional(),
});

const reason = field.optionalText({ max: 300 });
export const changeOrderSchema = z.strictObject({ reason });
export const changePaymentMethodSchema = z.strictObject({
  paymentMethod: z
    .literal('Cash on delivery', 'An order can be turned into cash on delivery only.')
    .optional(),
  reason,
});

export const orderSortKeys = [
  'orderId',
  'firstName',
  'email',
  'productName',
  'quantity',
  'amount',
  'status',
  'paymentStatus',
  'paymentMethod',
  'createdAt',
] as const;

const orderList = {
  sort: orderSortKeys,
  filters: {
    status: choice(orderStatuses),
    paymentStatus: choice(paymentStatuses),
    paymentMethod: choice(paymentMethods),
    productId: idFilter,
    supplierId: idFilter,
    from: dayFilter,
    to: dayFilter,
  },
} as const;

export const ordersContract = defineContract({
  listOrders: {
    method: 'GET',
    path: '/api/orders',
    summary: "Orders, newest first: all for an admin, those of their own companies' products for a supplier.",
    access: 'orders:read-all',
    query: listQuery(orderList),
    response: page(orderSchema),
    fromDataAlone: true,
  },
  listOwnOrders: {
    method: 'GET',
    path: '/api/orders/:id',
    summary:
      "One person's orders, newest first; the id is the user id: one's own, or anybody's for an admin.",
    access: 'orders:read-own',
    params: idParams,
    query: listQuery(orderList),
    response: page(orderSchema),
    fromDataAlone: true,
    errors: ['forbidden'],
  },
  exportOrders: {
    method: 'GET',
    path: '/api/order-export',
    summary: 'The same orders as listOrders, all of them, newest first, as a CSV file.',
    access: 'orders:read-all',
    query: listQuery(orderList),
    response: z.string(),
    download: 'orders.csv',
  },
  getOrder: {
    method: 'GET',
    path: '/api/order/:id',
    summary: 'One order: its facts, history, payments, and what the caller can do next.',
    access: 'orders:read-own',
    params: idParams,
    response: orderDetailSchema,
    errors: ['not_found', 'forbidden'],
  },
  placeOrder: {
    method: 'POST',
    path: '/api/orders',
    summary: 'Order a product; its stock is taken at once. An admin may order for somebody else.',
    access: 'orders:place',
    body: placeOrderSchema,
    response: orderSchema,
    status: 201,
    errors: ['not_found', 'forbidden', 'out_of_stock', 'amount_changed'],
    idempotent: 'by-handler',
  },
  deliverOrder: {
    method: 'POST',
    path: '/api/order/:id/deliver',
    summary: 'Mark an order delivered; a cash order records its cash at that moment.',
    access: 'orders:deliver',
    params: idParams,
    body: changeOrderSchema,
    response: orderSchema,
    errors: ['not_found', 'forbidden', 'not_allowed_now'],
    idempotent: true,
  },
  cancelOrder: {
    method: 'POST',
    path: '/api/order/:id/cancel',
    summary: 'Cancel a pending order; its stock goes back. Money that was paid becomes due for refund.',
    access: 'orders:read-own',
    params: idParams,
    body: changeOrderSchema,
    response: orderSchema,
    errors: ['not_found', 'forbidden', 'not_allowed_now'],
    idempotent: true,
  },
  returnOrder: {
    method: 'POST',
    path: '/api/order/:id/return',
    summary: 'Take a delivered order back; its stock goes back and its money becomes due for refund.',
    access: 'orders:return',
    params: idParams,
    body: changeOrderSchema,
    response: orderSchema,
    errors: ['not_found', 'not_allowed_now'],
    idempotent: true,
  },
  payOnDelivery: {
    method: 'POST',
    path: '/api/order/:id/payment-method',
    summary: 'Turn an unpaid Mpesa or Paystack order into cash on delivery; its stock is then kept for good.',
    access: 'payments:make',
    params: idParams,
    body: changePaymentMethodSchema,
    response: orderSchema,
    errors: ['not_found', 'forbidden', 'not_allowed_now', 'in_progress', 'already_paid'],
    idempotent: true,
  },
});
