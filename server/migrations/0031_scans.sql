-- A scan of a dropped folder waits as a file of its own until the import is run.

alter table import_rows
  add column stored_file_id integer references stored_files (id) on delete set null,
  -- A keyed hash of its path and size: whether it is there already.
  add column mark text;
create index import_rows_stored_file_id_idx on import_rows (stored_file_id) where stored_file_id is not null;
create unique index import_rows_mark_idx on import_rows (import_id, mark) where mark is not null;
