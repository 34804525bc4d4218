// Who is asking: sign-in, sessions, registration. A token is 256 random bits; only its hash is stored.
import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { loginSchema, SignedIn } from '@ghala/contracts/identity/identity.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Authenticated, Ctx, SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordGuard } from './attempts.ts';
import * as repository from './identity.repository.ts';
import { checkPassword, hashPassword, needsRehash } from './passwords.ts';

export interface IdentitySettings {
  sessionHours: number;
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** One text for a wrong password and an unknown email. */
/** The email field takes anything; what PostgreSQL cannot hold is nobody's email. */
const storable = (typed: string): string => typed.toWellFormed().replaceAll('\u0000', '\uFFFD');

/** What is typed into the email field by mistake may be a password: only what looks like an email is kept. */
const typedEmail = (typed: string): string =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ? typed.trim().slice(0, 254) : '(not an email)';

const signInFailed = () => new AppError('sign_in_failed', 'The email or the password is not right.');

export async function login(
  ctx: Ctx,
  settings: IdentitySettings,
  body: z.output<typeof loginSchema>,
): Promise<SignedIn> {
  const email = storable(body.email);
  const guard = passwordGuard(email, ctx.ip);
  await guard.check(ctx);
  const person = await repository.findForSignIn(ctx, email);
  const matches = await checkPassword(person?.password_hash, body.password);
  if (person === undefined || !matches) {
    await withTransaction(ctx, async (tx) => {
      await guard.failed(tx);
      await recordAudit(tx, {
        action: 'session.refused',
        subject: ['user', person?.user_id ?? 'unknown'],
        actor: { userId: null, name: 'somebody' },
        after: { email: typedEmail(email) },
      });
    });
    throw signInFailed();
  }
  // Guesses sent all at once passed the first check together; the right one among them is held off here.
  await guard.check(ctx);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.now().getTime() + settings.sessionHours * 3_600_000);
  const newHash = needsRehash(person.password_hash) ? await hashPassword(body.password) : null;
  await withTransaction(ctx, async (tx) => {
    await guard.succeeded(tx);
    if (newHash !== null) await repository.setPasswordHash(tx, person.user_id, newHash);
    const sessionId = await repository.insertSession(tx, {
      tokenHash: hashToken(token),
      userId: person.user_id,
      expiresAt,
    });
    await recordAudit(tx, {
      action: 'session.started',
      subject: ['session', sessionId],
      actor: { userId: person.user_id, name: `${person.first_name} ${person.last_name}` },
    });
  });
  return {
    userId: person.user_id,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    role: person.role,
    accessToken: token,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Written at most this often: "last seen" is for people, and a write per call would cost more than it tells. */
const lastSeenStepMs = 5 * 60_000;

export async function authenticate(ctx: Ctx, token: string): Promise<Authenticated | null> {
  const session = await repository.findLiveSession(ctx, hashToken(token));
  if (session === null) return null;
  if (ctx.clock.now().getTime() - session.lastSeenAt.getTime() > lastSeenStepMs)
    await repository.touchSession(ctx, session.actor.sessionId);
  return session;
}

export async function logout(ctx: SignedInCtx): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await repository.endSessions(tx, {
      userId: ctx.actor.userId,
      only: ctx.actor.sessionId,
      reason: 'signed out',
    });
    await recordAudit(tx, { action: 'session.ended', subject: ['session', ctx.actor.sessionId] });
  });
}
