import { z } from 'zod';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx, JobDefinition } from '../../platform/context.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { expireOrder, expireOrders, expireOrderTask } from './expire-orders.ts';
import type { OrderMoney } from './order-money.ts';
import { findStockDrift } from './orders.repository.ts';

/** The ledger moves the stock level by construction; this says so every night, loudly when it is not so. */
export async function reportStockDrift(ctx: Ctx): Promise<number> {
  const drifts = await findStockDrift(ctx);
  for (const { productId, ...levels } of drifts) {
    ctx.log.error({ productId, ...levels }, 'a stock level is not the sum of its ledger');
    await recordAudit(ctx, { action: 'product.stock-drift', subject: ['product', productId], after: levels });
  }
  return drifts.length;
}

export const orderJobs = (money: OrderMoney): JobDefinition[] => [
  defineJob({
    ...expireOrderTask,
    handle: async (ctx, { orderId }) => {
      await expireOrder(ctx, money, orderId);
    },
  }),
  defineJob({
    name: 'expire-orders',
    payload: z.object({}),
    schedule: '* * * * *',
    handle: (ctx) => expireOrders(ctx, money),
  }),
  defineJob({
    name: 'report-stock-drift',
    payload: z.object({}),
    schedule: '41 1 * * *',
    handle: async (ctx) => {
      await reportStockDrift(ctx);
    },
  }),
];
