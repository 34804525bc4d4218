// Sessions and what sign-in needs to know of people. Invariant: a session is live only while its row says so, its
// time has not come and its person is not deleted; every server asks here, so ending one ends it everywhere.
import type { Role } from '@ghala/contracts/permissions';
import type { Authenticated, Ctx } from '../../platform/context.ts';
import { prepare, violates } from '../../platform/db/database.ts';
import { gather } from '../../platform/db/gather.ts';
import { AppError } from '../../platform/errors.ts';
import type { UsersTable } from './identity.tables.ts';

export const findForSignIn = (ctx: Ctx, email: string) =>
  ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name', 'email', 'role', 'password_hash'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export type NewPerson = Pick<
  UsersTable,
  'first_name' | 'last_name' | 'email' | 'phone' | 'role' | 'password_hash'
>;

export async function insertPerson(ctx: Ctx, person: NewPerson): Promise<number> {
  const now = ctx.clock.now();
  try {
    const row = await ctx.db
      .insertInto('users')
      .values({ ...person, created_at: now, updated_at: now, deleted_at: null })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    return row.user_id;
  } catch (error) {
    throw duplicatePerson(error) ?? error;
  }
}

/** The answer when an email or a phone number is already somebody else's; null for any other trouble. */
export function duplicatePerson(error: unknown): AppError | null {
  if (violates(error, 'users_email_key')) {
    return new AppError('duplicate', 'Somebody already has this email.', {
      fields: { email: 'Somebody already has this email.' },
    });
  }
  if (violates(error, 'users_phone_key')) {
    const message = 'Somebody already has this phone number.';
    return new AppError('duplicate', message, { fields: { phoneNumber: message } });
  }
  return null;
}

export const setPasswordHash = (ctx: Ctx, userId: number, passwordHash: string) =>
  ctx.db.updateTable('users').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute();

export async function insertSession(
  ctx: Ctx,
  session: { tokenHash: Buffer; userId: number; expiresAt: Date },
): Promise<number> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      ip: ctx.ip,
      user_agent: ctx.userAgent.slice(0, 300),
      created_at: now,
      last_seen_at: now,
      expires_at: session.expiresAt,
      ended_at: null,
      ended_reason: null,
    })
    .returning('session_id')
    .executeTakeFirstOrThrow();
  return row.session_id;
}

export interface LiveSession extends Authenticated {
  lastSeenAt: Date;
}

interface LiveSessionRow {
  place: number;
  session_id: number;
  last_seen_at: Date;
  user_id: number;
  first_name: string;
  last_name: string;
  role: Role;
  snapshot: string;
}

const selectLiveSessions = prepare<LiveSessionRow>(`
  select t.place::int as place, s.session_id, s.last_seen_at, u.user_id, u.first_name, u.last_name, u.role,
         pg_current_snapshot()::text as snapshot
    from unnest($1::bytea[]) with ordinality t (hash, place)
    join sessions s on s.token_hash = t.hash
    join users u on u.user_id = s.user_id
   where s.ended_at is null and s.expires_at > $2 and u.deleted_at is null`);

/** Every request asks for its session, so those of one moment are read together. */
export const findLiveSession = gather<Buffer, LiveSession | null>(async (ctx, tokenHashes) => {
  const sessions: (LiveSession | null)[] = tokenHashes.map(() => null);
  for (const row of await selectLiveSessions(ctx.db, [tokenHashes, ctx.clock.now()]))
    sessions[row.place - 1] = {
      actor: {
        userId: row.user_id,
        role: row.role,
        firstName: row.first_name,
        lastName: row.last_name,
        sessionId: row.session_id,
      },
      snapshot: row.snapshot,
      lastSeenAt: row.last_seen_at,
    };
  return sessions;
});

export async function touchSession(ctx: Ctx, sessionId: number): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ last_seen_at: ctx.clock.now() })
    .where('session_id', '=', sessionId)
    .execute();
}

export const listLiveSessions = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom('sessions')
    .select(['session_id', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('session_id', 'desc')
    .execute();

export interface EndSessions {
  userId: number;
  reason: string;
  /** End just this one. */
  only?: number;
  /** End all but this one. */
  except?: number;
}

/** Returns how many live ones were ended. */
export async function endSessions(ctx: Ctx, { userId, reason, only, except }: EndSessions): Promise<number> {
  let update = ctx.db
    .updateTable('sessions')
    .set({ ended_at: ctx.clock.now(), ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now());
  if (only !== undefined) update = update.where('session_id', '=', only);
  if (except !== undefined) update = update.where('session_id', '<>', except);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Dead sessions are kept this long for the audit trail, then removed. */
const keepDeadSessionsDays = 90;

export async function removeOldSessions(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keepDeadSessionsDays * 86_400_000);
  await ctx.db.deleteFrom('sessions').where('expires_at', '<', before).execute();
}
