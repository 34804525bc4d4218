import type { Generated } from 'kysely';
import type { OrderStatus, PaymentMethod, PaymentStatus } from '@ghala/contracts/orders/orders.lifecycle';

export interface OrdersTable {
  order_id: Generated<number>;
  user_id: number;
  product_id: number;
  supplier_id: number;
  quantity: number;
  unit_price_cents: number;
  amount_cents: number;
  status: Generated<OrderStatus>;
  payment_status: Generated<PaymentStatus>;
  payment_method: PaymentMethod;
  hold_until: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface OrderEventsTable {
  order_event_id: Generated<number>;
  order_id: number;
  field: 'status' | 'paymentStatus' | 'paymentMethod';
  from_value: string | null;
  to_value: string;
  reason: string;
  actor_user_id: number | null;
  created_at: Generated<Date>;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    orders: OrdersTable;
    order_events: OrderEventsTable;
  }
}
