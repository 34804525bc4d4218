-- Messages that went out by SMS and what became of them. The text is never kept: it may hold a code.
create table sms_messages (
  sms_id bigint generated always as identity primary key,
  purpose text not null,
  -- What the message is about in its own feature; a repeated attempt finds its row by it.
  reference text not null,
  phone text not null check (phone ~ '^254[71][0-9]{8}$'),
  provider text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  attempts integer not null default 0,
  provider_message_id text,
  -- The gateway's code or status word; never its prose, which may repeat the text.
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (purpose, reference)
);
create unique index sms_messages_provider_id on sms_messages (provider, provider_message_id);
create index sms_messages_age on sms_messages (created_at);

-- Delivery reports as they came. A report may overtake the answer that names its message, so it is kept apart.
create table sms_reports (
  provider text not null,
  provider_message_id text not null,
  state text not null check (state in ('sent', 'delivered', 'failed')),
  failure text,
  received_at timestamptz not null,
  primary key (provider, provider_message_id, state)
);
create index sms_reports_age on sms_reports (received_at);

-- The gateway as the last message found it; every server reads it, so all answer alike.
create table sms_gateways (
  provider text primary key,
  failing_since timestamptz,
  last_failure text,
  updated_at timestamptz not null
);
