// Sends requests over kept connections and measures each answer. Bounded in count and time; loopback only.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';

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
  const end = performance.now() + ms;
  let answers = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await connectTo(new URL(targets().url));
      while (performance.now() < end) {
        await connection.ask(targets());
        answers += 1;
      }
      connection.close();
    }),
  );
  return (answers * 1000) / (performance.now() - started);
}

/**
 * One request after the other over a socket, with as little work for each as can be: the load comes from the same cores
 * that answer it, and node's own client would take a third of what an answer costs.
 */
async function connectTo({ hostname, port }: URL) {
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<void> | undefined;
  let got = '';
  socket.setEncoding('latin1');
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (chunk: string) => {
    got += chunk;
    const headEnd = got.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(got)?.[1];
    if (length === undefined) fail(new Error('an answer of unknown length'));
    else if (got.length < headEnd + 4 + Number(length)) return;
    else if (!got.startsWith('HTTP/1.1 2')) fail(new Error(`the server answered ${got}`));
    got = '';
    waiting?.resolve();
  });
  return {
    ask: ({ url, method = 'GET', headers = {}, body }: Target): Promise<void> => {
      const { pathname, search, host } = new URL(url);
      const text = body?.();
      const lines = [
        `${method} ${pathname}${search} HTTP/1.1`,
        `host: ${host}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(text === undefined
          ? []
          : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
      ];
      waiting = Promise.withResolvers<void>();
      socket.write(`${lines.join('\r\n')}\r\n\r\n${text ?? ''}`);
      return waiting.promise;
    },
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}
