import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import { implement } from '../../platform/http/implement.ts';
import { exportOrders } from './export-orders.ts';
import type { OrderMoney } from './order-money.ts';
import * as orders from './orders.service.ts';
import type { OrderSettings } from './orders.service.ts';
import { placeOrder } from './place-order.ts';

export const ordersEndpoints = (settings: OrderSettings, money: OrderMoney) =>
  implement(ordersContract, {
    listOrders: (ctx, { query }) => orders.listOrders(ctx, query),
    listOwnOrders: (ctx, { params, query }) => orders.listOwnOrders(ctx, params.id, query),
    exportOrders: (ctx, { query }) => exportOrders(ctx, query),
    getOrder: (ctx, { params }) => orders.getOrder(ctx, money, params.id),
    placeOrder: (ctx, { body }) => placeOrder(ctx, settings, body),
    deliverOrder: (ctx, { params, body }) => orders.deliverOrder(ctx, money, params.id, body.reason),
    cancelOrder: (ctx, { params, body }) => orders.cancelOrder(ctx, params.id, body.reason),
    returnOrder: (ctx, { params, body }) => orders.returnOrder(ctx, params.id, body.reason),
    payOnDelivery: (ctx, { params, body }) => orders.payOnDelivery(ctx, money, params.id, body.reason),
  });
