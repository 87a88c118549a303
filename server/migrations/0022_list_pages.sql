-- kind: expand
-- Pages of a conversation: its threads by number, and the latest replies of each.
create index comments_threads_idx on comments (case_id, id desc) where parent_id is null;
create index comments_replies_idx on comments (parent_id, id desc) where parent_id is not null;
drop index comments_parent_id_idx;
