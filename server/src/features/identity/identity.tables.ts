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

export interface AttemptCountersTable {
  kind: string;
  key_hash: Buffer;
  failures: number;
  first_at: Date;
  last_at: Date;
  blocked_until: Date;
}

export interface FamiliarAddressesTable {
  key_hash: Buffer;
  last_at: Date;
}

export interface ResetRequestsTable {
  request_id: Generated<number>;
  phone: string;
  ip: string;
  requested_at: Date;
  gateway_failed: Generated<boolean>;
}

export interface ResetCodesTable {
  code_id: Generated<number>;
  request_id: number;
  /** Null for a phone nobody has. */
  user_id: number | null;
  phone: string;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_reason: string | null;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    users: UsersTable;
    sessions: SessionsTable;
    attempt_counters: AttemptCountersTable;
    familiar_addresses: FamiliarAddressesTable;
    reset_requests: ResetRequestsTable;
    reset_codes: ResetCodesTable;
  }
}
