// People as admins see them, by SQL. The table itself belongs to identity; a deleted person is never found here.
import { sql } from 'kysely';
import type { Role } from '@ghala/contracts/permissions';
import { localPhone } from '@ghala/contracts/phone';
import type { User } from '@ghala/contracts/users/users.contract';
import type { Ctx } from '../../platform/context.ts';
import { listPage, type ListRequest } from '../../platform/list/list.ts';
import { duplicatePerson, type UsersTable } from '../identity/index.ts';

const columns = [
  'users.user_id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.phone',
  'users.role',
  'users.created_at',
  'users.updated_at',
  'users.version',
] as const;

interface UserRow {
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  role: Role;
  created_at: Date;
  updated_at: Date;
  version: number;
}

const toUser = (row: UserRow): User => ({
  userId: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phoneNumber: localPhone(row.phone),
  role: row.role,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

const present = (ctx: Ctx) => ctx.db.selectFrom('users').where('users.deleted_at', 'is', null);

export function list(ctx: Ctx, request: ListRequest & { role?: Role | undefined }) {
  let query = present(ctx);
  if (request.role !== undefined) query = query.where('users.role', '=', request.role);
  return listPage(
    {
      query,
      select: (q) => q.select(columns),
      search: {
        // The expression of the index users_search.
        text: [sql<string>`users.first_name || ' ' || users.last_name || ' ' || users.email`],
        phones: ['users.phone'],
        ids: ['users.user_id'],
      },
      sortable: {
        userId: 'users.user_id',
        firstName: sql`lower(users.first_name)`,
        lastName: sql`lower(users.last_name)`,
        email: sql`lower(users.email)`,
        phoneNumber: 'users.phone',
        role: 'users.role',
        createdAt: 'users.created_at',
        updatedAt: 'users.updated_at',
      },
      idColumn: 'users.user_id',
    },
    request,
    toUser,
  );
}

export async function findById(ctx: Ctx, userId: number): Promise<User | null> {
  const row = await present(ctx).select(columns).where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

/** Held until the transaction ends, so that a version read here is still the version when it is written. */
export async function findForChange(ctx: Ctx, userId: number): Promise<User | null> {
  const row = await present(ctx)
    .select(columns)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

/**
 * Every admin there is, held until the transaction ends: of two admins who remove each other at once, the second
 * waits here and then no longer finds the first. Always in the order of ids, so that the two never wait in a ring.
 */
export async function lockAdminIds(ctx: Ctx): Promise<number[]> {
  const rows = await present(ctx)
    .select('user_id')
    .where('role', '=', 'admin')
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.user_id);
}

export async function update(
  ctx: Ctx,
  userId: number,
  fields: Partial<Pick<UsersTable, 'first_name' | 'last_name' | 'phone' | 'role'>>,
): Promise<User> {
  try {
    const row = await ctx.db
      .updateTable('users')
      .set({ ...fields, version: sql`version + 1`, updated_at: ctx.clock.now() })
      .where('user_id', '=', userId)
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toUser(row);
  } catch (error) {
    throw duplicatePerson(error) ?? error;
  }
}

export const markDeleted = (ctx: Ctx, userId: number) =>
  ctx.db
    .updateTable('users')
    .set({ deleted_at: ctx.clock.now(), updated_at: ctx.clock.now(), version: sql`version + 1` })
    .where('user_id', '=', userId)
    .execute();
