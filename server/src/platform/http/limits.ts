// What is refused before any route sees it: addresses, headers and connections beyond their bounds, and bytes that are
// no HTTP at all. Each refusal is our JSON, says nothing of the software, and closes what cannot be trusted further.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
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

/** For bytes the HTTP parser gave up on: there is no request to answer through. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = clientFaults[error.code ?? ''] ?? ['malformed', 'The request could not be read.'];
  const body = JSON.stringify(answerError(new AppError(code, message), randomUUID()).body);
  const status = errorStatus[code];
  const headers = {
    ...defensiveHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

export function limitAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.length > maxUrlLength)
      throw new AppError('uri_too_long', 'The address is longer than this server takes.');
  });
}
