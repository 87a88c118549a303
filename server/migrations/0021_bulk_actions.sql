-- kind: expand
-- The same done to many cases. Each row gets its outcome in the transaction that changes its case, so a portal that is
-- killed goes on with the rest and does none twice.
create table bulk_actions (
  id integer generated always as identity primary key,
  actor_id integer not null references users (id) on delete cascade,
  action text not null check (action in ('status', 'assign', 'unassign', 'undo')),
  input jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  undoes integer unique references bulk_actions (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index bulk_actions_actor_id_idx on bulk_actions (actor_id);
create index bulk_actions_created_at_idx on bulk_actions (created_at);

-- A case may be gone, or never have been.
create table bulk_rows (
  action_id integer not null references bulk_actions (id) on delete cascade,
  case_id integer not null,
  outcome text check (outcome in ('done', 'unchanged', 'refused', 'missing', 'failed')),
  message text,
  before jsonb,
  revision integer,
  primary key (action_id, case_id)
);
