// Who did what, to what, when, from where, before and after. Written in the transaction of the change itself, so
// there is no change without its row; the table refuses updates and deletes.
import type { Ctx } from '../context.ts';

type Facts = Record<string, unknown>;

export interface AuditEntry {
  /** noun.verb, such as user.updated */
  action: string;
  subject: readonly [type: string, id: string | number];
  before?: Facts | null;
  after?: Facts | null;
  /** When the one who acts is not the session's person, such as at sign-in. */
  actor?: { userId: number | null; name: string };
}

/** Never stored, whatever a caller hands in. */
const secretKeys = /password|token|secret|otp|code_hash|hash$/i;

const withoutSecrets = (facts: Facts | null | undefined): string | null =>
  facts === null || facts === undefined
    ? null
    : JSON.stringify(Object.fromEntries(Object.entries(facts).filter(([key]) => !secretKeys.test(key))));

export async function recordAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  const actor = entry.actor ?? {
    userId: ctx.actor?.userId ?? null,
    name: ctx.actor === null ? 'system' : `${ctx.actor.firstName} ${ctx.actor.lastName}`,
  };
  await ctx.db
    .insertInto('audit_log')
    .values({
      at: ctx.clock.now(),
      actor_user_id: actor.userId,
      actor_name: actor.name,
      action: entry.action,
      subject_type: entry.subject[0],
      subject_id: String(entry.subject[1]),
      ip: ctx.ip,
      user_agent: ctx.userAgent.slice(0, 300),
      request_id: ctx.requestId,
      before: withoutSecrets(entry.before),
      after: withoutSecrets(entry.after),
    })
    .execute();
}
