// Which provider carries which method, on this server.
import type { OnlineMethod } from '../payments.tables.ts';
import { createMpesa, mpesaRules, type MpesaSettings } from './mpesa/mpesa.ts';
import type { PaymentProvider, ProviderRules } from './payment-provider.ts';
import { createPaystack, paystackRules, type PaystackSettings } from './paystack/paystack.ts';
import { isSignedBy } from './paystack/webhook.ts';

export type { MpesaSettings } from './mpesa/mpesa.ts';
export type { PaystackSettings } from './paystack/paystack.ts';

const rules: Readonly<Record<OnlineMethod, ProviderRules>> = { Mpesa: mpesaRules, Paystack: paystackRules };

export const rulesOf = (method: OnlineMethod): ProviderRules => rules[method];

export interface ProviderSettings {
  mpesa: MpesaSettings | null;
  paystack: PaystackSettings | null;
}

export interface Providers {
  /** Null when this server does not take the method. */
  of(method: OnlineMethod): PaymentProvider | null;
  isSignedByPaystack(bytes: Uint8Array, signature: unknown): boolean;
}

export function createProviders({ mpesa, paystack }: ProviderSettings): Providers {
  const byMethod: Readonly<Record<OnlineMethod, PaymentProvider | null>> = {
    Mpesa: mpesa === null ? null : createMpesa(mpesa),
    Paystack: paystack === null ? null : createPaystack(paystack),
  };
  return {
    of: (method) => byMethod[method],
    isSignedByPaystack: (bytes, signature) =>
      paystack !== null && isSignedBy(paystack.secretKey, bytes, signature),
  };
}
