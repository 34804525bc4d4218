// One world of the model: a shop on a real database, people who order, and a bank. Each step is something that may
// happen; what the rules refuse is fine, anything else that goes wrong is not.
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import { expireOrders } from '../../src/features/orders/expire-orders.ts';
import * as orders from '../../src/features/orders/orders.service.ts';
import { placeOrder } from '../../src/features/orders/place-order.ts';
import { checkAttempt } from '../../src/features/payments/check-attempt.ts';
import { orderMoney } from '../../src/features/payments/index.ts';
import { settlePayment } from '../../src/features/payments/payments.service.ts';
import type { PaymentsSetup } from '../../src/features/payments/payments.setup.ts';
import { processCallback } from '../../src/features/payments/process-callback.ts';
import * as receive from '../../src/features/payments/receive-callbacks.ts';
import { refundPayment, sendRefund } from '../../src/features/payments/refund-payment.ts';
import { checkRefund, markOf } from '../../src/features/payments/refund-results.ts';
import type { RefundRow } from '../../src/features/payments/refunds.repository.ts';
import { resolveRefund } from '../../src/features/payments/resolve-refund.ts';
import { openCheckout, requestPrompt } from '../../src/features/payments/start-attempt.ts';
import type { Ctx, SignedInCtx } from '../../src/platform/context.ts';
import { AppError } from '../../src/platform/errors.ts';
import { openShop, type Shop } from '../shop.ts';
import type { TestServer } from '../test-server.ts';
import { Bank, callbackOf, paybackResultOf, type Charge, type Manner, type Payback } from './bank.ts';

/** `which` picks among what there is, wherever a step needs something to act on. */
export type Step =
  | { kind: 'place'; method: PaymentMethod; quantity: number }
  | { kind: 'prompt' | 'checkout'; which: number; manner: Manner }
  | { kind: 'payer'; which: number; pays: boolean }
  | { kind: 'callback'; which: number; times: number }
  | { kind: 'forge'; which: number; addCents: number }
  | { kind: 'work'; manner: Manner; twice: boolean }
  | { kind: 'poll'; which: number; manner: Manner }
  | { kind: 'cancel' | 'deliver' | 'return' | 'pay on delivery'; which: number; byAdmin: boolean }
  | { kind: 'expire' }
  | { kind: 'wait'; minutes: number }
  | { kind: 'refund'; which: number; part: boolean }
  | { kind: 'payback'; which: number; succeeds: boolean; times: number }
  | { kind: 'settle'; which: number }
  | { kind: 'resolve'; which: number }
  | { kind: 'at once'; steps: Step[] };

/** Enough for a few orders, so that some find nothing left. */
export const openingStock = 16;
const price = 100;

export interface People {
  user: SignedInCtx['actor'];
  admin: SignedInCtx['actor'];
}

export class World {
  readonly bank = new Bank();
  readonly shop: Shop;
  readonly #server: TestServer;
  readonly #people: People;
  readonly #base: Ctx;
  readonly #setup: PaymentsSetup;
  #jobs: { name: string; payload: Record<string, number> }[] = [];
  #phones = 0;

  private constructor(server: TestServer, people: People, shop: Shop) {
    this.#server = server;
    this.#people = people;
    this.shop = shop;
    this.#base = {
      ...server.app.ctx,
      jobs: {
        send: async (_ctx, job, payload) => {
          this.#jobs.push({ name: job.name, payload: payload as Record<string, number> });
        },
      },
    };
    this.#setup = {
      providers: this.bank.providers,
      paymentHoldMinutes: 15,
      ownUrl: () => 'http://model',
      publicUrl: undefined,
      corsOrigins: [],
    };
  }

  static async open(server: TestServer, people: People): Promise<World> {
    return new World(server, people, await openShop(server, { price, stock: openingStock }));
  }

  async take(step: Step): Promise<void> {
    try {
      await this.#take(step);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  #as(who: keyof People): SignedInCtx {
    return { ...this.#base, actor: this.#people[who] };
  }

  async #take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'place':
        return this.#place(step.method, step.quantity);
      case 'prompt':
      case 'checkout':
        return this.#ask(step);
      case 'payer':
        return this.#answer(step.which, step.pays);
      case 'callback':
        return this.#tell(pick(this.#answered().toReversed(), step.which), step.times);
      case 'forge':
        return this.#forge(pick(this.bank.charges.toReversed(), step.which), step.addCents);
      case 'work':
        return this.work(step.manner, step.twice);
      case 'poll':
        return this.#poll(step.which, step.manner);
      case 'cancel':
      case 'deliver':
      case 'return':
      case 'pay on delivery':
        return this.#change(step);
      case 'expire':
        return expireOrders(this.#base, orderMoney);
      case 'wait':
        this.#server.clock.advance(step.minutes * 60_000);
        return undefined;
      case 'refund':
        return this.#refund(step.which, step.part);
      case 'payback':
        return this.#payBack(pick(this.bank.paybacks, step.which), step.succeeds, step.times);
      case 'settle':
        return this.#settle(step.which);
      case 'resolve':
        return this.#resolve(step.which);
      case 'at once':
        await Promise.all(step.steps.map((one) => this.take(one)));
        return undefined;
      default:
        return step satisfies never;
    }
  }

  async #place(method: PaymentMethod, quantity: number): Promise<void> {
    await placeOrder(
      this.#as('user'),
      { paymentHoldMinutes: 15 },
      {
        userId: this.#people.user.userId,
        productId: this.shop.productId,
        quantity,
        amount: quantity * price * 100,
        paymentMethod: method,
      },
    );
  }

  async #ask({ kind, which, manner }: Extract<Step, { kind: 'prompt' | 'checkout' }>): Promise<void> {
    const order = await this.#order(which);
    if (order === undefined) return;
    this.bank.manner = manner;
    this.#phones += 1;
    const phone = `2547${String(50_000_000 + this.shop.productId * 5 + (this.#phones % 5))}`;
    await (kind === 'checkout'
      ? openCheckout(this.#as('user'), this.#setup, { orderId: order.order_id })
      : requestPrompt(this.#as('user'), this.#setup, {
          orderId: order.order_id,
          phone,
          amount: order.amount_cents,
        }));
  }

  async #answer(which: number, pays: boolean): Promise<void> {
    const charge = pick(
      this.bank.charges.filter((one) => one.state === 'waiting' || (one.method === 'Paystack' && pays)),
      which,
    );
    if (charge !== undefined && charge.state !== 'paid') charge.state = pays ? 'paid' : 'declined';
  }

  #answered = (): Charge[] =>
    this.bank.charges.filter(
      (one) => one.state === 'paid' || (one.state === 'declined' && one.method === 'Mpesa'),
    );

  async #tell(charge: Charge | undefined, times: number): Promise<void> {
    if (charge === undefined) return;
    for (let time = 0; time < times; time += 1)
      await this.#send(charge, callbackOf(charge, charge.state === 'paid'));
  }

  /** A stranger who knows the path says that it was paid, perhaps another sum. */
  async #forge(charge: Charge | undefined, addCents: number): Promise<void> {
    if (charge?.state === 'waiting')
      await this.#send(charge, callbackOf(charge, true, charge.amountCents + addCents));
  }

  async #send(charge: Charge, bytes: Uint8Array): Promise<void> {
    if (charge.method === 'Mpesa')
      await receive.receivePromptResult(this.#base, charge.secret, { bytes, headers: {} });
    else await this.#sendEvent(bytes);
  }

  #sendEvent = (bytes: Uint8Array): Promise<void> =>
    receive.receivePaystackEvent(this.#base, this.#setup, {
      bytes,
      headers: { 'x-paystack-signature': 'signed' },
    });

  /** Does the jobs that wait, in any order a queue may choose; once or twice, as a queue may. */
  async work(manner: Manner, twice: boolean): Promise<void> {
    const waiting = this.#jobs;
    this.#jobs = [];
    this.bank.manner = manner;
    for (const { name, payload } of twice ? [...waiting, ...waiting] : waiting) {
      if (name === 'process-callback')
        await processCallback(this.#base, this.#setup, payload['callbackId'] ?? 0);
      if (name === 'send-refund') await sendRefund(this.#base, this.#setup, payload['refundId'] ?? 0);
    }
  }

  async #poll(which: number, manner: Manner): Promise<void> {
    const attempts = await this.#rows<{ attempt_id: number }>('payment_attempts');
    this.bank.manner = manner;
    const attempt = pick(attempts, which);
    if (attempt !== undefined) await checkAttempt(this.#base, this.#setup, attempt.attempt_id);
  }

  async #change({ kind, which, byAdmin }: Extract<Step, { byAdmin: boolean }>): Promise<void> {
    const order = await this.#order(which);
    if (order === undefined) return;
    const ctx = this.#as(byAdmin ? 'admin' : 'user');
    const { order_id: orderId } = order;
    if (kind === 'cancel') await orders.cancelOrder(ctx, orderId);
    if (kind === 'deliver') await orders.deliverOrder(ctx, orderMoney, orderId);
    if (kind === 'return') await orders.returnOrder(ctx, orderId);
    if (kind === 'pay on delivery') await orders.payOnDelivery(ctx, orderMoney, orderId);
  }

  async #refund(which: number, part: boolean): Promise<void> {
    const payment = pick(await this.#rows<{ payment_id: number }>('payments'), which);
    if (payment === undefined) return;
    const amount = part ? { amount: price * 100 } : {};
    await refundPayment(this.#as('admin'), this.#setup, payment.payment_id, { ...amount, reason: 'Model.' });
  }

  async #payBack(payback: Payback | undefined, succeeds: boolean, times: number): Promise<void> {
    if (payback === undefined) return;
    payback.done ??= succeeds;
    const bytes = paybackResultOf(payback);
    for (let time = 0; time < times; time += 1)
      if (payback.method === 'Paystack') await this.#sendEvent(bytes);
      else await receive.receiveReversalResult(this.#base, payback.secret, { bytes, headers: {} });
  }

  async #settle(which: number): Promise<void> {
    const payment = pick(await this.#rows<{ payment_id: number }>('payments'), which);
    if (payment !== undefined)
      await settlePayment(this.#as('admin'), payment.payment_id, { reason: 'Model.' });
  }

  /** An admin looks a refund up at the bank and says how it ended, if it has. */
  async #resolve(which: number): Promise<void> {
    const refund = pick(await this.#rows<RefundRow>('refunds'), which);
    if (refund === undefined) return;
    const payback = this.bank.paybacks.find(({ mark }) => mark === markOf(refund.refund_id));
    if (payback === undefined || payback.done === null) return;
    const outcome = payback.done ? 'refunded' : 'failed';
    await resolveRefund(this.#as('admin'), refund.refund_id, { outcome, reason: 'Model.' });
  }

  /** Everything that is under way ends: the bank answers well, and time passes. */
  async comeToRest(): Promise<void> {
    for (const charge of this.#answered()) await this.#tell(charge, 1);
    for (const [which] of this.bank.paybacks.entries())
      await this.take({ kind: 'payback', which, succeeds: true, times: 1 });
    for (const minutes of [0, 1, 11, 16, 60]) {
      this.#server.clock.advance(minutes * 60_000);
      await this.work('well', false);
      const attempts = await this.#rows<{ attempt_id: number; state: string }>('payment_attempts');
      this.bank.manner = 'well';
      for (const { attempt_id, state } of attempts)
        if (state !== 'succeeded') await checkAttempt(this.#base, this.#setup, attempt_id);
      await expireOrders(this.#base, orderMoney);
    }
    for (const [which] of this.bank.paybacks.entries())
      await this.take({ kind: 'payback', which, succeeds: true, times: 1 });
    await this.work('well', false);
    const asked = this.bank.paybacks.filter(({ method }) => method === 'Paystack').map(({ mark }) => mark);
    for (const refund of await this.#rows<RefundRow>('refunds'))
      if (asked.includes(markOf(refund.refund_id)))
        await checkRefund(this.#base, this.bank.providers.of('Paystack'), refund);
  }

  #order = async (which: number) =>
    pick(
      await this.#server.sql<{ order_id: number; amount_cents: number }>(
        'select order_id, amount_cents from orders where product_id = $1 order by order_id desc',
        [this.shop.productId],
      ),
      which,
    );

  #rows = <T extends object>(table: 'payments' | 'payment_attempts' | 'refunds'): Promise<T[]> =>
    this.#server.sql<T>(
      `select t.* from ${table} t join orders o using (order_id) where o.product_id = $1 order by 1 desc`,
      [this.shop.productId],
    );
}

const pick = <T>(from: readonly T[], which: number): T | undefined => from[which % Math.max(1, from.length)];
