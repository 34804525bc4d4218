// What every provider of one sandbox shares; nothing is kept outside it, so sandboxes in one process do not meet.
import { Callbacks } from './callbacks.ts';
import type { sandboxCredentials } from './credentials.ts';
import { Faults } from './faults.ts';
import type { Occasion } from './faults.ts';
import type { Call, Reply } from './http.ts';
import { Phones } from './phones.ts';

export interface World {
  now: () => Date;
  publicUrl: () => string;
  credentials: typeof sandboxCredentials;
  faults: Faults;
  phones: Phones;
  callbacks: Callbacks;
  promptTimeoutMs: number;
}

/** One provider, answering the calls below its own base URL; `path` is what follows that URL. */
export interface Provider {
  occasionOf(call: Call, path: string): Occasion;
  answer(call: Call, path: string, occasion: Occasion): Reply;
  serverError(): Reply;
}

export interface WorldOptions extends Omit<World, 'faults' | 'phones' | 'callbacks'> {
  callbackDelayMs: number;
  log: (message: string, details?: Record<string, unknown>) => void;
}

export function createWorld({ callbackDelayMs, log, ...shared }: WorldOptions): World {
  const faults = new Faults();
  return {
    ...shared,
    faults,
    phones: new Phones(shared.now),
    callbacks: new Callbacks({ faults, delayMs: callbackDelayMs, publicUrl: shared.publicUrl, log }),
  };
}
