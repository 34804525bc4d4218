// Reads requests and writes replies; knows no provider. Bodies are bounded so that a stray client cannot fill memory.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

const BODY_LIMIT_BYTES = 64 * 1024;

export interface Call {
  method: string;
  /** Decoded path segments after /sandbox */
  segments: string[];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type JsonObject = Record<string, unknown>;

export class BodyTooLargeError extends Error {}

export function json(status: number, value: unknown): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

export function text(status: number, body: string, contentType = 'text/plain; charset=utf-8'): Reply {
  return { status, headers: { 'content-type': contentType }, body };
}

/** How the sandbox's own control calls (not a provider's) refuse */
export function refusal(status: number, error: string): Reply {
  return json(status, { error });
}

/** Undefined when the path is not the sandbox's, null when it cannot be read. */
export function parseTarget(url: string): Pick<Call, 'segments' | 'query'> | undefined | null {
  const [rawPath = '', ...rest] = url.split('?');
  if (rawPath !== '/sandbox' && !rawPath.startsWith('/sandbox/')) return undefined;
  try {
    const segments = rawPath.split('/').slice(2).map(decodeURIComponent);
    return { segments, query: new URLSearchParams(rest.join('?')) };
  } catch {
    return null;
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > BODY_LIMIT_BYTES) {
      // What is still coming is let past unread, so that the client lives to hear the refusal.
      request.resume();
      throw new BodyTooLargeError();
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function isJsonCall(call: Call): boolean {
  return /^application\/json\b/i.test(call.headers['content-type'] ?? '');
}

export function parseJsonObject(body: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The user and password of a Basic header. */
export function basicCredentials(call: Call): [string, string] | undefined {
  const encoded = /^basic\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : [decoded.slice(0, colon), decoded.slice(colon + 1)];
}

export function bearerToken(call: Call): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
}

export function writeReply(response: ServerResponse, reply: Reply): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(reply.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...reply.headers,
    'content-length': Buffer.byteLength(reply.body),
  });
  response.end(reply.body);
}
