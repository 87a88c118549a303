-- kind: expand, alone
-- As 0034, of all other kinds.
create index concurrently if not exists search_entries_other_words_idx on search_entries using gin (words) with (fastupdate = off) where kind not in ('message', 'document');
