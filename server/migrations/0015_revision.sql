-- kind: contract
-- The number that grows with every change of a record is its revision: a version is what a document has. The events keep
-- their column: the audit chain has hashed its name with every row.
alter table cases rename column version to revision;
alter table applicants rename column version to revision;
alter table documents rename column version to revision;
alter table invoices rename column version to revision;

create or replace function touch_versioned_row() returns trigger language plpgsql as $$
begin
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;
  if new.revision = old.revision
    and to_jsonb(new) - 'updated_at' - 'search' is distinct from to_jsonb(old) - 'updated_at' - 'search' then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;
alter function touch_versioned_row() rename to touch_revised_row;
