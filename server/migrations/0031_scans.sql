-- kind: expand
-- A scan of a dropped folder waits as a file of its own until the import is run.

alter table import_rows
  add column stored_file_id integer references stored_files (id) on delete set null,
  -- A keyed hash of its path and size: whether it is there already.
  add column mark text;
