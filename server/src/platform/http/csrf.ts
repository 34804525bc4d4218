// The cross-site request forgery pair: the cookie XSRF-TOKEN, which scripts of our own pages can read, and the header
// X-XSRF-TOKEN, in which they send it back. Sessions travel in the Authorization header, which no other site can make
// a browser add, so the pair is a second wall: whoever sends the header must send a matching, signed cookie; whoever
// sends none (a client with only a bearer token) is let by; a browser that says it comes from a foreign site is not.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const cookieName = 'XSRF-TOKEN';
const randomPart = /^[\w-]{22}\.[\w-]{43}$/;
const changing = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);
/** A browser session may outlive a sign-in; the cookie itself lets nobody in. */
const cookieSeconds = 30 * 86_400;

export interface ForgeryOptions {
  key: Buffer;
  /** Origins that may call us across sites. */
  allowedOrigins: readonly string[];
  /** Callers that are no browsers of ours and prove themselves in another way. */
  exempt: (request: FastifyRequest) => boolean;
}

const sign = (key: Buffer, random: string): string =>
  createHmac('sha256', key).update(`xsrf:${random}`).digest('base64url');

function newForgeryToken(key: Buffer): string {
  const random = randomBytes(16).toString('base64url');
  return `${random}.${sign(key, random)}`;
}

function isOurs(key: Buffer, token: string): boolean {
  if (!randomPart.test(token)) return false;
  const [random = '', signature = ''] = token.split('.');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, random)));
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A cookie jar may hold the name twice (another path or an older server's); any match will do. */
function cookiesOf(request: FastifyRequest): string[] {
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1));
}

function pairProblem(request: FastifyRequest, cookies: string[], options: ForgeryOptions): AppError | null {
  const header = request.headers['x-xsrf-token'];
  if (header !== undefined) {
    const sent = String(header);
    if (!cookies.some((cookie) => same(cookie, sent)) || !isOurs(options.key, sent))
      return new AppError('forbidden', 'This page is out of date. Reload it and try again.');
  }
  const { origin } = request.headers;
  const foreign = request.headers['sec-fetch-site'] === 'cross-site';
  if (foreign && (origin === undefined || !options.allowedOrigins.includes(origin)))
    return new AppError('forbidden', 'Other sites may not call this.');
  return null;
}

export function guardAgainstForgery(app: FastifyInstance, options: ForgeryOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isCall = request.url.startsWith('/api/');
    const isPage = request.headers.accept?.includes('text/html') === true;
    if (!isCall && !isPage) {
      done();
      return;
    }
    const cookies = cookiesOf(request);
    const held = cookies.some((cookie) => isOurs(options.key, cookie));
    // A stale or foreign cookie is replaced wherever it shows up, so that nobody stays locked out by it.
    const wanted = cookies.length > 0 || request.headers.authorization === undefined;
    if (!held && wanted) {
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${cookieName}=${newForgeryToken(options.key)}; Path=/; Max-Age=${cookieSeconds}; SameSite=Strict${secure}`,
      );
    }
    const guarded = isCall && changing.has(request.method) && !options.exempt(request);
    done(guarded ? (pairProblem(request, cookies, options) ?? undefined) : undefined);
  });
}
