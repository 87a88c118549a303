-- kind: expand
-- The list of cases counts unread messages over all cases. With these two it reads narrow indexes in the same order
-- and merges them, instead of both tables: at 300,000 messages a third of the time.
create index comments_unread_idx on comments (id) include (case_id, user_id);
create index comment_read_status_reader_idx on comment_read_status (user_id, comment_id);
drop index comment_read_status_user_id_idx;
