-- kind: expand
-- Moving in and out: imports, personal tokens, and who the bureau is.

alter table stored_files drop constraint stored_files_kind_check;
alter table stored_files add constraint stored_files_kind_check check (kind in (
  'document', 'comment', 'sample', 'agreement', 'receipt', 'invoice', 'avatar', 'invoicePdf', 'importFile', 'logo',
  'dossier'
));

create table imports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('cases', 'scans')),
  state text not null check (state in ('reading', 'unreadable', 'mapping', 'checking', 'checked', 'running', 'paused',
    'finished', 'undoing', 'undone')),
  name text not null,
  -- One file, or two tables as two; none for a folder of scans, or when their days are over.
  stored_file_id integer references stored_files (id) on delete set null,
  second_file_id integer references stored_files (id) on delete set null,
  -- What the file holds: heads with three samples each. Sealed like the rows.
  columns bytea,
  mapping jsonb not null default '{}',
  options jsonb not null default '{}',
  counts jsonb not null default '{}',
  position integer not null default 0,
  reason text,
  created_by integer references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  undo_until timestamptz(3),
  revision integer not null default 1
);
create index imports_created_at_idx on imports (created_at desc, id desc);
create index imports_stored_file_id_idx on imports (stored_file_id) where stored_file_id is not null;
create index imports_second_file_id_idx on imports (second_file_id) where second_file_id is not null;
create index imports_created_by_idx on imports (created_by) where created_by is not null;
create index imports_open_idx on imports (state) where state in ('reading', 'checking', 'running', 'undoing');

create table import_rows (
  import_id integer not null references imports (id) on delete cascade,
  sheet text not null check (sheet in ('cases', 'people', 'files')),
  -- As the spreadsheet shows it: the head is 1.
  number integer not null,
  -- What the row says, sealed.
  raw bytea,
  state text not null check (state in ('ready', 'warned', 'blocked', 'created', 'updated', 'unchanged', 'skipped',
    'failed', 'removed', 'restored', 'kept')),
  problems jsonb not null default '[]',
  case_id integer references cases (id) on delete set null,
  -- Numbers of what was made; what was there before is sealed.
  made jsonb,
  before bytea,
  primary key (import_id, sheet, number)
);
create index import_rows_state_idx on import_rows (import_id, state, sheet, number);
create index import_rows_case_id_idx on import_rows (case_id) where case_id is not null;

create table tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the whole token, hex.
  digest text not null unique,
  -- Its last four characters.
  hint text not null,
  scopes text[] not null check (cardinality(scopes) >= 1),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  last_used_network text,
  warned_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by integer references users (id) on delete set null
);
create index tokens_user_id_idx on tokens (user_id, created_at desc);
create index tokens_revoked_by_idx on tokens (revoked_by) where revoked_by is not null;
create index tokens_expires_at_idx on tokens (expires_at) where revoked_at is null;

-- What a program began goes on in its name.
alter table bulk_actions add column token_id integer references tokens (id) on delete set null;
create index bulk_actions_token_id_idx on bulk_actions (token_id) where token_id is not null;

-- One row: who the bureau is. Left empty, its name is BUREAU_NAME.
create table bureau (
  id integer primary key default 1 check (id = 1),
  name text check (length(name) between 1 and 100),
  logo_file_id integer references stored_files (id) on delete set null,
  logo_dark_file_id integer references stored_files (id) on delete set null,
  address text check (length(address) between 1 and 500),
  trn text check (length(trn) between 1 and 50),
  phone text check (length(phone) between 1 and 50),
  website text check (length(website) between 1 and 200),
  bank_details jsonb not null default '{}',
  letter_foot text check (length(letter_foot) between 1 and 300),
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
create trigger bureau_touch before update on bureau for each row execute function touch_revised_row();
create index bureau_logo_file_id_idx on bureau (logo_file_id) where logo_file_id is not null;
create index bureau_logo_dark_file_id_idx on bureau (logo_dark_file_id) where logo_dark_file_id is not null;
insert into bureau default values;
