// Everything that is measured on databases of some sizes.
import { Client } from 'pg';
import { openBenchDatabase, type BenchDatabase } from './database.ts';
import { sizesFor } from './generate.ts';
import { latencyOf, measure, throughput, type Latency, type Target } from './load.ts';
import { listRequests, preparePeople, type People } from './requests.ts';
import { residentMb, startConsole, startFloor, type Running } from './servers.ts';
import { placeByBareSql } from './bare-orders.ts';
import http from 'node:http';

const warmUp = 60;
/** Taken in many short turns, all sizes and requests and the floor in each: noise of the machine falls on all alike. */
const turns = 30;
const samplesInTurn = 20;
const throughputMs = 5000;
const placingTurns = 2;
const connections = 10;
const writeProducts = 1000;
const exportRows = 1_000_000;

interface ListReport {
  floor: Latency;
  lists: { name: string; latency: Latency }[];
}
const noLists: ListReport = { floor: latencyOf([]), lists: [] };

export interface SizeReport extends ListReport {
  orders: number;
  floorPerSecond: number;
  firstPagePerSecond: number;
  /** While something is committed all the time. */
  changingFirstPagePerSecond: number;
  barePlacedPerSecond: number;
  placedPerSecond: number;
  memoryMb: number;
  exportGrowthMb: number;
  exportedRows: number;
}

/** A database of one size with a console and a floor on it. */
interface Setup {
  orders: number;
  database: BenchDatabase;
  client: Client;
  floor: Running;
  server: Running;
  people: People;
}

export async function measureSizes(
  sizes: readonly number[],
  say: (message: string) => void,
): Promise<SizeReport[]> {
  await using opened = new AsyncDisposableStack();
  const setups: Setup[] = [];
  for (const orders of sizes) setups.push(await setUp(orders, opened, say));
  const lists = await measureLists(setups, say);
  const reports: SizeReport[] = [];
  for (const [index, setup] of setups.entries())
    reports.push({ ...(lists[index] ?? noLists), ...(await measureRest(setup, say)) });
  return reports;
}

async function setUp(
  orders: number,
  opened: AsyncDisposableStack,
  say: (message: string) => void,
): Promise<Setup> {
  say(`${orders.toLocaleString('en')} orders`);
  const database = await openBenchDatabase(orders, say);
  opened.defer(() => database.postgres.stop());
  const client = new Client(database.postgres.connection);
  await client.connect();
  opened.defer(() => client.end());
  const floor = await startFloor(database);
  opened.defer(() => floor.stop());
  const server = await startConsole(database);
  opened.defer(() => server.stop());
  return { orders, database, client, floor, server, people: await preparePeople(client, server.url) };
}

async function measureRest(
  { orders, database, client, floor, server, people }: Setup,
  say: (message: string) => void,
): Promise<Omit<SizeReport, keyof ListReport>> {
  const bearer = { authorization: `Bearer ${people.admin}` };
  const firstPage: Target = { url: `${server.url}/api/orders?limit=20&offset=0`, headers: bearer };
  say(`${orders.toLocaleString('en')} orders: throughput`);
  const floorPerSecond = await throughput(() => floorTarget(floor, orders), connections, throughputMs);
  const firstPagePerSecond = await throughput(() => firstPage, connections, throughputMs);
  const enough = new AbortController();
  const committing = keepCommitting(client, enough.signal);
  const changingFirstPagePerSecond = await throughput(() => firstPage, connections, throughputMs);
  enough.abort();
  await committing;
  say('  export');
  const exported = await measureExport(server, bearer);
  say('  placing orders');
  const products = await cheapProducts(client);
  const placed = { bare: 0, byConsole: 0 };
  for (let turn = 0; turn < placingTurns; turn += 1) {
    // After a checkpoint every page is logged whole once; both begin with the same.
    await client.query('checkpoint');
    const { connection } = database.postgres;
    placed.bare += await placeByBareSql(connection, products, people.customerId, connections, throughputMs);
    await client.query('checkpoint');
    placed.byConsole += await measurePlacing(server, people, products);
  }
  return {
    orders,
    floorPerSecond,
    firstPagePerSecond,
    changingFirstPagePerSecond,
    barePlacedPerSecond: placed.bare / placingTurns,
    placedPerSecond: placed.byConsole / placingTurns,
    memoryMb: residentMb(server.pid),
    ...exported,
  };
}

/** The console gives an answer again while nothing has been committed; what is measured is the answer made anew. */
const commitSomething = (client: Client) => client.query('select pg_current_xact_id()');

/** Until told to stop, so that hardly an answer can be given again. */
async function keepCommitting(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await commitSomething(client);
}

const floorTarget = (floor: Running, orders: number): Target => ({
  url: `${floor.url}/${1 + Math.floor(Math.random() * orders)}`,
});

async function measureLists(setups: readonly Setup[], say: (message: string) => void): Promise<ListReport[]> {
  const measured = [];
  for (const setup of setups) measured.push(await warmUpLists(setup));
  say(`lists, ${turns} turns`);
  for (let turn = 0; turn < turns; turn += 1)
    for (const { setup, requests, floorSamples } of measured)
      for (const { samples, target } of requests) {
        floorSamples.push(...(await measure(() => floorTarget(setup.floor, setup.orders), samplesInTurn)));
        const change = () => commitSomething(setup.client);
        samples.push(...(await measure(() => target, samplesInTurn, change)));
      }
  return measured.map(({ requests, floorSamples }) => ({
    floor: latencyOf(floorSamples),
    lists: requests.map(({ name, samples }) => ({ name, latency: latencyOf(samples) })),
  }));
}

async function warmUpLists(setup: Setup) {
  const { client, floor, server, people, orders } = setup;
  const { rows } = await client.query<{ n: number }>(
    'select sum(n)::float8 as n from payment_counts where kind = $1',
    ['all'],
  );
  const requests = listRequests(sizesFor(orders), people, rows[0]?.n ?? 0).map(({ name, path, token }) => ({
    name,
    target: { url: `${server.url}${path}`, headers: { authorization: `Bearer ${token}` } } satisfies Target,
    samples: [] as number[],
  }));
  await measure(() => floorTarget(floor, orders), warmUp);
  for (const { target } of requests)
    await measure(
      () => target,
      warmUp,
      () => commitSomething(client),
    );
  return { setup, requests, floorSamples: [] as number[] };
}

/** Streams up to a million rows and watches how much more memory the server takes meanwhile. */
async function measureExport(
  server: Running,
  headers: Record<string, string>,
): Promise<{ exportGrowthMb: number; exportedRows: number }> {
  const before = residentMb(server.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(server.pid));
  }, 20);
  const exportedRows = await new Promise<number>((resolve, reject) => {
    let rows = -1;
    const request = http.get(`${server.url}/api/order-export`, { headers }, (response) => {
      response.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) rows += 1;
        if (rows >= exportRows) response.destroy();
      });
      response.on('close', () => resolve(rows));
    });
    request.on('error', reject);
  });
  clearInterval(watch);
  return { exportGrowthMb: most - before, exportedRows };
}

export interface SaleProduct {
  id: number;
  priceCents: number;
}

async function cheapProducts(client: Client): Promise<SaleProduct[]> {
  const { rows } = await client.query<SaleProduct>(
    'select product_id::int as id, price_cents::float8 as "priceCents" from products order by product_id limit $1',
    [writeProducts],
  );
  return rows;
}

async function measurePlacing(server: Running, people: People, products: SaleProduct[]): Promise<number> {
  const pick = () => products[Math.floor(Math.random() * products.length)] ?? { id: 0, priceCents: 0 };
  const target: Target = {
    url: `${server.url}/api/orders`,
    method: 'POST',
    headers: { authorization: `Bearer ${people.customer}` },
    body: () => {
      const { id, priceCents } = pick();
      return JSON.stringify({
        userId: people.customerId,
        productId: id,
        quantity: 1,
        amount: priceCents / 100,
      });
    },
  };
  // As long as pgbench has to warm up.
  await throughput(() => target, connections, 1000);
  return throughput(() => target, connections, throughputMs);
}
