// Africa's Talking bulk SMS: form in, 201 out even for refused recipients, unsigned delivery reports.
import { randomBytes } from 'node:crypto';
import { json, text } from '../http.ts';
import type { Call, Reply } from '../http.ts';
import type { Occasion } from '../faults.ts';
import { phoneNumberOf } from '../phones.ts';
import type { Provider, World } from '../world.ts';

const STATUS_WORDS: Record<string, string> = {
  '100': 'Processed',
  '101': 'Success',
  '102': 'Queued',
  '401': 'RiskHold',
  '402': 'InvalidSenderId',
  '403': 'InvalidPhoneNumber',
  '404': 'UnsupportedNumberType',
  '405': 'InsufficientBalance',
  '406': 'UserInBlacklist',
  '407': 'CouldNotRoute',
  '500': 'InternalServerError',
  '501': 'GatewayError',
  '502': 'RejectedByGateway',
};
const SENT = 101;
const COST_PER_MESSAGE = 0.8;

interface Recipient {
  statusCode: number;
  number: string;
  status: string;
  cost: string;
  messageId: string;
}

export class AfricasTalking implements Provider {
  readonly #world: World;
  readonly #reportUrl: () => string | undefined;

  constructor(world: World, reportUrl: () => string | undefined) {
    this.#world = world;
    this.#reportUrl = reportUrl;
  }

  occasionOf(call: Call): Occasion {
    const to = new URLSearchParams(call.body).get('to') ?? '';
    return { operation: 'send', subjects: to.split(',').map((number) => phoneNumberOf(number) ?? number) };
  }

  answer(call: Call, path: string, occasion: Occasion): Reply {
    if (path !== 'version1/messaging') return text(404, 'The requested resource could not be found.');
    if (call.method !== 'POST') return text(405, 'HTTP method not allowed, supported methods: POST');
    const { credentials, faults } = this.#world;
    const form = new URLSearchParams(call.body);
    const { username, apiKey } = credentials.africastalking;
    const wrongKey = call.headers['apikey'] !== apiKey || form.get('username') !== username;
    if (wrongKey || faults.take('africastalking', 'badKey', occasion))
      return text(401, 'The supplied authentication is invalid');
    for (const field of ['to', 'message'])
      if (!form.get(field)) return text(400, `Request is missing required form field '${field}'`);
    if (faults.take('africastalking', 'emptyRecipients', occasion))
      return this.#reply(call, 'InvalidSenderId', []);
    const from = form.get('from') || 'AFRICASTKNG';
    const words = form.get('message') ?? '';
    const recipients = (form.get('to') ?? '').split(',').map((to) => this.#deliver(to.trim(), from, words));
    const sent = recipients.filter(({ statusCode }) => statusCode <= 102).length;
    const cost = (sent * COST_PER_MESSAGE).toFixed(4);
    return this.#reply(call, `Sent to ${sent}/${recipients.length} Total Cost: KES ${cost}`, recipients);
  }

  serverError(): Reply {
    return text(500, 'There was an internal server error.');
  }

  #deliver(to: string, from: string, words: string): Recipient {
    const { faults, phones } = this.#world;
    const number = /^\+\d{7,15}$/.test(to) ? phoneNumberOf(to) : undefined;
    const occasion = { operation: 'send', subjects: [number ?? to] };
    const forced = faults.take('africastalking', 'recipientStatus', occasion);
    const statusCode = number === undefined ? 403 : forced ? Number(forced.code) : SENT;
    const accepted = number !== undefined && statusCode <= 102;
    const messageId = accepted ? `ATXid_${randomBytes(16).toString('hex')}` : 'None';
    if (accepted) {
      const failed = faults.take('africastalking', 'deliveryFails', occasion) !== undefined;
      if (!failed) phones.receiveMessage(number, from, words);
      void this.#report(messageId, to, occasion.subjects, failed);
    }
    return {
      statusCode,
      number: to,
      status: STATUS_WORDS[statusCode] ?? 'Failed',
      cost: accepted ? `KES ${COST_PER_MESSAGE.toFixed(4)}` : '0',
      messageId,
    };
  }

  async #report(id: string, phoneNumber: string, subjects: string[], failed: boolean): Promise<void> {
    for (const status of ['Sent', failed ? 'Failed' : 'Success']) {
      const url = this.#reportUrl();
      if (url === undefined) return;
      const form = new URLSearchParams({ id, status, phoneNumber, networkCode: '63902', retryCount: '0' });
      if (status === 'Failed') form.set('failureReason', 'DeliveryFailure');
      await this.#world.callbacks.send({
        provider: 'africastalking',
        operation: 'send',
        subjects,
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      });
    }
  }

  /** XML unless JSON is asked for, as the real service. */
  #reply(call: Call, Message: string, Recipients: Recipient[]): Reply {
    if (/json/i.test(call.headers.accept ?? ''))
      return json(201, { SMSMessageData: { Message, Recipients } });
    const list = Recipients.map(
      ({ number, cost, status, messageId }) =>
        `<Recipient><number>${number.replaceAll(/[<>&]/g, '')}</number><cost>${cost}</cost><status>${status}</status><messageId>${messageId}</messageId></Recipient>`,
    );
    const xml = `<AfricasTalkingResponse><SMSMessageData><Message>${Message}</Message><Recipients>${list.join('')}</Recipients></SMSMessageData></AfricasTalkingResponse>`;
    return text(201, xml, 'application/xml; charset=utf-8');
  }
}
