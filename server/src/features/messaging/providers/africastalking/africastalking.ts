// Africa's Talking bulk SMS. Traps: 201 may carry refused recipients or none; a wrong key is 401 in plain text; XML
// unless JSON is asked for; delivery reports are not signed, so their path holds a secret.
import { z } from 'zod';
import { postForm } from '../../gateway-call.ts';
import {
  failureWord,
  isMessageId,
  type DeliveryReport,
  type ProbeResult,
  type SmsGateway,
  type SmsOutcome,
} from '../../sms-gateway.ts';

export interface AfricasTalkingSettings {
  provider: 'africastalking';
  baseUrl: () => string;
  username: string;
  apiKey: string;
  senderId?: string | undefined;
  /** Last segment of the path delivery reports come to; without it they are not taken. */
  reportSecret?: string | undefined;
}

const answerSchema = z.object({
  SMSMessageData: z.object({
    Message: z.string().default(''),
    Recipients: z
      .array(
        z.object({ statusCode: z.coerce.number(), status: z.string().default(''), messageId: z.string() }),
      )
      .default([]),
  }),
});

const acceptedCodes = new Set([100, 101, 102]);
/** Bad number, unsupported kind of number, blacklisted by its owner. */
const numberCodes = new Set([403, 404, 406]);
/** Risk hold, unknown sender id, no balance. */
const accountCodes = new Set([401, 402, 405]);

const reportStates: Readonly<Record<string, DeliveryReport['state']>> = {
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
  Success: 'delivered',
  Failed: 'failed',
  Rejected: 'failed',
};

export function africasTalking(settings: AfricasTalkingSettings): SmsGateway {
  const post = (form: Record<string, string>) =>
    postForm(
      `${settings.baseUrl()}/version1/messaging`,
      { apiKey: settings.apiKey },
      {
        username: settings.username,
        bulkSMSMode: '1',
        ...(settings.senderId === undefined ? {} : { from: settings.senderId }),
        ...form,
      },
    );
  return {
    provider: 'africastalking',
    async send({ phone, text }): Promise<SmsOutcome> {
      const answer = await post({ to: `+${phone}`, message: text });
      if ('failure' in answer) return { kind: 'unreachable', failure: answer.failure };
      const parsed = answerSchema.safeParse(answer.json);
      if (answer.status !== 201 || !parsed.success)
        return { kind: 'unreachable', failure: `http ${answer.status}` };
      const { Message, Recipients } = parsed.data.SMSMessageData;
      const [recipient] = Recipients;
      if (recipient === undefined) return { kind: 'account-trouble', failure: failureWord(Message) };
      if (acceptedCodes.has(recipient.statusCode))
        return { kind: 'accepted', providerMessageId: recipient.messageId };
      const failure = failureWord(`${recipient.statusCode} ${recipient.status}`);
      if (numberCodes.has(recipient.statusCode)) return { kind: 'refused', failure };
      return { kind: accountCodes.has(recipient.statusCode) ? 'account-trouble' : 'unreachable', failure };
    },
    /** A message without words: the key and the number are read, then it is turned down with 400. */
    async probe(phone): Promise<ProbeResult> {
      const answer = await post({ to: `+${phone}` });
      if ('failure' in answer) return answer;
      return answer.status === 400 || answer.status === 201 ? null : { failure: `http ${answer.status}` };
    },
  };
}

/** Null for a report that says nothing we keep. */
export function readAfricasTalkingReport(form: URLSearchParams): DeliveryReport | null {
  const providerMessageId = form.get('id') ?? '';
  const state = reportStates[form.get('status') ?? ''];
  if (state === undefined || !isMessageId(providerMessageId)) return null;
  const reason = form.get('failureReason');
  return { providerMessageId, state, failure: state === 'failed' ? failureWord(reason ?? 'Failed') : null };
}
