// One HTTP call as an attacker would make it: any bytes in any place, and a deadline that tells a hang from an answer.
import http from 'node:http';

export interface Call {
  method: string;
  /** Path and query, sent as they are. */
  target: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Look at the head of the answer only: for answers that never end. */
  headOnly?: boolean;
}

export interface Told {
  /** 0 when the connection broke, -1 when nothing came in time. */
  status: number;
  body: string;
  headers: http.IncomingHttpHeaders;
}

const deadlineMs = 20_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

export function call(url: string, { method, target, headers = {}, body, headOnly }: Call): Promise<Told> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const options = { agent, hostname, port, method, path: target, headers };
    const end = (status: number, text = '', told: http.IncomingHttpHeaders = {}) => {
      clearTimeout(timer);
      resolve({ status, body: text, headers: told });
    };
    let request: http.ClientRequest;
    const timer = setTimeout(() => {
      end(-1);
      request?.destroy();
    }, deadlineMs);
    try {
      request = http.request(options, (response) => {
        const { statusCode = 0 } = response;
        if (headOnly === true && statusCode < 300) {
          end(statusCode, '', response.headers);
          response.destroy();
          return;
        }
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => end(statusCode, text, response.headers));
        response.on('error', () => end(0));
      });
    } catch {
      // Node itself refuses to send some bytes; that is no answer of the server's.
      end(400);
      return;
    }
    request.on('error', () => end(0));
    request.end(body);
  });
}

export const json = { 'content-type': 'application/json' };

export async function callJson<T>(url: string, sent: Omit<Call, 'body'> & { body?: unknown }): Promise<T> {
  const { body, ...rest } = sent;
  const told = await call(url, {
    ...rest,
    headers: { ...json, ...rest.headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (told.status >= 300)
    throw new Error(`${rest.method} ${rest.target} answered ${told.status}: ${told.body}`);
  return JSON.parse(told.body) as T;
}

export const closeConnections = () => agent.destroy();
