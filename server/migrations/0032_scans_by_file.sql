-- kind: expand, alone
-- A file that goes asks who has it.
create index concurrently if not exists import_rows_stored_file_id_idx on import_rows (stored_file_id) where stored_file_id is not null;
