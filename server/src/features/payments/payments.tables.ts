import type { ColumnType, Generated } from 'kysely';
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import type { AttemptState, refundStates } from '@ghala/contracts/payments/payments.contract';

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
  refunding_cents: Generated<number>;
  attempt_id: Generated<number | null>;
  paid_at: Date;
  created_at: Generated<Date>;
}

export type OnlineMethod = Exclude<PaymentMethod, 'Cash on delivery'>;

export interface PaymentAttemptsTable {
  attempt_id: Generated<number>;
  order_id: number;
  payment_method: OnlineMethod;
  amount_cents: number;
  phone: string;
  state: Generated<AttemptState>;
  secret: string;
  reference: string | null;
  authorization_url: string | null;
  result_code: string | null;
  failures_seen: Generated<number>;
  checks: Generated<number>;
  next_check_at: Date | null;
  requested_by: number;
  request_key: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface RefundsTable {
  refund_id: Generated<number>;
  payment_id: number;
  order_id: number;
  amount_cents: number;
  state: Generated<(typeof refundStates)[number]>;
  reason: string;
  result_code: string | null;
  secret: string;
  reference: string | null;
  sent_at: Generated<Date | null>;
  missing_at: Generated<Date | null>;
  requested_by: number;
  created_at: Date;
  updated_at: Date;
}

/** What a callback says of an attempt: nothing of it counts until the provider itself confirms it. */
export interface Claim {
  paid: boolean;
  reference: string;
  code: string;
  receipt: string | null;
  amountCents: number | null;
}

export interface ProviderCallbacksTable {
  callback_id: Generated<number>;
  provider: 'mpesa' | 'paystack';
  attempt_id: number | null;
  refund_id: number | null;
  body: Buffer;
  body_hash: Buffer;
  claim: ColumnType<Claim | null, string | null, string | null>;
  ip: string;
  received_at: Date;
  processed_at: Date | null;
  outcome: string | null;
}

export interface ProviderTokensTable {
  provider: string;
  token: string | null;
  expires_at: Date | null;
  fetching_until: Date | null;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    payments: PaymentsTable;
    payment_attempts: PaymentAttemptsTable;
    refunds: RefundsTable;
    provider_callbacks: ProviderCallbacksTable;
    provider_tokens: ProviderTokensTable;
  }
}
