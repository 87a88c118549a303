-- kind: expand
-- What somebody is told: one row for what one person has done in a case within an hour. No names and no texts; those are
-- joined when the list is read. Who did it may be gone.
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  case_id integer references cases (id) on delete cascade,
  kind text not null check (kind in ('message', 'document_uploaded', 'document_reviewed', 'item_requested',
    'status_changed', 'invoice_sent', 'receipt_uploaded', 'invoice_completed', 'assigned')),
  actor_id integer,
  count integer not null default 1 check (count >= 1),
  data jsonb not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  read_at timestamptz(3)
);
-- The list in its two parts; with case and kind the unread are counted from the index alone.
create index notifications_unread_idx on notifications (user_id, last_at desc, id desc) include (case_id, kind)
  where read_at is null;
create index notifications_read_idx on notifications (user_id, last_at desc, id desc) where read_at is not null;
create index notifications_case_id_idx on notifications (case_id, user_id);
