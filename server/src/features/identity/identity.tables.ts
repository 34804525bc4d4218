import type { Generated } from 'kysely';
import type { Role } from '@ghala/contracts/permissions';

export interface UsersTable {
  user_id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  /** Canonical: 2547XXXXXXXX */
  phone: string;
  role: Role;
  password_hash: string;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface SessionsTable {
  session_id: Generated<number>;
  token_hash: Buffer;
  user_id: number;
  ip: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_reason: string | null;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    users: UsersTable;
    sessions: SessionsTable;
  }
}
