// One HTTP call to a payment provider, bounded in time and size. Tells a call that never reached anybody from one
// whose answer got lost: after the first nothing has happened, after the second anything may have.

/** Daraja answers in 1 to 3 seconds, and in up to 20 on a bad day. */
const callTimeoutMs = 25_000;
const maxAnswerLength = 256 * 1024;

export type CallResult =
  | { kind: 'answered'; status: number; json: Readonly<Record<string, unknown>> | null }
  | { kind: 'not-sent' }
  | { kind: 'lost' };

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: object;
}

/** Errors of the way there: the connection was never made. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

export async function callProvider({ method, url, headers, body }: Call): Promise<CallResult> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A provider never redirects; following one would carry our key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const text = (await response.text()).slice(0, maxAnswerLength);
    return { kind: 'answered', status: response.status, json: parseObject(text) };
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    return { kind: neverConnected.has(code) ? 'not-sent' : 'lost' };
  }
}

export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers and strings alike: providers send the same field as either. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
