// Sends requests over kept connections and measures each answer. Bounded in count and time; loopback only.
import http from 'node:http';

export interface Target {
  url: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: () => string;
}

export interface Latency {
  p50: number;
  p95: number;
}

export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

export const latencyOf = (samples: readonly number[]): Latency => {
  const sorted = samples.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
};

export function send(agent: http.Agent, target: Target): Promise<number> {
  const body = target.body?.();
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = http.request(
      target.url,
      {
        agent,
        method: target.method ?? 'GET',
        headers: {
          ...target.headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => {
          if ((response.statusCode ?? 500) >= 400)
            reject(new Error(`${target.url} answered ${response.statusCode}`));
          else resolve(performance.now() - started);
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** One at a time: how long each answer takes, after what is done before each. */
export async function measure(
  targets: () => Target,
  count: number,
  before: () => Promise<unknown> = async () => undefined,
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const samples: number[] = [];
  for (let n = 0; n < count; n += 1) {
    await before();
    samples.push(await send(agent, targets()));
  }
  agent.destroy();
  return samples;
}

/** Many at once for a while: answers per second. */
export async function throughput(targets: () => Target, connections: number, ms: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + ms;
  let answers = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await send(agent, targets());
        answers += 1;
      }
    }),
  );
  agent.destroy();
  return (answers * 1000) / (performance.now() - started);
}
