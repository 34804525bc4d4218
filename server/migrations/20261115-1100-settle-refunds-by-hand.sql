-- So that a person can end a refund of which nothing more is heard.
alter table refunds
  -- When it was handed to its provider; asking how it stands does not move it.
  add column sent_at timestamptz,
  -- When its provider last said that it has no such refund.
  add column missing_at timestamptz;
update refunds set sent_at = updated_at where state in ('sent', 'unknown');
