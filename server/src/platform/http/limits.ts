// What is refused before any route sees it: addresses, headers and connections beyond their bounds, and bytes that are
// no HTTP at all. Each refusal is our JSON, says nothing of the software, and closes what cannot be trusted further.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { errorStatus, type ErrorCode } from '@ghala/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { answerError } from './error-answer.ts';
import { defensiveHeaders } from './headers.ts';

/** All headers of a request together; node's own default, said here because it is relied on. */
export const maxHeaderBytes = 16 * 1024;
/** Our longest address is a list with every filter and a 200-letter search, escaped: about 3 KiB. */
const maxUrlLength = 8 * 1024;
/** A request that has not arrived whole by then is a stuck client or somebody holding connections on purpose. */
export const requestTimeoutMs = 30_000;

const clientFaults: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than this server takes.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['malformed', 'The request did not arrive in time.'],
};

function refusal(code: ErrorCode, message: string) {
  const body = JSON.stringify(answerError(new AppError(code, message), randomUUID()).body);
  const headers: Record<string, string> = {
    ...defensiveHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { status: errorStatus[code], headers, body };
}

/** For bytes the HTTP parser gave up on: there is no request to answer through. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = clientFaults[error.code ?? ''] ?? ['malformed', 'The request could not be read.'];
  const { status, headers, body } = refusal(code, message);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

/** For an address no route can be looked up by. */
export function answerBadUrl(response: ServerResponse): void {
  const { status, headers, body } = refusal('malformed', 'The address could not be read.');
  response.writeHead(status, headers).end(body);
}

export function limitRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.length > maxUrlLength)
      done(new AppError('uri_too_long', 'The address is longer than this server takes.'));
    else if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new AppError('malformed', 'The request names no host.'));
    else done();
  });
}
