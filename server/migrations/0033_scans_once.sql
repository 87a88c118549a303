-- kind: expand, alone
-- The same file of a folder is taken once.
create unique index concurrently if not exists import_rows_mark_idx on import_rows (import_id, mark) where mark is not null;
