// The list call of one screen, held in the hand: answered by the server, made up, refused or held back.
import type { Page, Route } from '@playwright/test';
import { call, withoutLiveUpdates, type Session } from './test.ts';

type Row = Record<string, unknown>;

interface ListAnswer {
  results: Row[];
  total: number;
}

type Manner = 'real' | 'made up' | 'refused';

interface Held {
  arrived: PromiseWithResolvers<void>;
  released: PromiseWithResolvers<void>;
  answered: PromiseWithResolvers<void>;
}

export interface ListCall {
  /** The path of the call, without its query. */
  path: string;
  /** The field of a row that tells it from the others. */
  idField: string;
}

/** Enough for a pager window of ten with pages on both sides of it. */
export const madeUpTotal = 500;

export class ListServer {
  manner: Manner = 'real';
  /** What was asked for, in order. */
  readonly asked: URLSearchParams[] = [];
  lastAnswer: ListAnswer = { results: [], total: 0 };
  /** Fewer rows than asked for, where only their looks matter. */
  mostRows = Infinity;
  /** How a made-up answer depends on the search; a search that is not here gets every row. */
  readonly totals = new Map<string, number>();
  readonly #held = new Map<string, Held>();
  readonly #listCall: ListCall;
  readonly #sample: readonly Row[];

  private constructor(listCall: ListCall, sample: readonly Row[]) {
    this.#listCall = listCall;
    this.#sample = sample;
  }

  static async on(page: Page, session: Session, listCall: ListCall): Promise<ListServer> {
    const { results } = await call<ListAnswer>(session, 'GET', `${listCall.path}?limit=20`);
    if (results.length === 0) throw new Error(`${listCall.path} has no rows to make others from`);
    const server = new ListServer(listCall, results);
    await page.route(
      (url) => url.pathname === listCall.path,
      (route) => server.#answer(route),
    );
    await withoutLiveUpdates(page);
    return server;
  }

  get lastAsked(): Record<string, string> {
    return Object.fromEntries(this.asked.at(-1) ?? []);
  }

  /** Keeps the answers to a search back until they are released. */
  hold(search: string): void {
    this.#held.set(search, {
      arrived: Promise.withResolvers(),
      released: Promise.withResolvers(),
      answered: Promise.withResolvers(),
    });
  }

  /** Waits for a call to be held back, and resolves when its answer has been given. */
  async release(search: string): Promise<void> {
    const held = this.#held.get(search);
    await held?.arrived.promise;
    this.#held.delete(search);
    held?.released.resolve();
    await held?.answered.promise;
  }

  async #answer(route: Route): Promise<void> {
    const query = new URL(route.request().url()).searchParams;
    this.asked.push(query);
    const held = this.#held.get(query.get('search') ?? '');
    held?.arrived.resolve();
    await held?.released.promise;
    await this.#give(route, query);
    held?.answered.resolve();
  }

  async #give(route: Route, query: URLSearchParams): Promise<void> {
    switch (this.manner) {
      case 'real': {
        const response = await route.fetch();
        this.lastAnswer = (await response.json()) as ListAnswer;
        await route.fulfill({ response });
        return;
      }
      case 'made up':
        this.lastAnswer = this.#madeUp(query);
        await route.fulfill({ json: this.lastAnswer });
        return;
      case 'refused':
        await route.fulfill({
          status: 500,
          json: { error: { code: 'internal', message: 'The list is being mended.' } },
        });
        return;
    }
  }

  #madeUp(query: URLSearchParams): ListAnswer {
    const offset = Number(query.get('offset'));
    const limit = Number(query.get('limit'));
    const total = this.totals.get(query.get('search') ?? '') ?? madeUpTotal;
    const length = Math.max(0, Math.min(limit, this.mostRows, total - offset));
    const results = Array.from({ length }, (_, index) => ({
      ...this.#sample[index % this.#sample.length],
      [this.#listCall.idField]: offset + index + 1,
    }));
    return { results, total };
  }
}
