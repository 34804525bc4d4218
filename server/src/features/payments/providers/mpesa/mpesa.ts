// M-Pesa by Daraja: STK push, its query, and reversal. The push has no idempotency of its own, so it is sent once and
// never again by itself.
import { toShillings } from '@ghala/contracts/money';
import type { Ctx } from '../../../../platform/context.ts';
import type {
  PaymentProvider,
  PaymentToStart,
  ProviderRules,
  RefundSent,
  RefundToSend,
  Start,
  Verdict,
} from '../payment-provider.ts';
import { textOf } from '../provider-call.ts';
import { readPromptResult } from './callbacks.ts';
import { DarajaClient, type DarajaCredentials } from './daraja-client.ts';
import { nairobiStamp } from './nairobi-time.ts';
import { describeResult, isEnding, stillProcessing } from './result-codes.ts';

export interface MpesaSettings extends DarajaCredentials {
  shortcode: string;
  passkey: string;
  /** Buy-goods till; none for a paybill. */
  till?: string | undefined;
  /** Without these two, money cannot be reversed by itself. */
  initiatorName?: string | undefined;
  securityCredential?: string | undefined;
}

export const mpesaRules: ProviderRules = {
  describe: describeResult,
  readCallback: readPromptResult,
  /** A prompt lives for about a minute; after ten nothing but an oddly late callback can come. */
  giveUpAfterMs: 10 * 60_000,
  /** One query alone has been seen to say failed of a payment that was made. */
  failuresToBelieve: 2,
  givenUpMayBePaid: true,
  failedMayBePaid: false,
  tellsOfRefundsWhenAsked: false,
};
/** What Daraja takes for each. */
const maxReference = 12;
const maxDescription = 13;
const busyCodes = new Set(['500.003.02', '500.003.03', '500.001.1001', 'not-sent']);

export function createMpesa(settings: MpesaSettings): PaymentProvider {
  const client = new DarajaClient(settings);
  const merchant = (ctx: Ctx) => {
    const stamp = nairobiStamp(ctx.clock.now());
    return {
      BusinessShortCode: settings.shortcode,
      Password: Buffer.from(`${settings.shortcode}${settings.passkey}${stamp}`).toString('base64'),
      Timestamp: stamp,
    };
  };

  return {
    method: 'Mpesa',
    newReference: () => null,
    askRefund: null,
    findRefund: null,

    async start(ctx, payment): Promise<Start> {
      const result = await client.post(ctx, '/mpesa/stkpush/v1/processrequest', {
        ...merchant(ctx),
        ...pushFields(settings, payment),
      });
      if (result.kind === 'not-sent') return { kind: 'refused', code: 'not-sent', busy: true };
      if (result.kind === 'lost' || result.json === null) return { kind: 'lost' };
      const reference = textOf(result.json['CheckoutRequestID']);
      if (result.status === 200 && textOf(result.json['ResponseCode']) === '0' && reference !== '')
        return { kind: 'accepted', reference, authorizationUrl: null };
      const code = refusalOf(result.json);
      return code === null ? { kind: 'lost' } : { kind: 'refused', code, busy: busyCodes.has(code) };
    },

    async ask(ctx, reference): Promise<Verdict> {
      const body = { ...merchant(ctx), CheckoutRequestID: reference };
      const result = await client.post(ctx, '/mpesa/stkpushquery/v1/query', body);
      // An error tells nothing: it comes for finished payments and for ones still under way.
      if (result.kind !== 'answered' || result.status !== 200) return { kind: 'silent' };
      const code = textOf(result.json?.['ResultCode']);
      if (textOf(result.json?.['CheckoutRequestID']) !== reference || code === '') return { kind: 'silent' };
      if (code === '0') return { kind: 'paid', amountCents: null, receipt: null, paidAt: null };
      if (code === stillProcessing) return { kind: 'open', idle: false };
      return isEnding(code) ? { kind: 'failed', code } : { kind: 'unclear', code };
    },

    async refund(ctx, refund): Promise<RefundSent> {
      const { initiatorName, securityCredential } = settings;
      if (initiatorName === undefined || securityCredential === undefined)
        return { kind: 'refused', code: 'no-initiator' };
      const body = reversalFields(settings.shortcode, initiatorName, securityCredential, refund);
      const result = await client.post(ctx, '/mpesa/reversal/v1/request', body);
      if (result.kind === 'not-sent') return { kind: 'refused', code: 'not-sent' };
      if (result.kind === 'lost' || result.json === null) return { kind: 'lost' };
      const reference = textOf(result.json['ConversationID']);
      if (result.status === 200 && textOf(result.json['ResponseCode']) === '0' && reference !== '')
        return { kind: 'sent', reference };
      const code = refusalOf(result.json);
      return code === null ? { kind: 'lost' } : { kind: 'refused', code };
    },
  };
}

/**
 * The code of a call that was not carried out; null when it may have been: an answer without a code of theirs is a
 * gateway's on the way, and 0 is a yes, however odd the rest of it.
 */
function refusalOf(answer: Readonly<Record<string, unknown>>): string | null {
  const code = textOf(answer['errorCode']) || textOf(answer['ResponseCode']);
  return code === '' || code === '0' ? null : code;
}

const pushFields = ({ shortcode, till }: MpesaSettings, payment: PaymentToStart) => ({
  TransactionType: till === undefined ? 'CustomerPayBillOnline' : 'CustomerBuyGoodsOnline',
  Amount: toShillings(payment.amountCents),
  PartyA: payment.phone,
  PartyB: till ?? shortcode,
  PhoneNumber: payment.phone,
  CallBackURL: payment.callbackUrl,
  AccountReference: `ORDER${payment.orderId}`.slice(0, maxReference),
  TransactionDesc: `Order ${payment.orderId}`.slice(0, maxDescription),
});

const reversalFields = (shortcode: string, initiator: string, credential: string, refund: RefundToSend) => ({
  Initiator: initiator,
  SecurityCredential: credential,
  CommandID: 'TransactionReversal',
  TransactionID: refund.receipt,
  Amount: toShillings(refund.amountCents),
  ReceiverParty: shortcode,
  // Safaricom's spelling.
  RecieverIdentifierType: '11',
  ResultURL: refund.resultUrl,
  QueueTimeOutURL: refund.timeoutUrl,
  Remarks: refund.reason.slice(0, 100).padEnd(2, '.'),
  Occasion: '',
});
