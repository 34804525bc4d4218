// Sends what the providers send by themselves (results, webhooks, delivery reports), never to a host that is not
// ours, and plays the faults of that road: dropped, doubled, late, out of order.
import type { Faults, ProviderName } from './faults.ts';
import { BoundedMap } from './bounded-map.ts';

/** A callback without a successor would wait for ever to be overtaken. */
const HELD_BACK_MS = 3_000;
const DEFAULT_LATE_MS = 5_000;
const REPLY_TIMEOUT_MS = 30_000;
/** Callbacks waiting for their moment; beyond it the oldest is never sent, as if dropped on the way. */
const WAITING_LIMIT = 20_000;

export interface Callback {
  provider: ProviderName;
  operation: string;
  subjects: string[];
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface CallbackOptions {
  faults: Faults;
  delayMs: number;
  publicUrl: () => string;
  log: (message: string, details?: Record<string, unknown>) => void;
}

interface HeldBack {
  callback: Callback;
  timer: NodeJS.Timeout;
}

export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #timers = new BoundedMap<NodeJS.Timeout, NodeJS.Timeout>(WAITING_LIMIT, clearTimeout);
  readonly #closing = new AbortController();
  readonly #heldBack = new Map<ProviderName, HeldBack>();

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** Loopback and our own address only: else anyone who reaches the sandbox could make it call any host. */
  allows(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, host, username, password } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') return false;
    if (username !== '' || password !== '') return false;
    if (hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname))
      return true;
    const own = this.#options.publicUrl();
    return URL.canParse(own) && new URL(own).host === host;
  }

  /** Resolves when the callback has gone out, or has met the fault that keeps it back. */
  async send(callback: Callback): Promise<void> {
    if (!this.allows(callback.url)) {
      this.#note('sandbox callback refused: not our host', callback);
      return;
    }
    await this.#wait(this.#options.delayMs);
    const { faults } = this.#options;
    const { provider } = callback;
    if (faults.take(provider, 'callbacksDropped', callback)) {
      this.#note('sandbox callback dropped', callback);
      return;
    }
    if (!this.#heldBack.has(provider) && faults.take(provider, 'callbacksOutOfOrder', callback)) {
      this.#hold(callback);
      return;
    }
    const late = faults.take(provider, 'callbacksLate', callback);
    if (late) {
      void this.#deliver(callback, late.ms ?? DEFAULT_LATE_MS);
      return;
    }
    await this.#deliver(callback);
  }

  close(): void {
    this.#closing.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { timer } of this.#heldBack.values()) clearTimeout(timer);
  }

  async #deliver(callback: Callback, lateMs?: number): Promise<void> {
    if (lateMs !== undefined) await this.#wait(lateMs);
    const doubled = this.#options.faults.take(callback.provider, 'callbacksDoubled', callback);
    await Promise.all(doubled ? [this.#post(callback), this.#post(callback)] : [this.#post(callback)]);
    await this.#release(callback.provider);
  }

  #hold(callback: Callback): void {
    const timer = setTimeout(() => void this.#release(callback.provider), HELD_BACK_MS);
    timer.unref();
    this.#heldBack.set(callback.provider, { callback, timer });
  }

  async #release(provider: ProviderName): Promise<void> {
    const held = this.#heldBack.get(provider);
    if (!held) return;
    this.#heldBack.delete(provider);
    clearTimeout(held.timer);
    await this.#post(held.callback);
  }

  async #post(callback: Callback): Promise<void> {
    try {
      const response = await fetch(callback.url, {
        method: 'POST',
        headers: callback.headers,
        body: callback.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(REPLY_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      this.#note('sandbox callback sent', callback, { status: response.status });
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#note('sandbox callback failed', callback, { error: String(error) });
    }
  }

  /** The path stays out of the log: it carries the receiver's secret. */
  #note(message: string, callback: Callback, details: Record<string, unknown> = {}): void {
    const host = URL.canParse(callback.url) ? new URL(callback.url).host : undefined;
    this.#options.log(message, {
      provider: callback.provider,
      operation: callback.operation,
      host,
      ...details,
    });
  }

  async #wait(ms: number): Promise<void> {
    if (this.#closing.signal.aborted) return new Promise(() => {});
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      timer.unref();
      this.#timers.set(timer, timer);
    });
  }
}
