// A person says how a refund ended of which nothing more is heard, so that its money is not on its way for ever. What
// the provider says later still counts, or is in the audit log.
import type { z } from 'zod';
import type { Refund, resolveRefundSchema } from '@ghala/contracts/payments/payments.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { lockOrder } from '../orders/index.ts';
import { endRefund } from './refund-results.ts';
import { resolveProblem, toRefund } from './refund-words.ts';
import * as refunds from './refunds.repository.ts';

export async function resolveRefund(
  ctx: SignedInCtx,
  refundId: number,
  { outcome, reason }: z.output<typeof resolveRefundSchema>,
): Promise<Refund> {
  const found = await refunds.findRefund(ctx, refundId);
  if (found === undefined) throw notFound('refund');
  return withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, found.order_id);
    await refunds.lockRefund(tx, refundId);
    const refund = await refunds.getFullRefund(tx, refundId);
    const problem = resolveProblem(tx.clock.now(), refund);
    if (problem !== null) throw new AppError('not_allowed_now', problem);
    await recordAudit(tx, {
      action: 'refund.resolved',
      subject: ['payment', refund.payment_id],
      before: { state: refund.state, sentAt: refund.sent_at },
      after: { refundId, outcome, reason },
    });
    await endRefund(tx, order, refundId, {
      kind: outcome === 'refunded' ? 'done' : 'failed',
      code: refunds.byHand,
    });
    return toRefund(tx, await refunds.getFullRefund(tx, refundId));
  });
}
