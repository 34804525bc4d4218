// Twilio Programmable Messaging: Basic auth, form in, JSON out, status callbacks signed over URL and fields.
import { createHmac, randomBytes } from 'node:crypto';
import { basicCredentials, json } from '../http.ts';
import type { Call, Reply } from '../http.ts';
import type { Occasion } from '../faults.ts';
import { phoneNumberOf } from '../phones.ts';
import type { Provider, World } from '../world.ts';

const LONGEST_BODY = 1600;
const API_VERSION = '2010-04-01';
const UNDELIVERED_ERROR = '30003';

interface Sms {
  sid: string;
  to: string;
  from: string;
  body: string;
  statusCallback: string | null;
}

export class Twilio implements Provider {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  occasionOf(call: Call): Occasion {
    const to = new URLSearchParams(call.body).get('To') ?? '';
    return { operation: 'send', subjects: [phoneNumberOf(to) ?? to] };
  }

  answer(call: Call, path: string, occasion: Occasion): Reply {
    const { credentials, faults } = this.#world;
    const { accountSid, authToken } = credentials.twilio;
    const [user, password] = basicCredentials(call) ?? [];
    const sid = /^2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/.exec(path)?.[1];
    if (sid === undefined) return twilioError(404, 20404, 'The requested resource was not found');
    const wrongKey = user !== accountSid || password !== authToken || sid !== accountSid;
    if (wrongKey || faults.take('twilio', 'badKey', occasion)) return twilioError(401, 20003, 'Authenticate');
    if (call.method !== 'POST') return twilioError(405, 20004, 'Method not allowed');
    if (faults.take('twilio', 'tooManyRequests', occasion))
      return twilioError(429, 20429, 'Too Many Requests');
    return this.#send(new URLSearchParams(call.body), occasion);
  }

  serverError(): Reply {
    return twilioError(500, 20500, 'An internal server error has occurred');
  }

  #send(form: URLSearchParams, occasion: Occasion): Reply {
    const { faults, callbacks } = this.#world;
    const to = form.get('To') ?? '';
    const body = form.get('Body') ?? '';
    const service = form.get('MessagingServiceSid');
    const from = form.get('From') ?? '';
    const statusCallback = form.get('StatusCallback');
    if (to === '') return twilioError(400, 21604, "A 'To' phone number is required.");
    if (!/^\+[1-9]\d{6,14}$/.test(to))
      return twilioError(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    if (from === '' && !service) return twilioError(400, 21603, "A 'From' phone number is required.");
    if (body === '') return twilioError(400, 21602, 'Message body is required.');
    if (body.length > LONGEST_BODY)
      return twilioError(400, 21617, 'The concatenated message body exceeds the 1600 character limit.');
    if (statusCallback !== null && !callbacks.allows(statusCallback))
      return twilioError(400, 21609, `The StatusCallback URL ${statusCallback} is not a valid URL.`);
    if (faults.take('twilio', 'optedOut', occasion))
      return twilioError(400, 21610, 'Attempt to send to unsubscribed recipient');
    const sms = { sid: `SM${randomBytes(16).toString('hex')}`, to, from, body, statusCallback };
    this.#deliver(sms, occasion);
    return json(201, this.#resource(sms, service));
  }

  #deliver(sms: Sms, occasion: Occasion): void {
    const { faults, phones } = this.#world;
    const failed = faults.take('twilio', 'deliveryFails', occasion) !== undefined;
    const number = phoneNumberOf(sms.to);
    if (!failed && number !== undefined) phones.receiveMessage(number, sms.from || 'Twilio', sms.body);
    void this.#report(sms, occasion, failed);
  }

  async #report(sms: Sms, occasion: Occasion, failed: boolean): Promise<void> {
    const { callbacks, credentials } = this.#world;
    if (sms.statusCallback === null) return;
    for (const status of ['sent', failed ? 'undelivered' : 'delivered']) {
      const fields: Record<string, string> = {
        SmsSid: sms.sid,
        SmsStatus: status,
        MessageStatus: status,
        To: sms.to,
        From: sms.from,
        MessageSid: sms.sid,
        AccountSid: credentials.twilio.accountSid,
        ApiVersion: API_VERSION,
        ...(status === 'undelivered' ? { ErrorCode: UNDELIVERED_ERROR } : {}),
      };
      await callbacks.send({
        provider: 'twilio',
        ...occasion,
        url: sms.statusCallback,
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': twilioSignature(credentials.twilio.authToken, sms.statusCallback, fields),
        },
        body: new URLSearchParams(fields).toString(),
      });
    }
  }

  #resource(sms: Sms, service: string | null): Record<string, unknown> {
    const { accountSid } = this.#world.credentials.twilio;
    const created = this.#world.now().toUTCString().replace('GMT', '+0000');
    return {
      account_sid: accountSid,
      api_version: API_VERSION,
      body: sms.body,
      date_created: created,
      date_sent: null,
      date_updated: created,
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: sms.from || null,
      messaging_service_sid: service,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: 'USD',
      sid: sms.sid,
      status: service ? 'accepted' : 'queued',
      subresource_uris: { media: `/${API_VERSION}/Accounts/${accountSid}/Messages/${sms.sid}/Media.json` },
      to: sms.to,
      uri: `/${API_VERSION}/Accounts/${accountSid}/Messages/${sms.sid}.json`,
    };
  }
}

/** base64 HMAC-SHA1 of the full URL followed by every field's name and value, in the order of the names. */
export function twilioSignature(token: string, url: string, fields: Record<string, string>): string {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}${fields[name] ?? ''}`);
  return createHmac('sha1', token)
    .update(url + pairs.join(''))
    .digest('base64');
}

function twilioError(status: number, code: number, message: string): Reply {
  return json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}
