// The goods that came in so that the orders could go out. Invariant: no product's stock is ever below zero, and it
// ends at a level chosen for it, so that some products are low and some are out.
import type { DemoMember } from './generate-people.ts';
import type { DemoProduct } from './generate-products.ts';
import { largestStock } from './lists/wholesale.ts';
import type { DemoStockMovement } from './order-rows.ts';
import type { Random } from './random.ts';
import { hourMs, inTimeOrder } from './times.ts';

interface LedgerOptions {
  nowMs: number;
  products: readonly DemoProduct[];
  members: readonly DemoMember[];
  /** What orders took and gave back. */
  movements: readonly DemoStockMovement[];
  random: Random;
}

/** The whole ledger of all products in the order of time. */
export function generateLedger({ nowMs, products, members, movements, random }: LedgerOptions) {
  const byProduct = Map.groupBy(inTimeOrder(movements), (movement) => movement.product_id);
  const ledger = products.flatMap((product) => {
    const staff = members.filter((member) => member.supplier_id === product.supplier_id);
    return productLedger({
      product,
      orders: byProduct.get(product.product_id) ?? [],
      storekeeper: random.pick(staff).user_id,
      nowMs,
      random,
    });
  });
  return inTimeOrder(ledger);
}

interface ProductOptions {
  product: DemoProduct;
  orders: readonly DemoStockMovement[];
  storekeeper: number;
  nowMs: number;
  random: Random;
}

/** More than this is not written off as broken; the product then simply is not as low as planned. */
const mostWrittenOff = 12;

function productLedger({ product, orders, storekeeper, nowMs, random }: ProductOptions): DemoStockMovement[] {
  const target = targetStock(product, random);
  const { sold, peak } = outflow(orders);
  const needed = Math.max(sold + target, peak);
  const deliveries = needed > 60 ? random.integer(2, 4) : random.integer(1, 2);
  const usualDelivery = roundUp(needed / deliveries, needed > 60 ? 10 : 1);
  const rows: DemoStockMovement[] = [];
  let arrived = 0;
  let stock = 0;
  let lastMs = product.created_at.getTime();

  const add = (movement: DemoStockMovement) => {
    rows.push(movement);
    stock += movement.quantity;
    lastMs = movement.created_at.getTime();
  };
  const storeMove = (reason: 'opening' | 'received' | 'adjusted', quantity: number, atMs: number) => {
    const note = storeNotes[reason](random);
    const created_at = new Date(atMs);
    const product_id = product.product_id;
    add({ product_id, quantity, reason, note, order_id: null, actor_user_id: storekeeper, created_at });
  };
  const receive = (reason: 'opening' | 'received', atLeast: number, atMs: number) => {
    const quantity = Math.min(needed - arrived, Math.max(usualDelivery, atLeast));
    if (quantity === 0) return;
    arrived += quantity;
    storeMove(reason, quantity, atMs);
  };
  /** Some time between the last movement and the present. */
  const later = () => lastMs + Math.floor((nowMs - lastMs) * random.between(0.2, 0.8));

  receive('opening', 0, lastMs);
  for (const order of orders) {
    const orderMs = order.created_at.getTime();
    const missing = -(stock + order.quantity);
    if (missing > 0) {
      const beforeMs = Math.min((orderMs - lastMs) / 2, random.between(hourMs, 9 * hourMs));
      receive('received', missing, orderMs - Math.ceil(beforeMs));
    }
    add(order);
  }
  if (arrived < needed) {
    const rest = needed - arrived;
    arrived = needed;
    storeMove('received', rest, later());
  }
  const surplus = stock - target;
  if (surplus > 0 && surplus <= mostWrittenOff) storeMove('adjusted', -surplus, later());
  return rows;
}

/** How much orders took in all, and the most they ever had out at once: cancelled and returned goods come back. */
function outflow(orders: readonly DemoStockMovement[]): { sold: number; peak: number } {
  let sold = 0;
  let peak = 0;
  for (const order of orders) {
    sold -= order.quantity;
    peak = Math.max(peak, sold);
  }
  return { sold, peak };
}

function targetStock({ product_name, low_stock_level }: DemoProduct, random: Random): number {
  if (product_name === largestStock.productName) return largestStock.stockLevel;
  const fate = random.next();
  if (fate < 0.06) return 0;
  if (fate < 0.17) return random.integer(1, low_stock_level);
  return random.integer(low_stock_level + 1, low_stock_level * 16);
}

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;

const storeNotes: Readonly<Record<'opening' | 'received' | 'adjusted', (random: Random) => string>> = {
  opening: () => 'Opening stock',
  received: (random) => `Delivery note DN-${random.integer(10_000, 99_999)}`,
  adjusted: () => 'Stock count: damaged in store',
};
