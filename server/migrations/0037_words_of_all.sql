-- kind: expand, alone
-- In place of this one stand those of 0034 to 0036, which the release before asks in the same words.
drop index concurrently if exists search_entries_words_idx;
