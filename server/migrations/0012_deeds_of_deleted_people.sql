-- kind: expand
-- An event keeps the number of its person when the account is gone (D-187): a deed of somebody who left is not one of
-- the portal itself. What was emptied before stands in the chain.
alter table case_events drop constraint case_events_actor_id_fkey;
alter table security_events drop constraint security_events_user_id_fkey;

alter table case_events disable trigger case_events_unchanged;
update case_events set actor_id = link.actor_id from audit_chain link
  where case_events.actor_id is null and link.actor_id is not null and link.erases is null
    and link.source = 'case_events' and link.row_id = case_events.id;
alter table case_events enable trigger case_events_unchanged;

alter table security_events disable trigger security_events_unchanged;
update security_events set user_id = link.actor_id from audit_chain link
  where security_events.user_id is null and link.actor_id is not null and link.erases is null
    and link.source = 'security_events' and link.row_id = security_events.id;
alter table security_events enable trigger security_events_unchanged;

-- With no reference to empty, nothing of an event changes any more.
drop trigger case_events_unchanged on case_events;
drop trigger security_events_unchanged on security_events;
drop function refuse_change_of_event();
create trigger case_events_unchanged before update on case_events
  for each row execute function refuse_change_of_audit();
create trigger security_events_unchanged before update on security_events
  for each row execute function refuse_change_of_audit();
