// The payer's side of the sandbox: prompts on a phone, checkouts, and what goes wrong on the way, for one payer only.
import { msisdnOf } from './people.ts';
import { consoleUrl, expect } from './test.ts';

export type PromptAnswer = 'approve' | 'cancel' | 'timeout' | 'insufficient' | 'wrong-pin';

interface Prompt {
  checkoutRequestId: string;
  amount: number;
  state: string;
}

async function control<T>(path: string, body?: unknown): Promise<T> {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${consoleUrl()}/sandbox/${path}`, init);
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Newest first. */
export const promptsOn = async (phoneNumber: string): Promise<Prompt[]> =>
  (await control<{ prompts: Prompt[] }>(`phones/${msisdnOf(phoneNumber)}`)).prompts;

/** Answers the prompt on a phone, once it is there. */
export async function answerPrompt(phoneNumber: string, action: PromptAnswer): Promise<void> {
  let waiting: Prompt | undefined;
  await expect
    .poll(async () => {
      waiting = (await promptsOn(phoneNumber)).find(({ state }) => state === 'waiting');
      return waiting;
    })
    .toBeDefined();
  await control(`prompts/${waiting?.checkoutRequestId}`, { action });
}

interface FaultSetting {
  times?: number;
  ms?: number;
  code?: number;
  on?: string;
}

/** `payer` is a phone number for M-Pesa, an email for Paystack: faults of one spec must not reach another. */
export async function setFault(
  provider: 'mpesa' | 'paystack',
  fault: string,
  payer: string,
  setting: FaultSetting = {},
): Promise<void> {
  await setFaultOn(provider, fault, provider === 'mpesa' ? msisdnOf(payer) : payer, setting);
}

/** Like setFault, on whatever the sandbox knows the call by, such as the receipt of what is to be given back. */
export async function setFaultOn(
  provider: 'mpesa' | 'paystack',
  fault: string,
  subject: string,
  setting: FaultSetting = {},
): Promise<void> {
  await control('faults', { [provider]: { [fault]: { ...setting, for: subject } } });
}
