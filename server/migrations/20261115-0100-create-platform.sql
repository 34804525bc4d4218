-- What every feature stands on: append-only tables, the audit log, answers kept for Idempotency-Key.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit_log (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_user_id bigint,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  ip text not null,
  user_agent text not null,
  request_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_subject on audit_log (subject_type, subject_id, audit_id desc);
create index audit_log_actor on audit_log (actor_user_id, audit_id desc);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create table idempotency_keys (
  scope text not null,
  key text not null,
  route text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Facts about this database itself, such as which demo data it holds.
create table facts (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
