// Every call to the server goes through here. Paths, methods and types come from the contracts.
import type { ErrorBody } from '@ghala/contracts/errors';
import type { Request as CallRequest, Response as CallResponse, Route } from '@ghala/contracts/route';
import { ApiError, noAnswer } from './api-error.ts';
import { currentSession, expireSession } from './session.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** The answer may arrive after the page is gone. */
  keepalive?: boolean;
  /** Instead of the stored session's token. */
  token?: string;
}

interface Parts {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

type CallArguments<R extends Route> = keyof CallRequest<R> extends never
  ? [request?: Record<string, never>, options?: CallOptions]
  : [request: CallRequest<R>, options?: CallOptions];

export async function call<const R extends Route>(
  route: R,
  ...[request, options]: CallArguments<R>
): Promise<CallResponse<R>> {
  return (await send(route, request ?? {}, options)) as CallResponse<R>;
}

/** `call` without the types, for code that is generic over routes. */
export async function send(route: Route, parts: Parts, options: CallOptions = {}): Promise<unknown> {
  const token = options.token ?? currentSession()?.data.accessToken;
  const answer = await reach(addressOf(route, parts), {
    method: route.method,
    headers: headersFor(token, parts.body !== undefined, options.idempotencyKey),
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.keepalive === undefined ? {} : { keepalive: options.keepalive }),
  });
  const body = await readJson(answer, options.signal);
  if (answer.ok && body !== undefined) return body;
  throw refusal(answer, body, token);
}

/** A file the server makes, such as an export. */
export async function download(route: Route, query: NonNullable<Parts['query']>): Promise<Blob> {
  const token = currentSession()?.data.accessToken;
  const answer = await reach(addressOf(route, { query }), { headers: headersFor(token, false, undefined) });
  if (!answer.ok) throw refusal(answer, await readJson(answer, undefined), token);
  return answer.blob().catch(() => {
    throw noAnswer();
  });
}

function refusal(answer: Response, body: unknown, token: string | undefined): ApiError {
  const error = errorFrom(answer, body);
  if (error.code === 'unauthenticated' && token !== undefined) expireSession(token);
  return error;
}

function addressOf(route: Route, { params = {}, query = {} }: Parts): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

function headersFor(
  token: string | undefined,
  hasBody: boolean,
  idempotencyKey: string | undefined,
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (hasBody) headers.set('content-type', 'application/json');
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const forgeryToken = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (forgeryToken !== undefined) headers.set('x-xsrf-token', decodeURIComponent(forgeryToken));
  return headers;
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw noAnswer();
  }
}

async function readJson(answer: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const text = await answer.text();
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    return undefined;
  }
}

// By hand: the schema would bring all of zod to the login page.
function isErrorBody(body: unknown): body is ErrorBody {
  const { error } = (body ?? {}) as Partial<ErrorBody>;
  return typeof error?.code === 'string' && typeof error.message === 'string';
}

function errorFrom(answer: Response, body: unknown): ApiError {
  if (!isErrorBody(body)) {
    // A proxy's page, a cut answer, or an older server: the status is all there is to go by.
    return new ApiError({
      status: answer.status,
      code: answer.status === 401 ? 'unauthenticated' : answer.status === 403 ? 'forbidden' : 'internal',
      message: `The server gave an answer that makes no sense (${answer.status}). Please try again.`,
    });
  }
  const { code, message, fields, details } = body.error;
  return new ApiError({
    status: answer.status,
    code,
    message,
    ...(fields === undefined ? {} : { fields }),
    ...(details === undefined ? {} : { details }),
  });
}
