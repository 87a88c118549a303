-- kind: expand
-- What a record is found by. Words of null mean that they have to be written anew: the triggers below say so in the
-- transaction of whoever changes the record, whatever program or hand that is, and the portal writes them, since the
-- database does not know how texts are compared.
create table search_entries (
  kind text not null,
  record_id integer not null,
  case_id integer references cases (id) on delete cascade,
  words tsvector,
  at timestamptz(3),
  primary key (kind, record_id)
);
create index search_entries_words_idx on search_entries using gin (words) with (fastupdate = off);
create index search_entries_at_idx on search_entries (kind, at desc, record_id desc);
create index search_entries_case_id_idx on search_entries (case_id);
create index search_entries_unwritten_idx on search_entries (case_id) where words is null;

-- How far the records that were there before have been taken in.
create table search_fills (
  kind text primary key,
  filled_to integer not null default 0,
  filled integer not null default 0,
  total integer not null,
  is_done boolean not null default false
);

create function note_new_entries() returns trigger language plpgsql as $$
begin
  insert into search_entries (kind, record_id, case_id)
  select tg_argv[0], added.id, (to_jsonb(added) ->> 'case_id')::integer from added
  on conflict (kind, record_id) do update set words = null;
  return null;
end
$$;

create function note_changed_entry() returns trigger language plpgsql as $$
begin
  insert into search_entries (kind, record_id, case_id)
  values (tg_argv[0], new.id, (to_jsonb(new) ->> 'case_id')::integer)
  on conflict (kind, record_id) do update set words = null;
  return null;
end
$$;

create function remove_entries() returns trigger language plpgsql as $$
begin
  delete from search_entries using removed where kind = tg_argv[0] and record_id = removed.id;
  return null;
end
$$;

-- A document is found by the name of its person too.
create function note_documents_of_person() returns trigger language plpgsql as $$
begin
  update search_entries set words = null
  from documents
  where documents.assigned_to = new.id and kind = 'document' and record_id = documents.id;
  return null;
end
$$;

create trigger applicants_found_new after insert on applicants referencing new table as added
  for each statement execute function note_new_entries('person');
create trigger applicants_found_changed after update on applicants
  for each row when (new.* is distinct from old.*) execute function note_changed_entry('person');
create trigger applicants_found_in_documents after update on applicants
  for each row when (new.full_name <> old.full_name) execute function note_documents_of_person();
create trigger applicants_found_no_more after delete on applicants referencing old table as removed
  for each statement execute function remove_entries('person');

create trigger documents_found_new after insert on documents referencing new table as added
  for each statement execute function note_new_entries('document');
create trigger documents_found_changed after update on documents
  for each row when (
    (new.original_name, new.category, new.assigned_to)
      is distinct from (old.original_name, old.category, old.assigned_to)
  ) execute function note_changed_entry('document');
create trigger documents_found_no_more after delete on documents referencing old table as removed
  for each statement execute function remove_entries('document');

create trigger comments_found_new after insert on comments referencing new table as added
  for each statement execute function note_new_entries('message');
create trigger comments_found_changed after update on comments
  for each row when (
    (new.message, new.attachment_original_name)
      is distinct from (old.message, old.attachment_original_name)
  ) execute function note_changed_entry('message');
create trigger comments_found_no_more after delete on comments referencing old table as removed
  for each statement execute function remove_entries('message');

create trigger invoices_found_new after insert on invoices referencing new table as added
  for each statement execute function note_new_entries('invoice');
create trigger invoices_found_changed after update on invoices
  for each row when (new.invoice_id <> old.invoice_id) execute function note_changed_entry('invoice');
create trigger invoices_found_no_more after delete on invoices referencing old table as removed
  for each statement execute function remove_entries('invoice');

create trigger users_found_new after insert on users referencing new table as added
  for each statement execute function note_new_entries('user');
create trigger users_found_changed after update on users
  for each row when (
    (new.first_name, new.last_name, new.email) is distinct from (old.first_name, old.last_name, old.email)
  ) execute function note_changed_entry('user');
create trigger users_found_no_more after delete on users referencing old table as removed
  for each statement execute function remove_entries('user');
