// One's own row of people. Invariant: each change raises the version, so that an older page cannot overwrite it.
import type { Ctx } from '../../platform/context.ts';
import { duplicatePerson } from './identity.repository.ts';

export const getPerson = (ctx: Ctx, userId: number) =>
  ctx.db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

export const lockPerson = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow();

export interface PersonChanges {
  first_name?: string;
  last_name?: string;
  phone?: string;
}

export async function updatePerson(ctx: Ctx, userId: number, changes: PersonChanges) {
  try {
    return await ctx.db
      .updateTable('users')
      .set((eb) => ({ ...changes, version: eb('version', '+', 1), updated_at: ctx.clock.now() }))
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    throw duplicatePerson(error) ?? error;
  }
}
