-- kind: expand
-- A new address of one's own waits until the link mailed to it is opened (D-131).
create table email_changes (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- The session that asked, and may stay.
  session_id text not null,
  new_email text not null,
  confirm_token text not null unique,
  cancel_token text not null unique,
  expires_at timestamptz(3) not null,
  -- No longer to be confirmed; the link in the notice to the old address works on.
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index email_changes_user_id_idx on email_changes (user_id);
create index email_changes_expires_at_idx on email_changes (expires_at);
-- One waits at a time.
create unique index email_changes_open_key on email_changes (user_id) where closed_at is null;
