// Random lives of orders and money on a real database: placed, paid, told late, twice, out of order or falsely,
// polled, cancelled, delivered, expired, refunded, one by one and at once. After every step the invariants hold.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentMethods } from '@ghala/contracts/orders/orders.lifecycle';
import { checkBooks, checkInvariants } from '../../../test/money-model/invariants.ts';
import type { Manner } from '../../../test/money-model/bank.ts';
import { World, type People, type Step } from '../../../test/money-model/world.ts';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

const runs = Number(process.env['MODEL_RUNS'] ?? 260);
const stepsPerRun = { minLength: 40, maxLength: 52 } as const;

let server: TestServer;
let people: People;
beforeAll(async () => {
  server = await startTestServer();
  const actor = (caller: Caller, role: 'user' | 'admin') => ({
    userId: caller.userId,
    role,
    firstName: 'Model',
    lastName: role,
    sessionId: 0,
  });
  people = {
    user: actor(await server.signIn('user'), 'user'),
    admin: actor(await server.signIn('admin'), 'admin'),
  };
});
afterAll(() => server.close());

/** Small, so that one order lives through much; not too small, so that several do at once. */
const which = fc.nat({ max: 4 });
const often = (...manners: Manner[]) => fc.constantFrom<Manner>('well', 'well', 'well', ...manners);

const single: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      method: fc.constantFrom(...paymentMethods, 'Mpesa' as const),
      quantity: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant('prompt' as const), which, manner: often('lost', 'refused') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('checkout' as const), which, manner: often('lost', 'refused') }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('payer' as const), which, pays: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('callback' as const),
      which,
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('forge' as const), which, addCents: fc.constantFrom(0, 100) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      manner: often('silent', 'lies', 'lost', 'refused'),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('poll' as const),
      which,
      manner: often('silent', 'lies', 'lies'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'cancel' as const,
        'deliver' as const,
        'deliver' as const,
        'return' as const,
        'pay on delivery' as const,
      ),
      which,
      byAdmin: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 1, 1, 2, 2, 2, 2, 11, 16),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const), which, part: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('payback' as const),
      which,
      succeeds: fc.boolean(),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resolve' as const), which }) },
);
/** A life begins with a few orders: without any, nothing can happen. */
const beginning: Step[] = (['Mpesa', 'Paystack', 'Mpesa', 'Cash on delivery'] as const).map((method) => ({
  kind: 'place',
  method,
  quantity: 2,
}));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('at once' as const),
      steps: fc.array(single, { minLength: 2, maxLength: 4 }),
    }),
  },
);

it(
  'keeps stock and money true through any life',
  async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { ...stepsPerRun, size: 'max' }), async (steps) => {
        const world = await World.open(server, people);
        for (const one of [...beginning, ...steps]) {
          await world.take(one);
          await checkInvariants(server, world);
          taken += one.kind === 'at once' ? one.steps.length : 1;
        }
        await world.comeToRest();
        await checkInvariants(server, world);
        await checkBooks(server, world);
      }),
      // Shrinking takes many times as long as failing; the seed in the report lets it be done when it is wanted.
      { numRuns: runs, endOnFailure: process.env['MODEL_SHRINK'] === undefined },
    );
    expect(taken).toBeGreaterThanOrEqual(Math.min(10_000, runs * stepsPerRun.minLength));
  },
  // Twice what it takes on two busy cores.
  600_000,
);
