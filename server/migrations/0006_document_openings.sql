-- kind: expand
-- Every opening of a document is a security event (security.md 5.7). Who opened one of them is asked for by its number,
-- among the numbers of whatever went out together.
create index security_events_opened_idx on security_events using gin (metadata jsonb_path_ops)
  where kind = 'document.opened';
