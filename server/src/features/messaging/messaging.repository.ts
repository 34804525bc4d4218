// Messages, their delivery reports and the gateway's health. Invariant: no text of a message is ever stored, and a
// message that was delivered or failed stays so, in whatever order reports come.
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { SmsMessagesTable } from './messaging.tables.ts';
import type { DeliveryReport, ProviderName, SmsOutcome } from './sms-gateway.ts';

export interface NewAttempt {
  purpose: string;
  reference: string;
  phone: string;
  provider: ProviderName;
}

/** The row of this message, made at its first attempt; a later attempt starts it over. */
export async function beginAttempt(ctx: Ctx, attempt: NewAttempt): Promise<number> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .insertInto('sms_messages')
    .values({
      ...attempt,
      state: 'queued',
      attempts: 1,
      provider_message_id: null,
      failure: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'reference']).doUpdateSet((eb) => ({
        attempts: eb('sms_messages.attempts', '+', 1),
        provider: attempt.provider,
        state: 'queued',
        provider_message_id: null,
        failure: null,
        updated_at: now,
      })),
    )
    .returning('sms_id')
    .executeTakeFirstOrThrow();
  return row.sms_id;
}

export async function recordOutcome(ctx: Ctx, smsId: number, outcome: SmsOutcome): Promise<void> {
  const accepted = outcome.kind === 'accepted';
  // Trouble that may pass leaves it queued: the job tries again, and says when it gives up.
  const state: SmsMessagesTable['state'] = accepted
    ? 'sent'
    : outcome.kind === 'refused'
      ? 'failed'
      : 'queued';
  await ctx.db
    .updateTable('sms_messages')
    .set({
      state,
      provider_message_id: accepted ? outcome.providerMessageId : null,
      failure: accepted ? null : outcome.failure,
      updated_at: ctx.clock.now(),
    })
    .where('sms_id', '=', smsId)
    .execute();
}

export async function giveUp(ctx: Ctx, purpose: string, reference: string): Promise<void> {
  await ctx.db
    .updateTable('sms_messages')
    .set({ state: 'failed', updated_at: ctx.clock.now() })
    .where('purpose', '=', purpose)
    .where('reference', '=', reference)
    .where('state', '=', 'queued')
    .execute();
}

export async function insertReport(ctx: Ctx, provider: ProviderName, report: DeliveryReport): Promise<void> {
  await ctx.db
    .insertInto('sms_reports')
    .values({
      provider,
      provider_message_id: report.providerMessageId,
      state: report.state,
      failure: report.failure,
      received_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Brings a message up to what its reports say; the first final one counts. */
export async function applyReports(
  ctx: Ctx,
  provider: ProviderName,
  providerMessageId: string,
): Promise<void> {
  await sql`
    update sms_messages m
    set state = r.state, failure = r.failure, updated_at = ${ctx.clock.now()}
    from (
      select state, failure from sms_reports
      where provider = ${provider} and provider_message_id = ${providerMessageId} and state <> 'sent'
      order by received_at, state limit 1
    ) r
    where m.provider = ${provider} and m.provider_message_id = ${providerMessageId}
      and m.state in ('queued', 'sent')`.execute(ctx.db);
}

export async function recordGatewayHealth(
  ctx: Ctx,
  provider: ProviderName,
  failure: string | null,
): Promise<void> {
  const now = ctx.clock.now();
  const health = { failing_since: failure === null ? null : now, last_failure: failure, updated_at: now };
  await ctx.db
    .insertInto('sms_gateways')
    .values({ provider, ...health })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(health))
    .execute();
}

export const findGatewayTrouble = (ctx: Ctx, provider: ProviderName, since: Date) =>
  ctx.db
    .selectFrom('sms_gateways')
    .select('last_failure')
    .where('provider', '=', provider)
    .where('failing_since', '>', since)
    .executeTakeFirst();

export async function removeOldMessages(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('sms_messages').where('created_at', '<', before).execute();
  await ctx.db.deleteFrom('sms_reports').where('received_at', '<', before).execute();
}
