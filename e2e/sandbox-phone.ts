// The phone that the sandbox plays: what arrived on it, and what goes wrong on the way there.
import { consoleUrl, expect } from './test.ts';
import { msisdnOf } from './people.ts';

interface Phone {
  /** Newest first. */
  messages: { at: string; from: string; text: string }[];
}

export async function messagesTo(phoneNumber: string): Promise<Phone['messages']> {
  const response = await fetch(`${consoleUrl()}/sandbox/phones/${msisdnOf(phoneNumber)}`);
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  return ((await response.json()) as Phone).messages;
}

/** The code in the newest message, once it has arrived. */
export async function codeSentTo(phoneNumber: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      code = /\b\d{6}\b/.exec((await messagesTo(phoneNumber))[0]?.text ?? '')?.[0];
      return code;
    })
    .toBeDefined();
  return code ?? '';
}

/** Makes the gateway fail for one phone only, so that specs beside each other do not meet. */
export async function failGatewayFor(phoneNumber: string, fails: boolean): Promise<void> {
  const fault = fails ? { for: msisdnOf(phoneNumber) } : false;
  const response = await fetch(`${consoleUrl()}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ africastalking: { serverErrors: fault } }),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}: ${await response.text()}`);
}
