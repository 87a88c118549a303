-- kind: expand
-- The audit log shows tampering (security.md 5.7): every event leaves a link in one chain of hashes. The chain holds numbers
-- and hashes alone and outlives the case: erasing a case removes its events, and their links say only that they were there.

create table audit_chain (
  seq bigint primary key check (seq > 0),
  source text not null check (source in ('case_events', 'security_events')),
  row_id integer not null,
  -- Numbers that may point to nobody and nothing any more.
  case_id integer,
  actor_id integer,
  row_hash bytea not null,
  -- The earlier link of the row whose erasure this link notes.
  erases bigint references audit_chain (seq),
  hash bytea not null,
  created_at timestamptz(3) not null default now()
);
create index audit_chain_source_idx on audit_chain (source, row_id);
create index audit_chain_erases_idx on audit_chain (erases) where erases is not null;

-- jsonb always writes the same values in the same way; instants as numbers, so that no setting of the session matters.
-- The account is left out here and stands in the link: deleting an account empties the reference.
create function audit_row_hash(event jsonb, happened_at timestamptz) returns bytea language sql immutable as $$
  select sha256(convert_to(
    (event - 'created_at' - 'actor_id' - 'user_id')::text || extract(epoch from happened_at)::text, 'UTF8'))
$$;

create function audit_link_hash(previous bytea, link audit_chain) returns bytea language sql immutable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(
    link.seq, link.source, link.row_id, link.case_id, link.actor_id, link.erases)::text, 'UTF8') || link.row_hash)
$$;

create function append_to_audit_chain(link audit_chain) returns void language plpgsql as $$
declare
  last audit_chain;
begin
  -- One writer at a time, until its transaction ends: otherwise two links could follow the same one.
  perform pg_advisory_xact_lock(1635083369);
  select * into last from audit_chain order by seq desc limit 1;
  link.seq := coalesce(last.seq, 0) + 1;
  link.created_at := now();
  link.hash := audit_link_hash(last.hash, link);
  insert into audit_chain select link.*;
end
$$;

create function chain_event(source text, event jsonb, happened_at timestamptz) returns void language plpgsql as $$
declare
  link audit_chain;
begin
  link.source := source;
  link.row_id := (event ->> 'id')::integer;
  link.case_id := (event ->> 'case_id')::integer;
  link.actor_id := coalesce(event ->> 'actor_id', event ->> 'user_id')::integer;
  link.row_hash := audit_row_hash(event, happened_at);
  perform append_to_audit_chain(link);
end
$$;

create function record_in_audit_chain() returns trigger language plpgsql as $$
begin
  perform chain_event(tg_table_name, to_jsonb(new), new.created_at);
  return null;
end
$$;

-- Only together with its case: an event that is deleted while the case stands is refused.
create function record_erasure_in_audit_chain() returns trigger language plpgsql as $$
declare
  link audit_chain;
begin
  if exists (select from cases where id = old.case_id) then
    raise exception 'the audit log is never changed (delete on %)', tg_table_name;
  end if;
  select * into strict link from audit_chain
  where source = tg_table_name and row_id = old.id and erases is null;
  link.erases := link.seq;
  perform append_to_audit_chain(link);
  return null;
end
$$;

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed (% on %)', lower(tg_op), tg_table_name;
end
$$;

-- The account behind an event may be deleted; then only the reference becomes empty.
create function refuse_change_of_event() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'actor_id' - 'user_id' is distinct from to_jsonb(old) - 'actor_id' - 'user_id'
    or coalesce(to_jsonb(new) ->> 'actor_id', to_jsonb(new) ->> 'user_id') is not null then
    raise exception 'the audit log is never changed (update on %)', tg_table_name;
  end if;
  return new;
end
$$;

create trigger audit_chain_kept before update or delete on audit_chain
  for each row execute function refuse_change_of_audit();
create trigger audit_chain_whole before truncate on audit_chain
  for each statement execute function refuse_change_of_audit();
create trigger case_events_whole before truncate on case_events
  for each statement execute function refuse_change_of_audit();
create trigger security_events_whole before truncate on security_events
  for each statement execute function refuse_change_of_audit();
create trigger case_events_unchanged before update on case_events
  for each row execute function refuse_change_of_event();
create trigger security_events_unchanged before update on security_events
  for each row execute function refuse_change_of_event();
create trigger security_events_kept before delete on security_events
  for each row execute function refuse_change_of_audit();
-- At the end of the transaction, when nothing else is waited for any more: two writers cannot block each other.
create constraint trigger case_events_chained after insert on case_events
  deferrable initially deferred for each row execute function record_in_audit_chain();
create constraint trigger security_events_chained after insert on security_events
  deferrable initially deferred for each row execute function record_in_audit_chain();
create constraint trigger case_events_erased after delete on case_events
  deferrable initially deferred for each row execute function record_erasure_in_audit_chain();

-- What is there already enters the chain in the order in which it was written.
do $$
declare
  event record;
begin
  for event in select * from case_events order by seq loop
    perform chain_event('case_events', to_jsonb(event), event.created_at);
  end loop;
  for event in select * from security_events order by id loop
    perform chain_event('security_events', to_jsonb(event), event.created_at);
  end loop;
end
$$;
