// Two people edit the same row: the second is told what it holds now and who changed it, and overwrites nothing.
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';

type Values = Record<string, string | number | boolean | null>;

/** Reads the last `<type>.updated` of the audit log; `current` is what the row holds now, under the names of the wire. */
export async function changedMeanwhile(
  ctx: Ctx,
  subject: readonly [type: string, id: number],
  current: Values,
): Promise<AppError> {
  const last = await ctx.db
    .selectFrom('audit_log')
    .select(['actor_name', 'at'])
    .where('subject_type', '=', subject[0])
    .where('subject_id', '=', String(subject[1]))
    .where('action', '=', `${subject[0]}.updated`)
    .orderBy('audit_id', 'desc')
    .executeTakeFirst();
  const who = last?.actor_name ?? 'Somebody';
  return new AppError('changed_meanwhile', `${who} changed this after you opened it.`, {
    details: {
      ...current,
      changedBy: last?.actor_name ?? null,
      changedAt: last?.at.toISOString() ?? null,
    },
  });
}
