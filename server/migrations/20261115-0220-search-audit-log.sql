create index audit_log_action on audit_log (action, audit_id desc);
create index audit_log_at on audit_log (at);
create index audit_log_ip on audit_log (ip, audit_id desc);
create index audit_log_search on audit_log using gin
  ((actor_name || ' ' || action || ' ' || subject_type || ' ' || subject_id || ' ' || ip) gin_trgm_ops);
