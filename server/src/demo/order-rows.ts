// An order and what it leaves behind, as rows of their tables.
import type { OrderStatus, PaymentMethod, PaymentStatus } from '@ghala/contracts/orders/orders.lifecycle';

export interface DemoOrder {
  order_id: number;
  user_id: number;
  product_id: number;
  supplier_id: number;
  quantity: number;
  unit_price_cents: number;
  amount_cents: number;
  status: OrderStatus;
  payment_status: PaymentStatus;
  payment_method: PaymentMethod;
  hold_until: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface DemoOrderEvent {
  order_id: number;
  field: 'status' | 'paymentStatus' | 'paymentMethod';
  from_value: string | null;
  to_value: string;
  reason: string;
  actor_user_id: number | null;
  created_at: Date;
}

export interface DemoPayment {
  order_id: number;
  supplier_id: number;
  amount_cents: number;
  payment_method: PaymentMethod;
  phone: string;
  receipt: string;
  state: 'settled' | 'held';
  held_reason: string | null;
  refunded_cents: number;
  paid_at: Date;
  created_at: Date;
}

export interface DemoRefund {
  /** The proof of the payment that went back. */
  receipt: string;
  order_id: number;
  amount_cents: number;
  state: 'succeeded';
  reason: string;
  result_code: string;
  requested_by: number;
  created_at: Date;
  updated_at: Date;
}

export interface DemoStockMovement {
  product_id: number;
  quantity: number;
  reason: 'opening' | 'received' | 'adjusted' | 'ordered' | 'cancelled' | 'returned';
  note: string;
  order_id: number | null;
  actor_user_id: number | null;
  created_at: Date;
}
