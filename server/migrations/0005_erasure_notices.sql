-- kind: expand
-- The papers of a closed case are erased at the end of their time, and not before the admins have been told
-- (security.md 5.6). A table of its own: a notice is no change of the case, and must not move its version.
create table erasure_notices (
  case_id integer primary key references cases (id) on delete cascade,
  announced_at timestamptz(3) not null default now()
);
