// Fills an untouched database with the demo, once. One transaction: a server that dies half-way leaves nothing behind,
// and servers that start together take turns, so only the first loads.
import { randomBytes } from 'node:crypto';
import { hashPassword } from '../features/identity/index.ts';
import type { Ctx } from '../platform/context.ts';
import { withTransaction } from '../platform/db/transaction.ts';
import { demoAccounts } from './accounts.ts';
import {
  analyse,
  insertRows,
  isUntouched,
  moveSequencesPastGivenIds,
  recordFact,
  waitForTurn,
} from './demo.repository.ts';
import { generateDemoData } from './generate.ts';

export async function loadDemoData(ctx: Ctx, onProgress: (message: string) => void): Promise<void> {
  // Asked without the lock first: every later start is spared the wait.
  if (!(await isUntouched(ctx))) return;
  await withTransaction(ctx, async (tx) => {
    await waitForTurn(tx);
    if (!(await isUntouched(tx))) return;
    onProgress('Loading the demo data');
    const data = generateDemoData(tx.clock.now());
    const passwordHashes = await hashPasswords();
    await insertRows(
      tx,
      'users',
      data.users.map((user) => ({
        ...user,
        password_hash: passwordHashes.accounts.get(user.email) ?? passwordHashes.nobodyKnows,
      })),
    );
    await insertRows(tx, 'suppliers', data.suppliers);
    await insertRows(tx, 'supplier_members', data.members);
    await insertRows(tx, 'categories', data.categories);
    await insertRows(
      tx,
      'products',
      data.products.map((product) => ({ ...product, stock_level: 0, version: 1 })),
    );
    await insertRows(tx, 'orders', data.orders);
    await insertRows(tx, 'order_events', data.events);
    await insertRows(tx, 'payments', data.payments);
    await insertRows(
      tx,
      'refunds',
      data.refunds.map((refund) => ({ ...refund, secret: unguessable() })),
    );
    await insertRows(tx, 'stock_movements', data.movements);
    await moveSequencesPastGivenIds(tx);
    await analyse(tx);
    await recordFact(tx, {
      users: data.users.length,
      products: data.products.length,
      orders: data.orders.length,
    });
  });
}

const unguessable = (): string => randomBytes(32).toString('base64url');

/** People of the demo other than the accounts share one hash of random bytes: nobody can sign in as them. */
async function hashPasswords(): Promise<{ accounts: Map<string, string>; nobodyKnows: string }> {
  const [nobodyKnows, ...hashes] = await Promise.all([
    hashPassword(unguessable()),
    ...demoAccounts.map(({ password }) => hashPassword(password)),
  ]);
  return {
    nobodyKnows,
    accounts: new Map(demoAccounts.map(({ email }, index) => [email, hashes[index] ?? ''])),
  };
}
