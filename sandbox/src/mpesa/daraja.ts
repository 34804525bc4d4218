// Daraja's front door: the token every call needs, and which call a path means.
import { randomBytes } from 'node:crypto';
import { basicCredentials, bearerToken, json, parseJsonObject } from '../http.ts';
import type { Call, Reply } from '../http.ts';
import type { Occasion } from '../faults.ts';
import type { Provider, World } from '../world.ts';
import { fieldText } from './daraja-fields.ts';
import { darajaError } from './daraja-replies.ts';
import { promptOccasion } from './prompts.ts';
import type { Prompts } from './prompts.ts';
import { Reversal } from './reversal.ts';
import { StkPush } from './stk-push.ts';

const TOKEN_LIFE_S = 3599;

const OPERATIONS = new Map([
  ['oauth/v1/generate', 'token'],
  ['mpesa/stkpush/v1/processrequest', 'push'],
  ['mpesa/stkpushquery/v1/query', 'query'],
  ['mpesa/reversal/v1/request', 'reversal'],
]);

export class Daraja implements Provider {
  readonly #world: World;
  readonly #prompts: Prompts;
  readonly #stkPush: StkPush;
  readonly #reversal: Reversal;
  /** One at a time: a new token cancels the one before. */
  #token: { value: string; endsAt: number } | undefined;

  constructor(world: World, prompts: Prompts) {
    this.#world = world;
    this.#prompts = prompts;
    this.#stkPush = new StkPush(world, prompts);
    this.#reversal = new Reversal(world, prompts);
  }

  occasionOf(call: Call, path: string): Occasion {
    const body = parseJsonObject(call.body) ?? {};
    const prompt =
      this.#prompts.find(fieldText(body, 'CheckoutRequestID')) ??
      this.#prompts.findByReceipt(fieldText(body, 'TransactionID'));
    return {
      operation: OPERATIONS.get(path) ?? 'unknown',
      subjects: prompt
        ? promptOccasion(prompt).subjects
        : [fieldText(body, 'PhoneNumber'), fieldText(body, 'AccountReference')],
    };
  }

  answer(call: Call, path: string, occasion: Occasion): Reply {
    const { faults } = this.#world;
    const operation = OPERATIONS.get(path);
    if (operation === undefined) return darajaError('404.001.01', 'Resource not found');
    if (faults.take('mpesa', 'spikeArrest', occasion))
      return darajaError('500.003.02', 'Error Occurred: Spike Arrest Violation');
    if (call.method !== (operation === 'token' ? 'GET' : 'POST'))
      return darajaError('405.001', 'Method Not Allowed');
    if (operation === 'token') return this.#issueToken(call);
    if (faults.take('mpesa', 'tokenExpired', occasion)) this.#token = undefined;
    if (!this.#isTokenValid(call)) return darajaError('404.001.03', 'Invalid Access Token');
    switch (operation) {
      case 'push':
        return this.#stkPush.push(call);
      case 'query':
        return this.#stkPush.query(call, occasion);
      default:
        return this.#reversal.request(call);
    }
  }

  serverError(): Reply {
    return darajaError('500.003.1001', 'Internal Server Error');
  }

  #issueToken(call: Call): Reply {
    const { consumerKey, consumerSecret } = this.#world.credentials.mpesa;
    if (call.query.get('grant_type') !== 'client_credentials')
      return darajaError('400.008.02', 'Invalid grant type passed');
    const [key, secret] = basicCredentials(call) ?? [];
    if (key !== consumerKey || secret !== consumerSecret)
      return darajaError('400.008.01', 'Invalid Authentication passed');
    const value = randomBytes(21).toString('base64url');
    this.#token = { value, endsAt: this.#world.now().getTime() + TOKEN_LIFE_S * 1000 };
    // A string, as many clients report, though the documentation prints a number.
    return json(200, { access_token: value, expires_in: String(TOKEN_LIFE_S) });
  }

  #isTokenValid(call: Call): boolean {
    const token = this.#token;
    return (
      token?.value === bearerToken(call) && token !== undefined && token.endsAt > this.#world.now().getTime()
    );
  }
}
