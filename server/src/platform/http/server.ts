// The HTTP server: takes endpoints, checks who asks and what they send, and answers in the contract's shape.
// The only place, with its neighbours here, that knows fastify.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import cors from '@fastify/cors';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can } from '@ghala/contracts/permissions';
import type { Route } from '@ghala/contracts/route';
import type { Actor, Authenticated, Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { guardAgainstForgery } from './csrf.ts';
import { answerError } from './error-answer.ts';
import { defensiveHeaders, strictTransport } from './headers.ts';
import { sendEvents, type EventStream } from './event-stream.ts';
import { answerOnce, claimOf, idempotencyKeyOf, type Answer } from './idempotency.ts';
import type { Endpoint } from './implement.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import {
  answerBadUrl,
  answerClientError,
  limitRequests,
  maxHeaderBytes,
  requestTimeoutMs,
} from './limits.ts';
import { parseQueryString } from './query-string.ts';
import { validationError } from './validation.ts';

/** The largest body any call takes; our largest form is far below it. */
const bodyLimitBytes = 64 * 1024;

/** How long a stop lets requests that are under way take. */
const finishRequestsMs = 5000;

/** Answers a request outside the route table, such as the sandbox; false when the path is not its own. */
export type RawHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface HttpServerOptions {
  endpoints: readonly Endpoint[];
  corsOrigins: readonly string[];
  serverKey: Buffer;
  trustProxy: string;
  log: Log;
  /** The live session behind a token, or null. */
  authenticate: (ctx: Ctx, token: string) => Promise<Authenticated | null>;
  contextFor: (requestId: string) => Ctx;
  rawHandlers?: readonly RawHandler[];
}

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // Node's own answer to a missing Host is not ours; limitRequests gives it.
    http: { maxHeaderSize: maxHeaderBytes, requireHostHeader: false },
    clientErrorHandler: answerClientError,
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy === '' ? false : parseTrustProxy(options.trustProxy),
    routerOptions: {
      querystringParser: () => ({}),
      onBadUrl: (_path, _request, response) => answerBadUrl(response),
    },
  });

  // Hooks that wait for nothing take `done`: as async functions they would cost every request a turn of the loop each.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(defensiveHeaders);
    reply.header('x-request-id', request.id);
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    options.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
  limitRequests(app);
  takeRawRequests(app, options.rawHandlers ?? []);
  takeJson(app);
  void app.register(cors, {
    origin: [...options.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    maxAge: 600,
  });
  const providerPaths = new Set(
    options.endpoints.filter(({ route }) => route.rawBody === true).map(({ route }) => route.path),
  );
  guardAgainstForgery(app, {
    key: options.serverKey,
    allowedOrigins: options.corsOrigins,
    exempt: (request) => providerPaths.has((request.routeOptions.url ?? '') as Route['path']),
  });
  app.setErrorHandler((error, request, reply) => sendError(reply, request, error, options.log));
  const endStreams = new Set<() => void>();
  const kept = createKeptAnswers();
  app.addHook('preClose', async () => {
    for (const end of endStreams) end();
    // A browser may hold a connection open that it never used; that counts as busy, and must not keep us.
    setTimeout(() => app.server.closeAllConnections(), finishRequestsMs).unref();
  });
  // Inside a plugin, so that the cors hook is in place before the routes are.
  void app.register(async (routes) => {
    const { raw = [], json = [] } = Object.groupBy(options.endpoints, ({ route }) =>
      route.rawBody === true ? 'raw' : 'json',
    );
    for (const endpoint of json) addEndpoint(routes, endpoint, { ...options, endStreams, kept });
    void routes.register(async (rawRoutes) => {
      takeBytes(rawRoutes);
      for (const endpoint of raw) addEndpoint(rawRoutes, endpoint, { ...options, endStreams, kept });
    });
  });
  return app;
}

function parseTrustProxy(setting: string): boolean | string[] {
  if (setting === 'true') return true;
  return setting.split(',').map((address) => address.trim());
}

/** Runs before fastify reads the body: a raw handler reads the socket itself. */
function takeRawRequests(app: FastifyInstance, handlers: readonly RawHandler[]): void {
  if (handlers.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    for (const handle of handlers) {
      if (await handle(request.raw, reply.raw)) {
        reply.hijack();
        return reply;
      }
    }
    return undefined;
  });
}

/** An empty body is no body: clients send Content-Type: application/json on calls that have none. */
function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** For callers who sign bytes, or whose content type is not to be relied on. */
function takeBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function sendError(reply: FastifyReply, request: FastifyRequest, error: unknown, log: Log): FastifyReply {
  const answer = answerError(error, request.id);
  if (answer.unforeseen) log.error({ requestId: request.id, err: error }, 'request failed');
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  return reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(answer.body);
}

const bearer = /^bearer +([\w.~+/=-]{1,512})$/i;

interface EndpointOptions extends HttpServerOptions {
  endStreams: Set<() => void>;
  kept: KeptAnswers;
}

function addEndpoint(app: FastifyInstance, endpoint: Endpoint, options: EndpointOptions): void {
  const { route } = endpoint;
  const { endStreams, kept } = options;
  const status = route.status ?? 200;
  const readInput = inputReader(route);
  app.route({
    method: route.method,
    url: route.path,
    // The head of an answer without an end would never come.
    exposeHeadRoute: route.stream !== true,
    schema: {
      // Answers are stripped to the contract and serialised by the schema compiled from it.
      response:
        route.download !== undefined
          ? {}
          : { [status]: z.toJSONSchema(route.response, { target: 'draft-7', io: 'output' }) },
    },
    handler: async (request, reply) => {
      const ctx: Ctx = {
        ...options.contextFor(request.id),
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        tokenSent: request.headers.authorization !== undefined,
        idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
        origin: request.headers.origin ?? null,
      };
      const token = bearer.exec(request.headers.authorization ?? '')?.[1];
      const session = token === undefined ? null : await options.authenticate(ctx, token);
      ctx.actor = session?.actor ?? null;
      checkAccess(route, ctx.actor);
      if (route.fromDataAlone === true && session !== null) {
        const key = `${session.actor.userId} ${request.url}`;
        const body = await kept.give(
          key,
          session.snapshot,
          async () => reply.code(status).serialize(await endpoint.handle(ctx, readInput(request))) as string,
        );
        return reply.header('content-type', 'application/json; charset=utf-8').send(body);
      }
      const input = readInput(request);
      if (route.stream === true) {
        const stream = (await endpoint.handle(ctx, input)) as EventStream;
        const stillAllowed = async () =>
          token === undefined || (await options.authenticate(ctx, token)) !== null;
        reply.hijack();
        const headers = { ...reply.getHeaders() };
        const end = sendEvents(reply.raw, { headers, stream, stillAllowed }, () => endStreams.delete(end));
        endStreams.add(end);
        return reply;
      }
      if (route.download !== undefined) {
        const text = (await endpoint.handle(ctx, input)) as AsyncIterable<string>;
        return reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${route.download}"`)
          .send(Readable.from(text));
      }
      const answer = await run(ctx, endpoint, input);
      return reply.code(answer.status).send(answer.body);
    },
  });
}

async function run(ctx: Ctx, endpoint: Endpoint, input: unknown): Promise<Answer> {
  const claim = endpoint.route.idempotent === true ? claimOf(ctx, endpoint.route, input) : null;
  if (claim !== null) return answerOnce(ctx, endpoint, claim, input);
  return { status: endpoint.route.status ?? 200, body: await endpoint.handle(ctx, input) };
}

function checkAccess(route: Route, actor: Actor | null): void {
  if (route.access === 'public') return;
  if (actor === null) throw new AppError('unauthenticated', 'Please sign in.');
  if (route.access !== 'signed-in' && !can(actor.role, route.access)) {
    throw new AppError('forbidden', 'Your role may not do this.');
  }
}

/** Knows at registration which query names the route has, so that a badly escaped search can be told from a parameter. */
function inputReader(route: Route): (request: FastifyRequest) => Record<string, unknown> {
  const queryNames = new Set(route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : []);
  return (request) => {
    const input: Record<string, unknown> = {};
    const read = (part: 'params' | 'query' | 'body', value: unknown) => {
      const schema = route[part];
      if (schema === undefined) return;
      const parsed = schema.safeParse(value);
      if (parsed.success) input[part] = parsed.data;
      else if (part === 'params') throw new AppError('not_found', 'There is nothing at this address.');
      else throw validationError(parsed.error);
    };
    read('params', request.params);
    const mark = request.url.indexOf('?');
    read('query', mark === -1 ? {} : parseQueryString(request.url.slice(mark + 1), queryNames));
    read('body', request.body ?? {});
    if (route.rawBody === true) {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      input['raw'] = { bytes, headers: request.headers };
    }
    return input;
  };
}
