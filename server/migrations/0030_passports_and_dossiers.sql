-- kind: expand
-- What is read from passports, what is kept of them, and the bundles handed to authorities.

alter table applicants
  add column passport_name text check (length(passport_name) between 1 and 80),
  -- Encrypted under the key of the case, bound to the row.
  add column passport_number bytea,
  -- A keyed hash of the number: equality only.
  add column passport_mark text,
  add column passport_country text,
  add column passport_expires_on date,
  add column place_of_birth text check (length(place_of_birth) between 1 and 100),
  add column passport_document_id integer references documents (id) on delete set null;
create index applicants_passport_mark_idx on applicants (passport_mark) where passport_mark is not null;
create index applicants_passport_document_id_idx on applicants (passport_document_id)
  where passport_document_id is not null;

create table readings (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  document_id integer not null unique references documents (id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'read', 'partial', 'unreadable', 'failed', 'cleared')),
  problem text check (problem in ('locked', 'damaged', 'too_large', 'word', 'no_lines', 'not_td3', 'timeout',
    'crashed')),
  page integer check (page between 1 and 3),
  rotation integer check (rotation in (0, 90, 180, 270)),
  -- One of + and - each: number, birth, expiry, personal, composite.
  digits text check (digits ~ '^[+-]{5}$'),
  likeness integer check (likeness between 0 and 1000),
  names_agreed boolean,
  -- The two lines, encrypted under the key of the case, bound to the row.
  sealed_lines bytea,
  verdicts jsonb not null default '{}',
  sealed_former bytea,
  former_until timestamptz(3),
  warnings_ignored jsonb not null default '[]',
  engine text,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  cleared_at timestamptz(3)
);
create index readings_case_id_idx on readings (case_id);
create index readings_kept_idx on readings (read_at) where sealed_lines is not null;
create index readings_former_until_idx on readings (former_until) where sealed_former is not null;

-- What a look into a stored file has told: how many pages, and what is wrong with it.
create table document_facts (
  stored_file_id integer primary key references stored_files (id) on delete cascade,
  pages integer,
  problem text check (problem in ('locked', 'restricted', 'damaged', 'too_long', 'dynamic_form', 'signed', 'word',
    'small_picture')),
  checked_at timestamptz(3) not null default now()
);

create table dossiers (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  number integer not null,
  kind text not null check (kind in ('fiu', 'citizenship', 'passport', 'answer')),
  program text not null check (program in ('vanuatu', 'nauru')),
  title text not null check (length(title) between 1 and 100),
  addressee text not null check (length(addressee) between 1 and 100),
  options jsonb not null default '{}',
  reason text check (length(reason) between 10 and 500),
  holds_government boolean not null default false,
  state text not null check (state in ('queued', 'running', 'built', 'failed', 'cancelled', 'removed')),
  problem text,
  step text,
  done_pages integer not null default 0,
  total_pages integer not null default 0,
  pages integer,
  bytes bigint,
  parts integer,
  difference_from integer references dossiers (id) on delete set null,
  -- What was chosen, for whoever builds it: numbers of documents and keys of items.
  chosen jsonb not null default '{}',
  built_by integer references users (id) on delete set null,
  requested_at timestamptz(3) not null default now(),
  built_at timestamptz(3),
  handed_in_on date,
  authority_reference text check (length(authority_reference) between 1 and 100),
  removed_at timestamptz(3),
  removed_by integer references users (id) on delete set null,
  removed_reason text check (length(removed_reason) between 10 and 500),
  revision integer not null default 1,
  unique (case_id, number)
);
create unique index dossiers_open_key on dossiers (case_id) where state in ('queued', 'running');
create index dossiers_case_id_idx on dossiers (case_id, requested_at desc, id desc);
create index dossiers_difference_from_idx on dossiers (difference_from) where difference_from is not null;
create index dossiers_built_by_idx on dossiers (built_by) where built_by is not null;
create index dossiers_removed_by_idx on dossiers (removed_by) where removed_by is not null;

create table dossier_documents (
  dossier_id integer not null references dossiers (id) on delete cascade,
  position integer not null,
  document_id integer references documents (id) on delete set null,
  -- The first document of its chain of versions.
  chain_id integer not null,
  label text not null,
  person_name text,
  file_name text not null,
  file_sha256 text not null,
  bytes bigint not null,
  pages integer,
  first_page integer,
  last_page integer,
  part integer,
  separate boolean not null default false,
  problem text,
  accepted_at timestamptz(3),
  primary key (dossier_id, position)
);
create index dossier_documents_document_id_idx on dossier_documents (document_id) where document_id is not null;

create table dossier_files (
  dossier_id integer not null references dossiers (id) on delete cascade,
  position integer not null,
  -- Separate papers and signed originals are copies: the ZIP stays whole when their documents go.
  kind text not null check (kind in ('part', 'manifest', 'separate', 'original')),
  name text not null,
  sha256 text not null,
  bytes bigint not null,
  first_page integer,
  last_page integer,
  stored_file_id integer not null references stored_files (id),
  primary key (dossier_id, position)
);
create index dossier_files_stored_file_id_idx on dossier_files (stored_file_id);
