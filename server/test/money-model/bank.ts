// The providers of the model: they know the truth about every payment, and tell it as badly as they are asked to.
import type { Providers } from '../../src/features/payments/providers/index.ts';
import type {
  PaymentProvider,
  PaymentToStart,
  RefundFound,
  RefundToSend,
  RefundVerdict,
} from '../../src/features/payments/providers/payment-provider.ts';
import type { OnlineMethod } from '../../src/features/payments/payments.tables.ts';

export interface Charge {
  method: OnlineMethod;
  reference: string;
  secret: string;
  orderId: number;
  amountCents: number;
  state: 'waiting' | 'paid' | 'declined';
  receipt: string;
  /** One answer in a row may be wrong, as has been seen; two have not. */
  lied: boolean;
}

export interface Payback {
  method: OnlineMethod;
  reference: string;
  secret: string;
  receipt: string;
  amountCents: number;
  mark: string;
  done: boolean | null;
}

/** How the next call to a provider goes. */
export type Manner = 'well' | 'lost' | 'refused' | 'silent' | 'lies';

const lastPart = (url: string): string => url.split('/').at(-1) ?? '';
let numbers = 0;

export class Bank {
  charges: Charge[] = [];
  paybacks: Payback[] = [];
  manner: Manner = 'well';

  readonly providers: Providers = {
    of: (method) => this.#provider(method),
    isSignedByPaystack: (_bytes, signature) => signature === 'signed',
  };

  #provider(method: OnlineMethod): PaymentProvider {
    return {
      method,
      newReference: () => (method === 'Paystack' ? `ps-${(numbers += 1)}` : null),
      start: async (_ctx, payment) => this.#start(method, payment),
      ask: async (_ctx, reference) => this.#ask(reference),
      refund: async (_ctx, refund) => this.#refund(method, refund),
      askRefund: method === 'Paystack' ? async (_ctx, reference) => this.#askRefund(reference) : null,
      findRefund: method === 'Paystack' ? async (_ctx, { mark }) => this.#findRefund(mark) : null,
    };
  }

  #askRefund(reference: string): RefundVerdict {
    const payback = this.paybacks.find((one) => one.reference === reference);
    if (payback === undefined || this.manner === 'silent') return { kind: 'silent' };
    if (payback.done === null) return { kind: 'open' };
    return payback.done ? { kind: 'done' } : { kind: 'failed', code: 'failed' };
  }

  #findRefund(mark: string): RefundFound {
    if (this.manner === 'silent') return { kind: 'silent' };
    const payback = this.paybacks.find((one) => one.mark === mark);
    return payback === undefined ? { kind: 'none' } : { kind: 'found', reference: payback.reference };
  }

  #start(method: OnlineMethod, payment: PaymentToStart): Awaited<ReturnType<PaymentProvider['start']>> {
    const { manner } = this;
    if (manner === 'refused' || (manner === 'lost' && method === 'Paystack'))
      return { kind: 'refused', code: '500.003.02', busy: true };
    numbers += 1;
    const charge: Charge = {
      method,
      reference: payment.reference ?? `ws_CO_${numbers}`,
      secret: lastPart(payment.callbackUrl),
      orderId: payment.orderId,
      amountCents: payment.amountCents,
      state: 'waiting',
      receipt: `R${numbers}`,
      lied: false,
    };
    this.charges.push(charge);
    return manner === 'lost'
      ? { kind: 'lost' }
      : {
          kind: 'accepted',
          reference: charge.reference,
          authorizationUrl: method === 'Paystack' ? 'https://pay' : null,
        };
  }

  #ask(reference: string): Awaited<ReturnType<PaymentProvider['ask']>> {
    const charge = this.charges.find((one) => one.reference === reference);
    if (charge === undefined || this.manner === 'silent') return { kind: 'silent' };
    if (this.manner === 'lies' && charge.method === 'Mpesa' && !charge.lied) {
      charge.lied = true;
      return { kind: 'failed', code: '1037' };
    }
    switch (charge.state) {
      case 'waiting':
        return { kind: 'open', idle: charge.method === 'Paystack' };
      case 'declined':
        return { kind: 'failed', code: charge.method === 'Mpesa' ? '1032' : 'failed' };
      case 'paid': {
        const known = charge.method === 'Paystack';
        return {
          kind: 'paid',
          amountCents: known ? charge.amountCents : null,
          receipt: known ? charge.reference : null,
          paidAt: null,
        };
      }
      default:
        return charge.state satisfies never;
    }
  }

  #refund(method: OnlineMethod, refund: RefundToSend): Awaited<ReturnType<PaymentProvider['refund']>> {
    if (this.manner === 'refused') return { kind: 'refused', code: 'not-sent' };
    numbers += 1;
    const payback: Payback = {
      method,
      reference: `AG_${numbers}`,
      secret: lastPart(refund.resultUrl),
      receipt: refund.receipt,
      amountCents: refund.amountCents,
      mark: refund.mark,
      done: null,
    };
    this.paybacks.push(payback);
    return this.manner === 'lost' ? { kind: 'lost' } : { kind: 'sent', reference: payback.reference };
  }
}

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** What M-Pesa or Paystack sends about a charge; `forgedCents` for a liar's version. */
export function callbackOf(charge: Charge, paid: boolean, amountCents = charge.amountCents): Uint8Array {
  if (charge.method === 'Paystack')
    return bytes({
      event: 'charge.success',
      data: { reference: charge.reference, status: 'success', amount: amountCents },
    });
  const Item = [
    { Name: 'MpesaReceiptNumber', Value: charge.receipt },
    { Name: 'Amount', Value: amountCents / 100 },
  ];
  return bytes({
    Body: {
      stkCallback: {
        CheckoutRequestID: charge.reference,
        ResultCode: paid ? 0 : 1032,
        ...(paid ? { CallbackMetadata: { Item } } : {}),
      },
    },
  });
}

export function paybackResultOf(payback: Payback): Uint8Array {
  if (payback.method === 'Mpesa')
    return bytes({
      Result: { ResultCode: payback.done === true ? 0 : 1, ConversationID: payback.reference },
    });
  return bytes({
    event: payback.done === true ? 'refund.processed' : 'refund.failed',
    data: { transaction_reference: payback.receipt, amount: String(payback.amountCents) },
  });
}
