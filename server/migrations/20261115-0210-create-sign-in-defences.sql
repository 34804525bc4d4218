-- Failed tries, counted where every server sees them and a restart forgets nothing. Keys are hashes: what people type
-- into the email field by mistake may be a password.
create table attempt_counters (
  kind text not null,
  key_hash bytea not null,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null,
  primary key (kind, key_hash)
);
create index attempt_counters_age on attempt_counters (last_at);

-- Where an account has signed in from before, so that strangers' failures do not keep its owner out.
create table familiar_addresses (
  key_hash bytea primary key,
  last_at timestamptz not null
);
create index familiar_addresses_age on familiar_addresses (last_at);

-- Somebody asked for a reset code for a phone number, known to us or not.
create table reset_requests (
  request_id bigint generated always as identity primary key,
  phone text not null,
  ip text not null,
  requested_at timestamptz not null,
  -- The gateway could not be reached then: asking again at once is fair.
  gateway_failed boolean not null default false
);
create index reset_requests_phone on reset_requests (phone, requested_at desc);
create index reset_requests_ip on reset_requests (ip, requested_at desc);
create index reset_requests_age on reset_requests (requested_at);

create table reset_codes (
  code_id bigint generated always as identity primary key,
  -- A job that tries again gives the same request a new code in the same row.
  request_id bigint not null unique,
  user_id bigint not null references users on delete cascade,
  phone text not null,
  -- HMAC-SHA-256 under the server's key.
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text
);
-- Newest only: an account has at most one code that can still be used.
create unique index reset_codes_live on reset_codes (user_id) where ended_at is null;
create index reset_codes_phone on reset_codes (phone) where ended_at is null;
create index reset_codes_account on reset_codes (user_id, created_at desc);
create index reset_codes_age on reset_codes (created_at);
