// The calls that are nobody's wire format: people answering, tests looking, faults and callback addresses being set.
import { FaultSettingError } from './faults.ts';
import { isJsonCall, json, parseJsonObject, refusal } from './http.ts';
import type { Call, JsonObject, Reply } from './http.ts';
import { isPromptAction, promptActions, promptState } from './mpesa/prompts.ts';
import type { Prompt, Prompts } from './mpesa/prompts.ts';
import { phoneNumberOf } from './phones.ts';
import type { World } from './world.ts';

/** What a real account sets in the provider's dashboard. */
const SETTING_NAMES = { paystack: 'webhookUrl', africastalking: 'reportUrl' } as const;
type Configured = keyof typeof SETTING_NAMES;

export class Control {
  readonly #world: World;
  readonly #prompts: Prompts;
  readonly #defaults: Record<Configured, () => string | undefined>;
  readonly #urls = new Map<Configured, string>();

  constructor(world: World, prompts: Prompts, defaults: Record<Configured, () => string | undefined>) {
    this.#world = world;
    this.#prompts = prompts;
    this.#defaults = defaults;
  }

  callbackUrl(provider: Configured): string | undefined {
    return this.#urls.get(provider) ?? this.#defaults[provider]();
  }

  /** Undefined for calls that are not control calls. */
  answer(call: Call): Reply | undefined {
    const [first = '', second = '', ...rest] = call.segments;
    if (first === 'faults' && call.segments.length === 1) return this.#faults(call);
    if (first === 'phones' && rest.length === 0) return this.#phone(call, second);
    if (first === 'prompts' && rest.length === 0) return this.#prompt(call, second);
    if ((first === 'paystack' || first === 'africastalking') && second === 'settings' && rest.length === 0)
      return this.#settings(call, first);
    return undefined;
  }

  #faults(call: Call): Reply {
    const { faults } = this.#world;
    if (call.method === 'DELETE') faults.clear();
    else if (call.method === 'POST') {
      const body = controlBody(call);
      if ('refused' in body) return body.refused;
      try {
        faults.set(body.value);
      } catch (error) {
        if (error instanceof FaultSettingError) return refusal(400, error.message);
        throw error;
      }
    } else if (call.method !== 'GET') return wrongMethod('GET, POST, DELETE');
    return json(200, faults.list());
  }

  #phone(call: Call, written: string): Reply {
    if (call.method !== 'GET') return wrongMethod('GET');
    const number = phoneNumberOf(written);
    if (number === undefined) return refusal(400, 'That is not a phone number; write it like 254712345678.');
    const messages = this.#world.phones.messagesOf(number);
    const prompts = this.#prompts.promptsOf(number).map(promptView);
    return json(200, { phone: number, messages, prompts });
  }

  #prompt(call: Call, checkoutRequestId: string): Reply {
    const prompt = this.#prompts.find(checkoutRequestId);
    if (!prompt) return refusal(404, 'There is no such prompt.');
    if (call.method === 'GET') return json(200, promptView(prompt));
    if (call.method !== 'POST') return wrongMethod('GET, POST');
    const body = controlBody(call);
    if ('refused' in body) return body.refused;
    const { action } = body.value;
    if (!isPromptAction(action)) return refusal(400, `action must be one of ${promptActions.join(', ')}.`);
    if (!this.#prompts.answer(prompt, action))
      return refusal(409, `The prompt has been answered before: ${promptState(prompt)}.`);
    return json(200, promptView(prompt));
  }

  #settings(call: Call, provider: Configured): Reply {
    const name = SETTING_NAMES[provider];
    if (call.method === 'POST') {
      const body = controlBody(call);
      if ('refused' in body) return body.refused;
      const url = body.value[name];
      if (url === null) this.#urls.delete(provider);
      else if (typeof url === 'string' && this.#world.callbacks.allows(url)) this.#urls.set(provider, url);
      else return refusal(400, `${name} must be an http(s) address on this machine or host, or null.`);
    } else if (call.method !== 'GET') return wrongMethod('GET, POST');
    return json(200, { [name]: this.callbackUrl(provider) ?? null });
  }
}

/** JSON only, so that no web page elsewhere can post a plain form here. */
export function controlBody(call: Call): { value: JsonObject } | { refused: Reply } {
  if (!isJsonCall(call)) return { refused: refusal(415, 'Send JSON with content-type application/json.') };
  const value = parseJsonObject(call.body);
  return value ? { value } : { refused: refusal(400, 'The body must be a JSON object.') };
}

export function wrongMethod(allow: string): Reply {
  const reply = refusal(405, `This address takes ${allow}.`);
  return { ...reply, headers: { ...reply.headers, allow } };
}

function promptView(prompt: Prompt): JsonObject {
  const { checkoutRequestId, amount, reference, description, shortcode, at, expiresAt } = prompt;
  return {
    checkoutRequestId,
    amount,
    reference,
    state: promptState(prompt),
    description,
    shortcode,
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
