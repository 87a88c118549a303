-- kind: expand
-- The role that the portal works as may read the audit log and add to it, nothing else (asvs 102). What the triggers
-- write into the chain they write as the owner of the tables; nobody else can call these functions, or hang them on a
-- table of his own.
alter function record_in_audit_chain() security definer set search_path = pg_catalog, public, pg_temp;
alter function record_erasure_in_audit_chain() security definer set search_path = pg_catalog, public, pg_temp;
revoke execute on function
  record_in_audit_chain(), record_erasure_in_audit_chain(),
  chain_event(text, jsonb, timestamptz), append_to_audit_chain(audit_chain)
from public;
