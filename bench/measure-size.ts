// Everything that is measured on one size of database.
import { Client } from 'pg';
import { openBenchDatabase } from './database.ts';
import { sizesFor } from './generate.ts';
import { latencyOf, measure, throughput, type Latency, type Target } from './load.ts';
import { listRequests, preparePeople, type People } from './requests.ts';
import { residentMb, startConsole, startFloor, type Running } from './servers.ts';
import { placeByBareSql } from './bare-orders.ts';
import http from 'node:http';

const warmUp = 60;
const samples = 400;
/** Samples are taken in turns with the floor's, so that noise of the machine falls on both. */
const turns = 4;
const throughputMs = 5000;
const connections = 10;
const writeProducts = 1000;
const exportRows = 1_000_000;

export interface SizeReport {
  orders: number;
  floor: Latency;
  lists: { name: string; latency: Latency }[];
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

export async function measureSize(orders: number, say: (message: string) => void): Promise<SizeReport> {
  const database = await openBenchDatabase(orders, say);
  const client = new Client(database.postgres.connection);
  await client.connect();
  const running: Running[] = [];
  try {
    const floor = await startFloor(database);
    running.push(floor);
    const server = await startConsole(database);
    running.push(server);
    const people = await preparePeople(client, server.url);
    const lists = await measureLists(client, floor, server, people, orders, say);
    const bearer = { authorization: `Bearer ${people.admin}` };
    const firstPage: Target = { url: `${server.url}/api/orders?limit=20&offset=0`, headers: bearer };
    say('  throughput');
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
    // After a checkpoint every page is logged whole once; both begin with the same.
    await client.query('checkpoint');
    const barePlacedPerSecond = await placeByBareSql(
      database.postgres.connection,
      products,
      people.customerId,
      connections,
      throughputMs,
    );
    await client.query('checkpoint');
    const placedPerSecond = await measurePlacing(server, people, products);
    return {
      orders,
      ...lists,
      floorPerSecond,
      firstPagePerSecond,
      changingFirstPagePerSecond,
      barePlacedPerSecond,
      placedPerSecond,
      memoryMb: residentMb(server.pid),
      ...exported,
    };
  } finally {
    for (const each of running.toReversed()) await each.stop();
    await client.end();
    await database.postgres.stop();
  }
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

async function measureLists(
  client: Client,
  floor: Running,
  server: Running,
  people: People,
  orders: number,
  say: (message: string) => void,
) {
  const { rows } = await client.query<{ n: number }>(
    'select sum(n)::float8 as n from payment_counts where kind = $1',
    ['all'],
  );
  const requests = listRequests(sizesFor(orders), people, rows[0]?.n ?? 0);
  const floorSamples: number[] = [];
  const listSamples = new Map<string, number[]>(requests.map(({ name }) => [name, []]));
  await measure(() => floorTarget(floor, orders), warmUp);
  for (const { path, token } of requests)
    await measure(
      () => ({ url: `${server.url}${path}`, headers: { authorization: `Bearer ${token}` } }),
      warmUp,
    );
  for (let turn = 0; turn < turns; turn += 1) {
    say(`  lists, turn ${turn + 1} of ${turns}`);
    for (const { name, path, token } of requests) {
      floorSamples.push(...(await measure(() => floorTarget(floor, orders), samples / turns)));
      const target: Target = { url: `${server.url}${path}`, headers: { authorization: `Bearer ${token}` } };
      const change = () => commitSomething(client);
      listSamples.get(name)?.push(...(await measure(() => target, samples / turns, change)));
    }
  }
  return {
    floor: latencyOf(floorSamples),
    lists: requests.map(({ name }) => ({ name, latency: latencyOf(listSamples.get(name) ?? []) })),
  };
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
