// The whole demo as rows: a function of the present alone, so the same moment gives the same data everywhere.
import { generatePeople, type DemoMember, type DemoUser } from './generate-people.ts';
import {
  generateCategories,
  generateProducts,
  type DemoCategory,
  type DemoProduct,
} from './generate-products.ts';
import { generateSuppliers, type DemoSupplier } from './generate-suppliers.ts';
import type { Step } from './order-journeys.ts';
import type { DemoOrder, DemoOrderEvent, DemoPayment, DemoRefund, DemoStockMovement } from './order-rows.ts';
import { createPhoneBook } from './phone-book.ts';
import { placeOrders } from './place-orders.ts';
import { playOrder, type Stage } from './play-order.ts';
import { createRandom, type Random } from './random.ts';
import { createReceipts } from './receipts.ts';
import { generateLedger } from './stock-ledger.ts';
import { inTimeOrder } from './times.ts';

export interface DemoData {
  users: DemoUser[];
  suppliers: DemoSupplier[];
  members: DemoMember[];
  categories: DemoCategory[];
  products: DemoProduct[];
  orders: DemoOrder[];
  events: DemoOrderEvent[];
  payments: (DemoPayment & { payment_id: number })[];
  refunds: (Omit<DemoRefund, 'receipt'> & { refund_id: number; payment_id: number })[];
  movements: DemoStockMovement[];
}

/** Each part has its own stream, so that a longer list of one does not change all the others. */
const seeds = { people: 254_001, catalogue: 254_002, orders: 254_003, journeys: 254_004, stock: 254_005 };

export function generateDemoData(now: Date): DemoData {
  const nowMs = now.getTime();
  const peopleRandom = createRandom(seeds.people);
  const newPhone = createPhoneBook(peopleRandom);
  const suppliers = generateSuppliers(nowMs, newPhone, peopleRandom);
  const { users, members } = generatePeople({ nowMs, suppliers, newPhone, random: peopleRandom });
  const products = generateProducts(nowMs, suppliers, createRandom(seeds.catalogue));
  const placed = placeOrders({ nowMs, users, products, random: createRandom(seeds.orders) });

  const journeyRandom = createRandom(seeds.journeys);
  const stage: Stage = {
    nowMs,
    actorFor: createCast(users, members, journeyRandom),
    receiptFor: createReceipts(journeyRandom),
  };
  const played = placed.map((order, index) => playOrder(order, index + 1, stage));
  const payments = inTimeOrder(played.flatMap((one) => one.payments)).map((payment, index) => ({
    payment_id: index + 1,
    ...payment,
  }));
  const paymentIds = new Map(payments.map(({ receipt, payment_id }) => [receipt, payment_id]));
  return {
    users,
    members,
    suppliers: [...suppliers.values()],
    categories: generateCategories(nowMs),
    products,
    orders: played.map(({ order }) => order),
    events: inTimeOrder(played.flatMap(({ events }) => events)),
    payments,
    refunds: inTimeOrder(played.flatMap(({ refunds }) => refunds)).map(({ receipt, ...refund }, index) => ({
      refund_id: index + 1,
      payment_id: paymentIds.get(receipt) ?? 0,
      ...refund,
    })),
    movements: generateLedger({
      nowMs,
      products,
      members,
      movements: played.flatMap(({ movements }) => movements),
      random: createRandom(seeds.stock),
    }),
  };
}

function createCast(users: readonly DemoUser[], members: readonly DemoMember[], random: Random) {
  const admins = users.filter((user) => user.role === 'admin');
  const admin = () => random.pick(admins).user_id;
  const cast: Readonly<Record<Step['by'], (order: DemoOrder) => number | null>> = {
    system: () => null,
    owner: (order) => order.user_id,
    admin,
    staff: (order) => {
      const staff = members.filter((member) => member.supplier_id === order.supplier_id);
      return random.chance(0.6) ? random.pick(staff).user_id : admin();
    },
  };
  return (by: Step['by'], order: DemoOrder) => cast[by](order);
}
