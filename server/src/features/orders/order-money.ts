// What orders need to know of money. The payments feature, which stands on this one, fills it in at start-up.
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import type { OrderRow } from './orders.repository.ts';

export interface OrderMoney {
  /** Records the cash of an order that is being delivered, and marks the order paid. */
  recordCash(tx: SignedInCtx, order: OrderRow): Promise<void>;
  /** Whether some of the money this order stands on is on its way back. */
  isGoingBack(tx: Ctx, orderId: number): Promise<boolean>;
  /** Whether a payer may be paying this order right now. */
  hasOpenAttempt(tx: Ctx, orderId: number): Promise<boolean>;
  /** Makes way for another way to pay; in_progress when a payer may be paying right now. */
  closeAttempts(tx: Ctx, orderId: number): Promise<void>;
  ofOrder(ctx: SignedInCtx, orderId: number): Promise<Pick<OrderDetail, 'attempts' | 'payments' | 'refunds'>>;
}
