// Paystack: a checkout page the payer is sent to, then verify. The reference is ours and is its only guard against
// doing a thing twice.
import { randomBytes } from 'node:crypto';
import type {
  Ending,
  PaymentProvider,
  ProviderRules,
  RefundFound,
  RefundSent,
  RefundVerdict,
  Start,
  Verdict,
} from '../payment-provider.ts';
import { callProvider, isObject, textOf, type CallResult } from '../provider-call.ts';
import { readCharge } from './webhook.ts';

export interface PaystackSettings {
  baseUrl: () => string;
  secretKey: string;
}

const currency = 'KES';

const endings: Readonly<Record<string, string>> = {
  failed: 'The payment was declined. Please try again, or pay another way.',
  abandoned: 'The payment page was left without paying.',
  reversed: 'The payment was given back by Paystack.',
  'not-sent': 'Paystack could not be reached. Please try again in a moment.',
  lost: 'Paystack did not answer. Nothing was taken; please try again.',
  'wrong-currency': 'The payment came in another currency. Please tell us.',
};

const describe = (code: string): Ending => ({
  words: endings[code] ?? 'Paystack could not do this. Nothing was taken.',
  waitMs: 0,
});

export const paystackRules: ProviderRules = {
  describe,
  readCallback: readCharge,
  giveUpAfterMs: 'hold',
  failuresToBelieve: 1,
  givenUpMayBePaid: false,
  /** A declined card leaves the page open for another one. */
  failedMayBePaid: true,
  tellsOfRefundsWhenAsked: true,
};

/** Someone is at it: the bank or the payer's phone is working. */
const underWay = new Set(['ongoing', 'pending', 'processing', 'queued']);

const refundsPerPage = 100;
/** A bound only: nobody makes so many refunds in the time one is looked for. */
const maxRefundPages = 20;
/** Paystack's clock is not ours. */
const clockLeewayMs = 3_600_000;

export function createPaystack(settings: PaystackSettings): PaymentProvider {
  const call = (method: 'GET' | 'POST', path: string, body?: object): Promise<CallResult> =>
    callProvider({
      method,
      url: `${settings.baseUrl()}${path}`,
      headers: { authorization: `Bearer ${settings.secretKey}` },
      ...(body === undefined ? {} : { body }),
    });

  return {
    method: 'Paystack',
    newReference: () => `ghala-${randomBytes(12).toString('hex')}`,

    async start(_ctx, payment): Promise<Start> {
      const reference = payment.reference ?? '';
      const result = await call('POST', '/transaction/initialize', {
        email: payment.email,
        amount: payment.amountCents,
        currency,
        reference,
        callback_url: payment.returnUrl,
        metadata: { order_id: payment.orderId, cancel_action: payment.returnUrl },
      });
      // Without the answer nobody has the page's address, so nobody can pay: nothing is lost by giving up.
      if (result.kind !== 'answered') return { kind: 'refused', code: result.kind, busy: true };
      const data = dataOf(result);
      const authorizationUrl = textOf(data?.['authorization_url']);
      if (result.status === 200 && result.json?.['status'] === true && authorizationUrl !== '')
        return { kind: 'accepted', reference, authorizationUrl };
      return { kind: 'refused', code: `http-${result.status}`, busy: result.status >= 500 };
    },

    async ask(_ctx, reference): Promise<Verdict> {
      const result = await call('GET', `/transaction/verify/${encodeURIComponent(reference)}`);
      const data = dataOf(result);
      if (result.kind !== 'answered' || result.status !== 200 || data === null) return { kind: 'silent' };
      if (textOf(data['reference']) !== reference) return { kind: 'silent' };
      const status = textOf(data['status']);
      if (status === 'success') {
        if (textOf(data['currency']) !== currency) return { kind: 'unclear', code: 'wrong-currency' };
        const paidAt = new Date(textOf(data['paid_at']));
        return {
          kind: 'paid',
          amountCents: Number(textOf(data['amount'])),
          receipt: reference,
          paidAt: Number.isNaN(paidAt.getTime()) ? null : paidAt,
        };
      }
      if (underWay.has(status)) return { kind: 'open', idle: false };
      // Paystack calls a page abandoned until it is paid, even one just opened.
      if (status === 'abandoned') return { kind: 'open', idle: true };
      if (status === 'failed' || status === 'reversed') return { kind: 'failed', code: status };
      return { kind: 'unclear', code: status };
    },

    async refund(_ctx, refund): Promise<RefundSent> {
      const result = await call('POST', '/refund', {
        transaction: refund.receipt,
        amount: refund.amountCents,
        currency,
        merchant_note: `${refund.reason} ${refund.mark}`,
      });
      if (result.kind === 'not-sent') return { kind: 'refused', code: 'not-sent' };
      if (result.kind === 'lost' || result.json === null) return { kind: 'lost' };
      const reference = textOf(dataOf(result)?.['id']);
      const taken = result.json['status'] === true;
      if (taken && reference !== '') return { kind: 'sent', reference };
      const refused = !taken && result.status >= 400 && result.status < 500;
      return refused ? { kind: 'refused', code: textOf(result.json['code']) } : { kind: 'lost' };
    },

    async askRefund(_ctx, reference): Promise<RefundVerdict> {
      const result = await call('GET', `/refund/${encodeURIComponent(reference)}`);
      const status = textOf(dataOf(result)?.['status']);
      if (status === 'processed') return { kind: 'done' };
      if (status === 'failed') return { kind: 'failed', code: 'failed' };
      return status === '' ? { kind: 'silent' } : { kind: 'open' };
    },

    async findRefund(_ctx, { mark, amountCents, since }): Promise<RefundFound> {
      for (let page = 1; page <= maxRefundPages; page += 1) {
        const query = new URLSearchParams({
          perPage: String(refundsPerPage),
          page: String(page),
          from: new Date(since.getTime() - clockLeewayMs).toISOString(),
        });
        const result = await call('GET', `/refund?${query.toString()}`);
        const rows: unknown =
          result.kind === 'answered' && result.status === 200 ? result.json?.['data'] : null;
        if (!Array.isArray(rows)) return { kind: 'silent' };
        const found: unknown = rows.find(
          (row: unknown) =>
            isObject(row) &&
            textOf(row['merchant_note']).includes(mark) &&
            textOf(row['amount']) === String(amountCents),
        );
        const reference = isObject(found) ? textOf(found['id']) : '';
        if (reference !== '') return { kind: 'found', reference };
        if (rows.length < refundsPerPage) return { kind: found === undefined ? 'none' : 'silent' };
      }
      return { kind: 'silent' };
    },
  };
}

function dataOf(result: CallResult): Readonly<Record<string, unknown>> | null {
  const data = result.kind === 'answered' ? result.json?.['data'] : undefined;
  return isObject(data) ? data : null;
}
