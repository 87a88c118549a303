-- kind: expand, alone
-- Words of messages and documents are many: each kind is looked up among its own.
create index concurrently if not exists search_entries_message_words_idx on search_entries using gin (words) with (fastupdate = off) where kind = 'message';
