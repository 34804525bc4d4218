// Who ordered what, when and how they meant to pay: more orders in daytime, on weekdays and of late, and only of
// products and by people that were there at the moment.
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import { mpesaAmountProblem, toShillings } from '@ghala/contracts/money';
import { demoAccounts } from './accounts.ts';
import type { DemoUser } from './generate-people.ts';
import type { DemoProduct } from './generate-products.ts';
import { wholesaleOrders } from './lists/wholesale.ts';
import { planJourney, waitForMoney, type Step } from './order-journeys.ts';
import type { Random } from './random.ts';
import { dayMs, hourMs, minuteMs, nairobiMidnight } from './times.ts';

const orderCount = 1500;
const periodDays = 90;
/** Placed minutes ago and not paid yet: the only unpaid prepaid orders there can be. */
const waitingOrders = 8;
/** Share of orders of user@ghala.example, so that My Orders has several pages. */
const accountShare = 0.05;

export interface PlacedOrder {
  placedMs: number;
  user: DemoUser;
  product: DemoProduct;
  quantity: number;
  method: PaymentMethod;
  steps: Step[];
}

interface PlaceOptions {
  nowMs: number;
  users: readonly DemoUser[];
  products: readonly DemoProduct[];
  random: Random;
}

/** All orders, oldest first; no two at the same moment. */
export function placeOrders(options: PlaceOptions): PlacedOrder[] {
  const { nowMs, random } = options;
  const chooser = createChooser(options);
  const moments = new Set<number>();
  while (moments.size < orderCount - waitingOrders) moments.add(pastMoment(nowMs, random));
  const wholesale = chooseWholesale([...moments], options);

  const past = [...moments]
    .toSorted((a, b) => a - b)
    .map((placedMs): PlacedOrder => {
      const large = wholesale.get(placedMs);
      const product = large?.product ?? chooser.product(placedMs);
      const quantity = large?.quantity ?? usualQuantity(product, random);
      const method = choosePaymentMethod(product.price_cents * quantity, random);
      const steps = planJourney(method, placedMs, random);
      return { placedMs, product, quantity, method, steps, user: chooser.user(placedMs) };
    });
  const waiting = Array.from({ length: waitingOrders }, (_, index): PlacedOrder => {
    const placedMs = nowMs - Math.floor(((waitingOrders - index) * 12 * minuteMs) / waitingOrders);
    const product = chooser.product(placedMs);
    const fitsMpesa = mpesaAmountProblem(toShillings(product.price_cents)) === null;
    const method = fitsMpesa && index % 3 > 0 ? 'Mpesa' : 'Paystack';
    const steps = waitForMoney(placedMs, random);
    return { placedMs, product, quantity: 1, method, steps, user: chooser.user(placedMs) };
  });
  return [...past, ...waiting];
}

/** Each order of lists/wholesale.ts at a moment when its product was on sale. */
function chooseWholesale(moments: readonly number[], { products, random }: PlaceOptions) {
  return new Map(
    wholesaleOrders.map(({ productName, quantity }) => {
      const product = products.find((one) => one.product_name === productName);
      if (product === undefined) throw new Error(`The catalogue has no ${productName}.`);
      return [random.pick(moments.filter((atMs) => onSale(product, atMs))), { product, quantity }];
    }),
  );
}

function pastMoment(nowMs: number, random: Random): number {
  const latestMs = nowMs - 30 * minuteMs;
  for (;;) {
    const daysAgo = random.integer(0, periodDays - 1);
    const midnight = nairobiMidnight(nowMs) - daysAgo * dayMs;
    // Two draws make late morning to afternoon the busiest time.
    const momentMs = midnight + Math.floor(((random.between(6, 21) + random.between(7, 22)) / 2) * hourMs);
    const weekday = new Date(midnight + dayMs / 2).getUTCDay();
    const busy = (weekday === 0 ? 0.5 : 1) * (1 - (0.5 * daysAgo) / periodDays);
    if (momentMs < latestMs && momentMs > nowMs - periodDays * dayMs && random.chance(busy)) return momentMs;
  }
}

const onSale = (product: DemoProduct, atMs: number): boolean => product.created_at.getTime() + hourMs < atMs;

function createChooser({ users, products, random }: PlaceOptions) {
  const email = demoAccounts.find((account) => account.role === 'user')?.email;
  const accountUser = users.find((user) => user.email === email);
  const popularity = new Map(
    products.map((product) => [
      product,
      // Cheap things sell more often; some things never do.
      random.chance(0.05) ? 0 : random.between(0.3, 2) / toShillings(product.price_cents) ** 0.35,
    ]),
  );
  const appetite = new Map(
    users.map((user) => [user, user.role === 'user' ? 0.2 + 2 * random.next() ** 2 : 0.08]),
  );
  const isThere = (user: DemoUser, atMs: number) =>
    user.created_at.getTime() + hourMs < atMs &&
    // Somebody about to leave orders nothing more: their last order comes to its end first.
    (user.deleted_at === null || atMs < user.deleted_at.getTime() - 10 * dayMs);
  return {
    user: (atMs: number): DemoUser =>
      accountUser !== undefined && random.chance(accountShare)
        ? accountUser
        : random.pickWeighted(
            users.filter((user) => isThere(user, atMs)),
            (user) => appetite.get(user) ?? 0,
          ),
    product: (atMs: number): DemoProduct =>
      random.pickWeighted(
        products.filter((product) => onSale(product, atMs)),
        (product) => popularity.get(product) ?? 0,
      ),
  };
}

function usualQuantity(product: DemoProduct, random: Random): number {
  const shillings = toShillings(product.price_cents);
  const most =
    shillings < 100 ? 60 : shillings < 1000 ? 20 : shillings < 5000 ? 6 : shillings < 50_000 ? 3 : 1;
  return 1 + Math.floor(random.next() ** 2 * most);
}

/** Nobody keeps more than this at the door in notes. */
const mostCashCents = 150_000_00;

function choosePaymentMethod(amountCents: number, random: Random): PaymentMethod {
  const wanted = random.next();
  if (wanted < 0.42 && amountCents <= mostCashCents) return 'Cash on delivery';
  if (wanted < 0.8 && mpesaAmountProblem(toShillings(amountCents)) === null) return 'Mpesa';
  return 'Paystack';
}
