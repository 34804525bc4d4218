import type { Generated } from 'kysely';
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';

export interface PaymentsTable {
  payment_id: Generated<number>;
  order_id: number;
  supplier_id: number;
  amount_cents: number;
  payment_method: PaymentMethod;
  phone: string;
  receipt: string;
  state: Generated<'settled' | 'held'>;
  held_reason: string | null;
  refunded_cents: Generated<number>;
  paid_at: Date;
  created_at: Generated<Date>;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    payments: PaymentsTable;
  }
}
