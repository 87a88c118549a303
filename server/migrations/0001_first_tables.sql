-- kind: expand
-- The stored data model (invoice-side.md section 3) and what the portal needs beside it.

create function touch_row() returns trigger language plpgsql as $$
begin
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$$;

-- Like touch_row, and the version grows when anything but the two bookkeeping columns changed (reliability 18).
create function touch_versioned_row() returns trigger language plpgsql as $$
begin
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;
  if new.version = old.version
    and to_jsonb(new) - 'updated_at' - 'search' is distinct from to_jsonb(old) - 'updated_at' - 'search' then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

create table users (
  id integer generated always as identity primary key,
  email text not null,
  password text not null,
  first_name text not null default '',
  last_name text not null default '',
  profile_image_url text,
  stored_file_id integer,
  role text not null default 'client' check (role in ('admin', 'agent', 'client', 'accountant')),
  is_admin boolean not null default false,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index users_email_key on users (lower(email));
create index users_role_idx on users (role);
create trigger users_touch before update on users for each row execute function touch_row();

create table failed_login_attempts (
  id integer generated always as identity primary key,
  ip_address text not null,
  email text not null,
  attempted_at timestamptz(3) not null default now(),
  user_agent text
);
create index failed_login_attempts_email_idx on failed_login_attempts (email, attempted_at);
create index failed_login_attempts_ip_address_idx on failed_login_attempts (ip_address, attempted_at);
create index failed_login_attempts_attempted_at_idx on failed_login_attempts (attempted_at);

create table cases (
  id integer generated always as identity primary key,
  case_id text not null check (case_id ~ '\D'),
  title text not null,
  description text,
  number_of_applicants integer not null default 1 check (number_of_applicants between 1 and 10),
  status text not null default 'onboarding' check (status in (
    'onboarding', 'due_diligence_fiu_first_stage', 'citizenship_application_second_stage', 'bank_clearance',
    'issuance_of_citizenship_certificate', 'oath_ceremony_coordination', 'national_id_and_birth_registration',
    'passport_production', 'courier', 'hold', 'cancelled', 'citizen'
  )),
  nationality text not null,
  citizenship_program text not null default 'vanuatu' check (citizenship_program in ('vanuatu', 'nauru')),
  gender text check (gender in ('Mr.', 'Ms.')),
  fiu_fee bigint not null default 500000 check (fiu_fee >= 0),
  citizenship_fee bigint not null default 0 check (citizenship_fee >= 0),
  created_by integer references users (id) on delete set null,
  last_status_updated_at timestamptz(3) not null default now(),
  search text not null generated always as (lower(title || ' ' || case_id || ' ' || nationality)) stored,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- A case id never consists of digits alone, so it cannot be taken for the number of a case (D-040, D-042).
create unique index cases_case_id_key on cases (lower(case_id));
create index cases_created_by_idx on cases (created_by);
create index cases_status_idx on cases (status);
create index cases_updated_at_idx on cases (updated_at desc);
create trigger cases_touch before update on cases for each row execute function touch_versioned_row();

-- "Contains" searches stay fast where the server has pg_trgm; without it they are merely slower.
do $$
begin
  create extension if not exists pg_trgm;
  create index cases_search_idx on cases using gin (search gin_trgm_ops);
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;

create table user_invitations (
  id integer generated always as identity primary key,
  email text not null,
  token text not null unique,
  first_name text,
  last_name text,
  role text not null default 'client' check (role in ('admin', 'agent', 'client', 'accountant')),
  is_admin boolean not null default false,
  invited_by integer references users (id) on delete set null,
  invited_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  is_used boolean not null default false
);
create unique index user_invitations_email_key on user_invitations (lower(email));
create index user_invitations_invited_by_idx on user_invitations (invited_by);

create table case_assignments (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
  invitation_id integer references user_invitations (id) on delete cascade,
  assigned_at timestamptz(3) not null default now(),
  check (num_nonnulls(user_id, invitation_id) = 1)
);
create unique index case_assignments_user_id_case_id_key on case_assignments (user_id, case_id);
create unique index case_assignments_invitation_id_case_id_key on case_assignments (invitation_id, case_id);
create index case_assignments_case_id_idx on case_assignments (case_id);

create table case_keys (
  id integer generated always as identity primary key,
  case_id integer unique references cases (id) on delete cascade,
  wrapped_key bytea not null,
  key_number integer not null default 1,
  created_at timestamptz(3) not null default now()
);
-- One key serves everything that belongs to no case.
create unique index case_keys_without_case_key on case_keys ((case_id is null)) where case_id is null;

create table stored_files (
  id integer generated always as identity primary key,
  name text not null unique,
  storage_key text not null unique,
  storage_driver text not null check (storage_driver in ('local', 's3')),
  kind text not null check (kind in (
    'document', 'comment', 'sample', 'agreement', 'receipt', 'invoice', 'avatar', 'invoicePdf'
  )),
  case_id integer references cases (id) on delete set null,
  mime_type text not null,
  size bigint not null check (size >= 0),
  digest text not null,
  wrapped_key bytea not null,
  case_key_id integer references case_keys (id) on delete set null,
  created_by integer references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index stored_files_case_id_idx on stored_files (case_id);
create index stored_files_case_key_id_idx on stored_files (case_key_id);
create index stored_files_created_by_idx on stored_files (created_by);
create index stored_files_deleted_at_idx on stored_files (deleted_at) where deleted_at is not null;

alter table users add foreign key (stored_file_id) references stored_files (id) on delete set null;
create index users_stored_file_id_idx on users (stored_file_id);

create table applicants (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  position integer not null check (position >= 0),
  full_name text not null default '',
  category text not null check (category in ('Main Applicant', 'Spouse', 'Dependent Child', 'Dependent Resident')),
  gender text check (gender in ('male', 'female')),
  date_of_birth date,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index applicants_case_id_idx on applicants (case_id, position);
create trigger applicants_touch before update on applicants for each row execute function touch_versioned_row();

create table documents (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  uploaded_by integer references users (id) on delete set null,
  file_name text not null,
  original_name text not null,
  file_size bigint not null check (file_size >= 0),
  mime_type text not null,
  category text not null default 'uncategorized' check (category in (
    'passport', 'id', 'police-residence', 'police-origin', 'birth', 'cv',
    'asset', 'bank-statement', 'bank-reference', 'address', 'employment', 'medical', 'photos', 'marriage', 'school',
    'non-married', 'other', 'nomination', 'passport-form', 'oath',
    'fiu-letter', 'approval-in-principle', 'vanuatu-id', 'vanuatu-birth', 'vanuatu-citizenship', 'vanuatu-passport',
    'uncategorized'
  )),
  assigned_to integer references applicants (id) on delete set null,
  file_path text not null,
  storage_driver text not null check (storage_driver in ('local', 's3')),
  stored_file_id integer not null unique references stored_files (id),
  uploaded_at timestamptz(3) not null default now(),
  is_approved boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
create index documents_case_id_idx on documents (case_id, category);
create index documents_uploaded_by_idx on documents (uploaded_by);
create index documents_assigned_to_idx on documents (assigned_to);
create index documents_file_name_idx on documents (file_name);
create trigger documents_touch before update on documents for each row execute function touch_versioned_row();

create table comments (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  parent_id integer references comments (id) on delete cascade,
  user_id integer references users (id) on delete set null,
  message text not null,
  attachment_file_name text,
  attachment_original_name text,
  attachment_file_size bigint,
  attachment_mime_type text,
  attachment_file_path text,
  stored_file_id integer unique references stored_files (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index comments_case_id_idx on comments (case_id, created_at);
create index comments_parent_id_idx on comments (parent_id);
create index comments_user_id_idx on comments (user_id);
create index comments_attachment_file_name_idx on comments (attachment_file_name);
create trigger comments_touch before update on comments for each row execute function touch_row();

create table comment_reactions (
  id integer generated always as identity primary key,
  comment_id integer not null references comments (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  emoji text not null,
  created_at timestamptz(3) not null default now(),
  unique (comment_id, user_id, emoji)
);
create index comment_reactions_user_id_idx on comment_reactions (user_id);

create table internal_notes (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  user_id integer references users (id) on delete set null,
  message text not null,
  created_at timestamptz(3) not null default now()
);
create index internal_notes_case_id_idx on internal_notes (case_id, created_at);
create index internal_notes_user_id_idx on internal_notes (user_id);

create table comment_read_status (
  id integer generated always as identity primary key,
  comment_id integer not null references comments (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  read_at timestamptz(3) not null default now(),
  unique (comment_id, user_id)
);
create index comment_read_status_user_id_idx on comment_read_status (user_id);

create table sample_documents (
  id integer generated always as identity primary key,
  name text not null,
  file_name text not null,
  original_name text not null,
  file_size bigint not null check (file_size >= 0),
  mime_type text not null,
  category text not null check (category in ('application-forms', 'stage-1', 'stage-2')),
  program text not null default 'vanuatu' check (program in ('vanuatu', 'nauru')),
  uploaded_by integer references users (id) on delete set null,
  uploaded_at timestamptz(3) not null default now(),
  stored_file_id integer not null unique references stored_files (id)
);
create index sample_documents_program_idx on sample_documents (program, category);
create index sample_documents_uploaded_by_idx on sample_documents (uploaded_by);
create index sample_documents_name_idx on sample_documents (name);
create index sample_documents_file_name_idx on sample_documents (file_name);
create index sample_documents_original_name_idx on sample_documents (original_name);

create table password_reset_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  is_used boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index password_reset_tokens_user_id_idx on password_reset_tokens (user_id);
create index password_reset_tokens_expires_at_idx on password_reset_tokens (expires_at);

create table trusted_devices (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  fingerprint text not null,
  cookie_hash text not null,
  device_name text,
  user_agent text,
  ip_address text,
  first_used_at timestamptz(3) not null default now(),
  last_used timestamptz(3) not null default now(),
  unique (user_id, fingerprint)
);
create index trusted_devices_last_used_idx on trusted_devices (last_used);

create table otp_verifications (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  session_id text not null,
  otp text not null,
  fingerprint text not null,
  user_agent text,
  ip_address text,
  expires_at timestamptz(3) not null,
  attempt_count integer not null default 0,
  is_used boolean not null default false,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index otp_verifications_user_id_idx on otp_verifications (user_id, created_at);
create index otp_verifications_session_id_idx on otp_verifications (session_id);
create index otp_verifications_expires_at_idx on otp_verifications (expires_at);

create table invoices (
  id integer generated always as identity primary key,
  invoice_id text not null check (invoice_id ~ '\D'),
  case_id integer not null references cases (id) on delete cascade,
  case_title text not null,
  number_of_applicants integer not null default 1 check (number_of_applicants >= 1),
  currency text not null default 'USD' check (currency in ('USD', 'AED')),
  rate numeric(10, 4) not null default 1.0000 check (rate > 0),
  stage text not null check (stage in ('Stage 1', 'Stage 2', 'Add On', 'Post Citizenship')),
  usd_fee bigint not null check (usd_fee >= 0),
  total_fee bigint not null check (total_fee >= 0),
  date date not null,
  client_trn text not null default 'N/A',
  address text not null default 'By email',
  gender text not null default 'Mr' check (gender in ('Mr', 'Ms')),
  status text not null default 'Sent' check (status in ('Sent', 'Paid by client', 'Funds Processed', 'Completed', 'Cancelled')),
  stage1_files jsonb not null default '[]' check (jsonb_typeof(stage1_files) = 'array'),
  stage2_files jsonb not null default '[]' check (jsonb_typeof(stage2_files) = 'array'),
  post_citizenship_files jsonb not null default '[]' check (jsonb_typeof(post_citizenship_files) = 'array'),
  add_on_files jsonb not null default '[]' check (jsonb_typeof(add_on_files) = 'array'),
  other_files jsonb not null default '[]' check (jsonb_typeof(other_files) = 'array'),
  admin_files jsonb not null default '[]' check (jsonb_typeof(admin_files) = 'array'),
  notes text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- At least one character that is not a digit, for the same reason as in cases (D-013).
create unique index invoices_invoice_id_key on invoices (lower(invoice_id));
create index invoices_case_id_idx on invoices (case_id);
create index invoices_status_idx on invoices (status);
create index invoices_created_at_idx on invoices (created_at desc);
create trigger invoices_touch before update on invoices for each row execute function touch_versioned_row();

create table service_agreements (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  file_name text,
  original_name text not null,
  file_size bigint,
  mime_type text,
  file_url text not null,
  uploaded_at timestamptz(3) not null default now(),
  uploaded_by integer references users (id) on delete set null,
  source text not null default 'automation' check (source in ('user', 'automation')),
  stored_file_id integer unique references stored_files (id) on delete set null
);
-- The automation may deliver the same address twice; it is kept once (S-50).
create unique index service_agreements_case_id_file_url_key on service_agreements (case_id, file_url);
create index service_agreements_uploaded_by_idx on service_agreements (uploaded_by);

create table payment_receipts (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices (id) on delete cascade,
  case_id integer not null references cases (id) on delete cascade,
  file_name text not null,
  original_name text not null,
  file_path text not null,
  file_size bigint not null check (file_size >= 0),
  mime_type text not null default 'application/pdf',
  storage_driver text not null check (storage_driver in ('local', 's3')),
  download_url text not null,
  stored_file_id integer not null unique references stored_files (id),
  created_at timestamptz(3) not null default now()
);
create index payment_receipts_invoice_id_idx on payment_receipts (invoice_id);
create index payment_receipts_case_id_idx on payment_receipts (case_id);

create table case_events (
  id integer generated always as identity primary key,
  seq bigint not null unique generated always as identity,
  case_id integer not null references cases (id) on delete cascade,
  actor_id integer references users (id) on delete set null,
  action text not null check (action in (
    'create', 'update', 'upload', 'delete', 'download', 'status_change', 'assign', 'comment',
    'invoice_create', 'invoice_update', 'payment_receipt_generate'
  )),
  document_name text,
  stage text,
  metadata jsonb not null default '{}',
  subject text,
  subject_id integer,
  version integer,
  created_at timestamptz(3) not null default now()
);
create index case_events_case_id_idx on case_events (case_id, seq desc);
create index case_events_actor_id_idx on case_events (actor_id);
create index case_events_subject_idx on case_events (subject, subject_id, version);

create table security_events (
  id integer generated always as identity primary key,
  user_id integer references users (id) on delete set null,
  kind text not null,
  ip_address text,
  user_agent text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index security_events_user_id_idx on security_events (user_id, created_at);
create index security_events_kind_idx on security_events (kind, created_at);

-- 64 characters instead of the 30 of the data model, on purpose: three of the status codes are longer (D-035).
create table case_status_history (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  from_status varchar(64) not null,
  to_status varchar(64) not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  duration_ms bigint not null,
  changed_by integer references users (id) on delete set null
);
create index case_status_history_case_id_idx on case_status_history (case_id, ended_at);
create index case_status_history_transition_idx on case_status_history (from_status, to_status);
create index case_status_history_changed_by_idx on case_status_history (changed_by);

-- The log outlives its case: a message about the deletion's past may still be under way.
create table webhook_logs (
  id integer generated always as identity primary key,
  message_id text not null unique,
  type text not null check (type in ('case_creation', 'invoice_payment', 'document_upload', 'status_change')),
  status text not null default 'retrying' check (status in ('success', 'failed', 'retrying')),
  case_id integer references cases (id) on delete set null,
  case_title text,
  webhook_url text not null,
  payload jsonb not null,
  response text,
  error_message text,
  attempt_count integer not null default 1 check (attempt_count >= 0),
  response_time integer,
  http_status integer,
  triggered_by text not null default 'system',
  next_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index webhook_logs_case_id_idx on webhook_logs (case_id);
create index webhook_logs_created_at_idx on webhook_logs (created_at desc);
create index webhook_logs_next_attempt_at_idx on webhook_logs (next_attempt_at) where status = 'retrying';

create table sessions (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz(3) not null,
  user_id integer references users (id) on delete cascade,
  last_seen_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expire_idx on sessions (expire);

create table throttle_buckets (
  key text not null,
  window_start timestamptz(3) not null,
  count integer not null default 0,
  blocked_until timestamptz(3),
  primary key (key, window_start)
);
create index throttle_buckets_window_start_idx on throttle_buckets (window_start);

create table mail_outbox (
  id integer generated always as identity primary key,
  to_email text not null,
  to_name text,
  template text not null,
  data jsonb not null default '{}',
  subject text not null,
  text text not null,
  html text,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'expired')),
  attempts integer not null default 0,
  expires_at timestamptz(3),
  group_key text,
  send_after timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null default now()
);
create index mail_outbox_pending_idx on mail_outbox (send_after) where status = 'pending';
create index mail_outbox_group_key_idx on mail_outbox (group_key) where group_key is not null;
create index mail_outbox_created_at_idx on mail_outbox (created_at);

create table idempotency_keys (
  id integer generated always as identity primary key,
  scope text not null,
  route text not null,
  key text not null,
  body_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  unique (scope, route, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
