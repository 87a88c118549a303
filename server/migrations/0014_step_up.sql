-- kind: expand
-- When somebody last proved in this session who he is: dangerous acts ask for it again after a quarter of an hour
-- (D-185). A session begins with such a proof.
alter table sessions add column proven_at timestamptz(3);
update sessions set proven_at = created_at;
alter table sessions alter column proven_at set not null, alter column proven_at set default now();

-- Proving it gives the session a new token, and with it a new `sid`.
alter table passkey_challenges drop constraint passkey_challenges_session_id_fkey,
  add constraint passkey_challenges_session_id_fkey foreign key (session_id) references sessions (sid)
    on update cascade on delete cascade;

-- A challenge for proving who one is must not be good for adding a passkey, which asks for the password first. Those on
-- their way live five minutes.
delete from passkey_challenges;
alter table passkey_challenges add column purpose text not null check (purpose in ('add', 'prove'));
