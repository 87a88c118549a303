-- kind: contract
-- Mails about cases: when they go, who wants them, where they do not arrive. Reminders of missing papers. Messages that
-- came by mail.

-- Mails are grouped before they are written.
alter table mail_outbox
  drop column group_key,
  drop column data,
  add column user_id integer references users (id) on delete set null,
  add column case_id integer references cases (id) on delete set null,
  -- Sealed like the text.
  add column reply_to text,
  add column envelope_from text,
  add column headers text;
create index mail_outbox_user_id_idx on mail_outbox (user_id) where user_id is not null;
create index mail_outbox_case_id_idx on mail_outbox (case_id) where case_id is not null;

alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in ('message', 'document_uploaded', 'document_reviewed',
    'item_requested', 'status_changed', 'invoice_sent', 'receipt_uploaded', 'invoice_completed', 'assigned',
    'deadline_near', 'mail_undeliverable')),
  add column mail text not null default 'none' check (mail in ('none', 'soon', 'daily')),
  add column mailed_at timestamptz(3),
  add column mail_id integer references mail_outbox (id) on delete set null;
create index notifications_open_idx on notifications (user_id, case_id)
  where read_at is null and mailed_at is null and mail <> 'none';
create index notifications_mail_id_idx on notifications (mail_id) where mail_id is not null;

-- When the next mail of a case goes to a person; 0 for what belongs to no case.
create table notification_timers (
  user_id integer not null references users (id) on delete cascade,
  case_id integer not null,
  due_at timestamptz(3) not null,
  primary key (user_id, case_id)
);
create index notification_timers_due_at_idx on notification_timers (due_at);

-- Only what differs from the default of the role.
create table notification_preferences (
  user_id integer not null references users (id) on delete cascade,
  kind text not null check (kind in ('message', 'document_uploaded', 'document_reviewed', 'item_requested',
    'status_changed', 'invoice_sent', 'receipt_uploaded', 'invoice_completed', 'assigned', 'deadline_near',
    'mail_undeliverable')),
  mail text not null check (mail in ('soon', 'daily', 'never')),
  primary key (user_id, kind)
);

create table mail_recipients (
  user_id integer primary key references users (id) on delete cascade,
  mails_off_at timestamptz(3),
  reminders_off_at timestamptz(3),
  undeliverable_at timestamptz(3),
  -- As '5.1.1', or 'unreachable'.
  undeliverable_code text,
  -- Mails in a row that were given up after all tries.
  failures integer not null default 0,
  -- The day of the last digest.
  digest_on date
);

-- One row: how the bureau chases what is missing.
create table reminder_schedules (
  id integer primary key default 1 check (id = 1),
  is_on boolean not null default false,
  first_days integer[] not null default '{3,7,14}' check (cardinality(first_days) between 1 and 5),
  every_days integer not null default 7 check (every_days between 1 and 30),
  most integer not null default 8 check (most between 1 and 20),
  hour integer not null default 9 check (hour between 6 and 17),
  -- Monday is 1.
  working_days integer[] not null default '{1,2,3,4,5}' check (cardinality(working_days) between 1 and 7),
  holidays jsonb not null default '[]' check (jsonb_array_length(holidays) <= 400),
  overdue_days integer not null default 14 check (overdue_days between 1 and 60),
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
create trigger reminder_schedules_touch before update on reminder_schedules
  for each row execute function touch_revised_row();
insert into reminder_schedules default values;

create table reminder_plans (
  case_id integer primary key references cases (id) on delete cascade,
  is_on boolean not null default true,
  paused_until date,
  resumed_on date,
  round_started_on date,
  sent_in_round integer not null default 0,
  last_scheduled_on date,
  last_sent_on date,
  next_on date,
  revision integer not null default 1
);
create index reminder_plans_next_on_idx on reminder_plans (next_on) where next_on is not null;

create table reminders (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  user_id integer references users (id) on delete set null,
  -- Null: the schedule.
  sent_by integer references users (id) on delete set null,
  is_by_hand boolean not null,
  -- Within the round; null by hand.
  number integer,
  items jsonb not null,
  note text check (length(note) between 1 and 500),
  mail_id integer references mail_outbox (id) on delete set null,
  sent_on date not null,
  sent_at timestamptz(3) not null
);
create unique index reminders_scheduled_key on reminders (case_id, user_id, sent_on) where not is_by_hand;
create index reminders_case_id_idx on reminders (case_id, sent_at desc, id desc);
create index reminders_user_id_idx on reminders (user_id, sent_at desc);
create index reminders_sent_by_idx on reminders (sent_by) where sent_by is not null;
create index reminders_mail_id_idx on reminders (mail_id) where mail_id is not null;

-- What was told of a due date, so that it is told once.
create table deadline_notices (
  case_id integer not null references cases (id) on delete cascade,
  phase text not null check (phase in ('near_7', 'near_1', 'overdue', 'expired', 'last_reminder')),
  item_key text not null,
  day date not null,
  primary key (case_id, phase, item_key, day)
);

create table replies (
  id integer generated always as identity primary key,
  message_hash text not null,
  outcome text not null check (outcome in ('bounce', 'ignored_automatic', 'ignored_no_token', 'ignored_flood',
    'refused_token', 'refused_sender', 'refused_unproven', 'refused_expired', 'refused_role', 'refused_case',
    'refused_rate', 'refused_size', 'refused_empty', 'posted', 'failed')),
  user_id integer references users (id) on delete set null,
  case_id integer references cases (id) on delete set null,
  comment_id integer references comments (id) on delete set null,
  sender text not null,
  sender_hash text not null,
  size integer not null,
  received_at timestamptz(3) not null
);
create unique index replies_message_hash_key on replies (message_hash);
create index replies_received_at_idx on replies (received_at desc, id desc);
create index replies_sender_hash_idx on replies (sender_hash, received_at);
create index replies_user_id_idx on replies (user_id, received_at) where user_id is not null;
create index replies_case_id_idx on replies (case_id) where case_id is not null;
create index replies_comment_id_idx on replies (comment_id) where comment_id is not null;

-- One row: how the portal that listens gets on with the mailbox.
create table mailbox_states (
  id integer primary key default 1 check (id = 1),
  connected_at timestamptz(3),
  reached_at timestamptz(3),
  away_at timestamptz(3),
  reason text,
  -- The day on which the admins were told last that it cannot be reached.
  told_on date
);
insert into mailbox_states default values;

alter table comments
  add column source text not null default 'portal' check (source in ('portal', 'mail'));

alter table bulk_actions drop constraint bulk_actions_action_check;
alter table bulk_actions
  add constraint bulk_actions_action_check check (action in ('status', 'assign', 'unassign', 'remind', 'undo'));
