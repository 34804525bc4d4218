// One's own account: name, phone, password, sessions. What would let a borrowed session take the account over, a new
// password or a new phone number, asks for the current password; wrong ones count as failed sign-ins do.
import type { z } from 'zod';
import type {
  changePasswordSchema,
  Profile,
  Session,
  updateProfileSchema,
} from '@ghala/contracts/identity/profile.contract';
import { localPhone } from '@ghala/contracts/phone';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changedMeanwhile } from '../../platform/audit/changed-meanwhile.ts';
import type { SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { invalidField, notFound } from '../../platform/errors.ts';
import { passwordGuard } from './attempts.ts';
import { endSessions, listLiveSessions, setPasswordHash } from './identity.repository.ts';
import { checkNewPassword, checkPassword, hashPassword } from './passwords.ts';
import { getPerson, lockPerson, updatePerson } from './profile.repository.ts';
import { endCodes } from './reset.repository.ts';

type Person = Awaited<ReturnType<typeof getPerson>>;

const toProfile = (person: Person): Profile => ({
  userId: person.user_id,
  firstName: person.first_name,
  lastName: person.last_name,
  email: person.email,
  phoneNumber: localPhone(person.phone),
  role: person.role,
  createdAt: person.created_at.toISOString(),
  updatedAt: person.updated_at.toISOString(),
  version: person.version,
});

const auditFacts = (person: Person) => ({
  firstName: person.first_name,
  lastName: person.last_name,
  phoneNumber: localPhone(person.phone),
});

export const getProfile = async (ctx: SignedInCtx): Promise<Profile> =>
  toProfile(await getPerson(ctx, ctx.actor.userId));

async function checkCurrentPassword(ctx: SignedInCtx, person: Person, password: string): Promise<void> {
  const guard = passwordGuard(person.email, ctx.ip);
  await guard.check(ctx);
  if (!(await checkPassword(person.password_hash, password))) {
    await withTransaction(ctx, async (tx) => {
      await guard.failed(tx);
      await recordAudit(tx, { action: 'user.password-refused', subject: ['user', person.user_id] });
    });
    throw invalidField('currentPassword', 'That is not your current password.');
  }
  await guard.check(ctx);
}

export async function updateProfile(
  ctx: SignedInCtx,
  body: z.output<typeof updateProfileSchema>,
): Promise<Profile> {
  const { userId } = ctx.actor;
  const before = await getPerson(ctx, userId);
  const newPhone = body.phoneNumber !== undefined && body.phoneNumber !== before.phone;
  if (newPhone) {
    if (body.currentPassword === undefined)
      throw invalidField('currentPassword', 'Enter your current password to change the phone number.');
    await checkCurrentPassword(ctx, before, body.currentPassword);
  }
  return withTransaction(ctx, async (tx) => {
    const current = await lockPerson(tx, userId);
    if (body.version !== undefined && body.version !== current.version)
      throw await changedMeanwhile(tx, ['user', userId], {
        ...auditFacts(current),
        version: current.version,
      });
    const after = await updatePerson(tx, userId, {
      ...(body.firstName === undefined ? {} : { first_name: body.firstName }),
      ...(body.lastName === undefined ? {} : { last_name: body.lastName }),
      ...(newPhone && body.phoneNumber !== undefined ? { phone: body.phoneNumber } : {}),
    });
    // A code on its way to the old phone must not open the account any more.
    if (newPhone) await endCodes(tx, { userId, reason: 'the phone number changed' });
    await recordAudit(tx, {
      action: 'user.updated',
      subject: ['user', userId],
      before: auditFacts(current),
      after: auditFacts(after),
    });
    return toProfile(after);
  });
}

export async function changePassword(
  ctx: SignedInCtx,
  body: z.output<typeof changePasswordSchema>,
): Promise<void> {
  if (body.confirmPassword !== undefined && body.confirmPassword !== body.password)
    throw invalidField('confirmPassword', 'Passwords do not match');
  const { userId, sessionId } = ctx.actor;
  const person = await getPerson(ctx, userId);
  checkNewPassword(body.password, [person.email, person.phone, localPhone(person.phone)]);
  await checkCurrentPassword(ctx, person, body.currentPassword);
  const passwordHash = await hashPassword(body.password);
  await withTransaction(ctx, async (tx) => {
    await setPasswordHash(tx, userId, passwordHash);
    await endCodes(tx, { userId, reason: 'the password changed' });
    const ended = await endSessions(tx, { userId, except: sessionId, reason: 'password changed' });
    await recordAudit(tx, {
      action: 'user.password-changed',
      subject: ['user', userId],
      after: { sessionsEnded: ended },
    });
  });
}

export async function listSessions(ctx: SignedInCtx): Promise<{ results: Session[]; total: number }> {
  const rows = await listLiveSessions(ctx, ctx.actor.userId);
  const results = rows.map((row) => ({
    sessionId: row.session_id,
    current: row.session_id === ctx.actor.sessionId,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
  return { results, total: results.length };
}

export async function endSession(ctx: SignedInCtx, sessionId: number): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { userId } = ctx.actor;
    const ended = await endSessions(tx, { userId, only: sessionId, reason: 'ended by its owner' });
    if (ended === 0) throw notFound('session');
    await recordAudit(tx, { action: 'session.ended', subject: ['session', sessionId] });
  });
}

export async function endOtherSessions(ctx: SignedInCtx): Promise<{ ended: number }> {
  return withTransaction(ctx, async (tx) => {
    const { userId, sessionId } = ctx.actor;
    const ended = await endSessions(tx, { userId, except: sessionId, reason: 'ended by its owner' });
    await recordAudit(tx, {
      action: 'session.others-ended',
      subject: ['user', userId],
      after: { sessionsEnded: ended },
    });
    return { ended };
  });
}
