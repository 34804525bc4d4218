// Twilio Programmable Messaging. Traps: `.json` or the answer is XML; errors are coded in the body; status callbacks are
// signed over the address exactly as we gave it, followed by the fields in order of their names.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { postForm, type GatewayAnswer } from '../../gateway-call.ts';
import {
  failureWord,
  isMessageId,
  type DeliveryReport,
  type ProbeResult,
  type SmsGateway,
  type SmsOutcome,
} from '../../sms-gateway.ts';

export interface TwilioSettings {
  provider: 'twilio';
  baseUrl: () => string;
  accountSid: string;
  authToken: string;
  /** One of the two is given. */
  from?: string | undefined;
  messagingServiceSid?: string | undefined;
  /** Where status callbacks come to; Twilio signs this very address. */
  statusCallbackUrl?: string | undefined;
}

const acceptedSchema = z.object({ sid: z.string().min(1) });
const errorSchema = z.object({ code: z.coerce.number() });

/** Not a mobile, not reachable, landline, opted out, and the like: about the number. */
const numberCodes = new Set([21211, 21214, 21217, 21610, 21612, 21614]);
/** The sender, the country or the account is not in order: about us. */
const accountCodes = new Set([21408, 21603, 21606, 21608, 21611, 21659, 21660, 21703, 30002]);

const reportStates: Readonly<Record<string, DeliveryReport['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

export function twilio(settings: TwilioSettings): SmsGateway {
  const { accountSid, authToken } = settings;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const post = (form: Record<string, string>) =>
    postForm(
      `${settings.baseUrl()}/2010-04-01/Accounts/${accountSid}/Messages.json`,
      { authorization },
      {
        ...(settings.messagingServiceSid === undefined
          ? { From: settings.from ?? '' }
          : { MessagingServiceSid: settings.messagingServiceSid }),
        ...form,
      },
    );
  return {
    provider: 'twilio',
    async send({ phone, text }): Promise<SmsOutcome> {
      const callback =
        settings.statusCallbackUrl === undefined ? {} : { StatusCallback: settings.statusCallbackUrl };
      const answer = await post({ To: `+${phone}`, Body: text, ...callback });
      if ('failure' in answer) return { kind: 'unreachable', failure: answer.failure };
      const accepted = acceptedSchema.safeParse(answer.json);
      if (answer.status === 201 && accepted.success)
        return { kind: 'accepted', providerMessageId: accepted.data.sid };
      const code = errorCode(answer);
      const failure = failureWord(code ?? `http ${answer.status}`);
      if (answer.status !== 400 || code === null) return { kind: 'unreachable', failure };
      if (numberCodes.has(code)) return { kind: 'refused', failure };
      return { kind: accountCodes.has(code) ? 'account-trouble' : 'unreachable', failure };
    },
    /** A message without a body: the key is read, then it is turned down with 400 and a code. */
    async probe(phone): Promise<ProbeResult> {
      const answer = await post({ To: `+${phone}` });
      if ('failure' in answer) return answer;
      return answer.status === 400 && errorCode(answer) !== null
        ? null
        : { failure: failureWord(errorCode(answer) ?? `http ${answer.status}`) };
    },
  };
}

const errorCode = (answer: GatewayAnswer): number | null =>
  errorSchema.safeParse(answer.json).data?.code ?? null;

export function isSignedByTwilio(
  authToken: string,
  url: string,
  form: URLSearchParams,
  signature: string,
): boolean {
  const fields = [...form].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const signed = url + fields.map(([name, value]) => name + value).join('');
  const expected = createHmac('sha1', authToken).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Null for a status that says nothing we keep, such as `queued`. */
export function readTwilioReport(form: URLSearchParams): DeliveryReport | null {
  const providerMessageId = form.get('MessageSid') ?? '';
  const state = reportStates[form.get('MessageStatus') ?? ''];
  if (state === undefined || !isMessageId(providerMessageId)) return null;
  const code = form.get('ErrorCode');
  return { providerMessageId, state, failure: state === 'failed' ? failureWord(code ?? 'failed') : null };
}
