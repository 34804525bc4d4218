// The sandbox: payment and SMS providers played over real HTTP in their own wire formats, and the people who answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Control } from './control.ts';
import { sandboxCredentials } from './credentials.ts';
import type { ProviderName } from './faults.ts';
import { BodyTooLargeError, parseTarget, readBody, refusal, text, writeReply } from './http.ts';
import type { Call, Reply } from './http.ts';
import { answerPage } from './pages/phone-page.ts';
import { Daraja } from './mpesa/daraja.ts';
import { Prompts } from './mpesa/prompts.ts';
import { Checkouts } from './paystack/checkouts.ts';
import { Paystack } from './paystack/paystack.ts';
import { Transactions } from './paystack/transactions.ts';
import { AfricasTalking } from './sms/africas-talking.ts';
import { Twilio } from './sms/twilio.ts';
import { createWorld } from './world.ts';
import type { Provider } from './world.ts';

export { sandboxCredentials } from './credentials.ts';

/** Where the console takes Paystack's webhooks. */
export const PAYSTACK_WEBHOOK_PATH = '/api/paystack/webhook';
/** What a person has to answer a prompt on the real network. */
const PROMPT_TIMEOUT_MS = 60_000;
/** About what the real services take between an answer and the callback, at their best. */
const CALLBACK_DELAY_MS = 300;

export interface SandboxOptions {
  /** Where browser and server reach the sandbox, without a trailing slash; asked late, as a port may be known late. */
  publicUrl: () => string;
  now?: () => Date;
  log?: (message: string, details?: Record<string, unknown>) => void;
  promptTimeoutMs?: number;
  callbackDelayMs?: number;
  credentials?: typeof sandboxCredentials;
  /** Where Paystack's webhooks go until settings say otherwise; by default a path under publicUrl. */
  paystackWebhookUrl?: () => string;
  /** Where Africa's Talking's delivery reports go until settings say otherwise; by default nowhere. */
  africastalkingReportUrl?: () => string | undefined;
}

export interface Sandbox {
  /** Answers every path under /sandbox and resolves true; resolves false, having touched nothing, for any other. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Ends every timer and callback under way; waits for nothing. */
  close(): Promise<void>;
}

/** The fault repliesLost: carried out, but nobody hears of it. */
const LOST = Symbol('reply lost');

export function createSandbox(options: SandboxOptions): Sandbox {
  const log = options.log ?? (() => {});
  const world = createWorld({
    now: options.now ?? (() => new Date()),
    publicUrl: options.publicUrl,
    credentials: options.credentials ?? sandboxCredentials,
    promptTimeoutMs: options.promptTimeoutMs ?? PROMPT_TIMEOUT_MS,
    callbackDelayMs: options.callbackDelayMs ?? CALLBACK_DELAY_MS,
    log,
  });
  const prompts = new Prompts(world);
  const control = new Control(world, prompts, {
    paystack: options.paystackWebhookUrl ?? (() => options.publicUrl() + PAYSTACK_WEBHOOK_PATH),
    africastalking: options.africastalkingReportUrl ?? (() => undefined),
  });
  const transactions = new Transactions(world, () => control.callbackUrl('paystack'));
  const checkouts = new Checkouts(world, transactions);
  const providers: Record<ProviderName, Provider> = {
    mpesa: new Daraja(world, prompts),
    paystack: new Paystack(world, transactions),
    africastalking: new AfricasTalking(world, () => control.callbackUrl('africastalking')),
    twilio: new Twilio(world),
  };

  function answerProvider(name: ProviderName, call: Call): Reply | typeof LOST {
    const provider = providers[name];
    const path = call.segments.slice(1).join('/');
    const occasion = provider.occasionOf(call, path);
    if (world.faults.take(name, 'serverErrors', occasion)) return provider.serverError();
    const reply = provider.answer(call, path, occasion);
    return world.faults.take(name, 'repliesLost', occasion) ? LOST : reply;
  }

  async function answer(call: Call): Promise<Reply | typeof LOST> {
    const [first = ''] = call.segments;
    const reply = control.answer(call) ?? checkouts.answer(call) ?? (await answerPage(call));
    if (reply) return reply;
    return isProviderName(first, providers)
      ? answerProvider(first, call)
      : refusal(404, 'There is nothing here.');
  }

  return {
    async handle(request, response) {
      const target = parseTarget(request.url ?? '');
      if (target === undefined) return false;
      try {
        const reply =
          target === null
            ? refusal(400, 'The address cannot be read.')
            : await answer({
                ...target,
                method: request.method ?? 'GET',
                headers: request.headers,
                body: await readBody(request),
              });
        if (reply === LOST) request.socket.destroy();
        else writeReply(response, reply);
      } catch (error) {
        writeReply(response, failureReply(error, log));
      }
      return true;
    },
    async close() {
      prompts.close();
      world.callbacks.close();
    },
  };
}

function isProviderName(name: string, providers: Record<ProviderName, Provider>): name is ProviderName {
  return Object.hasOwn(providers, name);
}

function failureReply(error: unknown, log: NonNullable<SandboxOptions['log']>): Reply {
  if (error instanceof BodyTooLargeError) {
    const reply = refusal(413, 'The body is larger than the sandbox accepts.');
    return { ...reply, headers: { ...reply.headers, connection: 'close' } };
  }
  log('sandbox failed', { error: error instanceof Error ? error.stack : String(error) });
  return text(500, 'The sandbox itself failed.');
}
