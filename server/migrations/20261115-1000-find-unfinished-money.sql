-- What the sweep looks for every minute: few rows in tables that only grow.
create index provider_callbacks_unprocessed on provider_callbacks (callback_id) where processed_at is null;
create index refunds_unended on refunds (updated_at) where state in ('requested', 'sent', 'unknown');
