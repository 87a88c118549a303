-- kind: expand
-- Second factors that no mailbox can read along (security.md 4.9): one authenticator app, any number of passkeys, and
-- the codes that let a person back in without either.

create table totp_secrets (
  user_id integer primary key references users (id) on delete cascade,
  -- Sealed with a key of the installation: a copy of the database makes no codes. Empty until the app has proven itself.
  secret text,
  added_at timestamptz(3),
  -- The newest step whose code was used; a code works once.
  last_step bigint not null default 0,
  -- Waits for its first code; meanwhile the app before goes on working.
  pending_secret text,
  pending_since timestamptz(3),
  check ((secret is null) = (added_at is null)),
  check ((pending_secret is null) = (pending_since is null))
);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports jsonb not null default '[]',
  name text not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index passkeys_user_id_idx on passkeys (user_id);

-- What a browser has to sign; one living challenge for each session, used up by the answer.
create table passkey_challenges (
  session_id text primary key references sessions (sid) on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null
);

create table recovery_codes (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- An argon2id hash.
  code text not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index recovery_codes_user_id_idx on recovery_codes (user_id);
