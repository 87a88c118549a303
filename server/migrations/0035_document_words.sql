-- kind: expand, alone
-- As 0034, of documents.
create index concurrently if not exists search_entries_document_words_idx on search_entries using gin (words) with (fastupdate = off) where kind = 'document';
