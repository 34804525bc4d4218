import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Json = ColumnType<object | null, string | null, string | null>;

export interface AuditLogTable {
  audit_id: Generated<number>;
  at: Date;
  actor_user_id: number | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  ip: string;
  user_agent: string;
  request_id: string;
  before: Json;
  after: Json;
}

export interface IdempotencyKeysTable {
  scope: string;
  key: string;
  route: string;
  request_hash: Buffer;
  status: number | null;
  answer: Json;
  created_at: Date;
}

export interface FactsTable {
  name: string;
  value: JSONColumnType<object>;
  updated_at: Generated<Date>;
}
