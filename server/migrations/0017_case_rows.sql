-- kind: expand
-- Lists of cases at any number: one narrow row per case holds what lists are ordered, grouped, filtered and searched by.
-- Triggers keep it, in the transaction of whoever writes: the portal, an older one beside it, or a hand.

-- Folded names (contract/src/fold.ts). A name that has changed loses its own until the portal has folded the new one.
alter table users add column name_key text;
alter table user_invitations add column name_key text;

create table case_rows (
  case_id integer primary key references cases (id) on delete cascade,
  status_position smallint not null,
  applicants_group smallint not null,
  people_group text not null default 'unassigned',
  people_sort text collate "C" not null default '2',
  people jsonb not null default '[]',
  people_count smallint not null default 0,
  program text not null,
  nationality text not null,
  updated_at timestamptz(3) not null,
  search_key text
);

-- People whose names stand in lists as they were: '{user or invitation} {id}'. Their cases are rewritten in pieces.
create table stale_names (
  person text primary key,
  after_case integer not null default 0
);

create function case_status_position(status text) returns smallint language sql immutable as $$
  select array_position(array[
    'onboarding', 'due_diligence_fiu_first_stage', 'citizenship_application_second_stage', 'bank_clearance',
    'issuance_of_citizenship_certificate', 'oath_ceremony_coordination', 'national_id_and_birth_registration',
    'passport_production', 'courier', 'hold', 'cancelled', 'citizen'
  ], status)::smallint
$$;

create function case_applicants_group(number_of_applicants integer) returns smallint language sql immutable as $$
  select (case when number_of_applicants <= 1 then 0 when number_of_applicants <= 3 then 1
    when number_of_applicants <= 5 then 2 else 3 end)::smallint
$$;

-- By what somebody is sorted: until the portal has folded a name, what is shown of it, in lower case.
create function sorted_name(name_key text, first_name text, last_name text, email text) returns text
language sql immutable as $$
  select coalesce(name_key,
    lower(coalesce(nullif(concat_ws(' ', nullif(trim(first_name), ''), nullif(trim(last_name), '')), ''), email)))
$$;

-- Who is assigned to these cases, as a list shows and sorts it: of one person the name and then the number, an invited one
-- behind a registered one of the same name; of several how many; of nobody last.
create function people_of_cases(ids integer[])
returns table (case_id integer, people jsonb, people_count smallint, people_group text, people_sort text)
language sql stable as $$
  select wanted.id,
    coalesce(jsonb_agg(jsonb_build_object(
      'id', person.reference, 'firstName', nullif(person.first_name, ''), 'lastName', nullif(person.last_name, ''),
      'email', person.email, 'pending', person.is_invited
    ) order by person.place) filter (where person.place <= 3), '[]'),
    count(person.reference)::smallint,
    case count(person.reference) when 0 then 'unassigned' when 1 then 'user ' || (min(person.reference #>> '{}'))
      else 'several ' || count(person.reference) end,
    case count(person.reference) when 0 then '2'
      when 1 then '0' || left(min(person.sorted), 20) || ' ' || (case when bool_or(person.is_invited) then 1 else 0 end)
        || lpad(min(person.number)::text, 10, '0')
      else '1' || lpad(count(person.reference)::text, 3, '0') end
  from unnest(ids) as wanted (id)
  left join lateral (
    select row_number() over (order by a.assigned_at, a.id) as place,
      a.user_id is null as is_invited,
      coalesce(a.user_id, a.invitation_id) as number,
      case when a.user_id is null then to_jsonb('invitation-' || a.invitation_id) else to_jsonb(a.user_id) end as reference,
      coalesce(u.first_name, i.first_name, '') as first_name,
      coalesce(u.last_name, i.last_name, '') as last_name,
      coalesce(u.email, i.email) as email,
      case when a.user_id is null then sorted_name(i.name_key, i.first_name, i.last_name, i.email)
        else sorted_name(u.name_key, u.first_name, u.last_name, u.email) end as sorted
    from case_assignments a
    left join users u on u.id = a.user_id
    left join user_invitations i on i.id = a.invitation_id
    where a.case_id = wanted.id
  ) person on true
  group by wanted.id
$$;

-- Takes the rows first: what is read afterwards cannot miss an assignment that was being written meanwhile.
create function refresh_case_people(ids integer[]) returns void language plpgsql as $$
begin
  perform from case_rows where case_id = any(ids) order by case_id for update;
  update case_rows r
  set people = p.people, people_count = p.people_count, people_group = p.people_group, people_sort = p.people_sort,
    search_key = null
  from people_of_cases(ids) p
  where r.case_id = p.case_id;
end
$$;

create function keep_case_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update case_rows
    set status_position = case_status_position(new.status),
      applicants_group = case_applicants_group(new.number_of_applicants),
      program = new.citizenship_program,
      nationality = new.nationality,
      updated_at = new.updated_at,
      search_key = case
        when (new.case_id, new.title, new.nationality, new.created_by, new.number_of_applicants)
          is distinct from (old.case_id, old.title, old.nationality, old.created_by, old.number_of_applicants) then null
        else search_key
      end
    where case_id = new.id;
    if found then
      return null;
    end if;
  end if;
  insert into case_rows (case_id, status_position, applicants_group, program, nationality, updated_at)
  values (new.id, case_status_position(new.status), case_applicants_group(new.number_of_applicants),
    new.citizenship_program, new.nationality, new.updated_at);
  if tg_op = 'UPDATE' then
    perform refresh_case_people(array[new.id]);
  end if;
  return null;
end
$$;
create trigger cases_row after insert or update on cases for each row execute function keep_case_row();

create function keep_case_people() returns trigger language plpgsql as $$
begin
  perform refresh_case_people(array(select distinct case_id from changed));
  return null;
end
$$;
create trigger case_assignments_row_added after insert on case_assignments
  referencing new table as changed for each statement execute function keep_case_people();
create trigger case_assignments_row_taken after delete on case_assignments
  referencing old table as changed for each statement execute function keep_case_people();
-- Nobody changes an assignment but a hand.
create trigger case_assignments_row_left after update on case_assignments
  referencing old table as changed for each statement execute function keep_case_people();
create trigger case_assignments_row_come after update on case_assignments
  referencing new table as changed for each statement execute function keep_case_people();

create function drop_stale_name_key() returns trigger language plpgsql as $$
begin
  if new.name_key is not distinct from old.name_key then
    new.name_key := null;
  end if;
  return new;
end
$$;
create trigger users_name_key before update of first_name, last_name, email on users for each row
  when ((new.first_name, new.last_name, new.email) is distinct from (old.first_name, old.last_name, old.email))
  execute function drop_stale_name_key();
create trigger user_invitations_name_key before update of first_name, last_name, email on user_invitations for each row
  when ((new.first_name, new.last_name, new.email) is distinct from (old.first_name, old.last_name, old.email))
  execute function drop_stale_name_key();

create function note_stale_name() returns trigger language plpgsql as $$
begin
  insert into stale_names (person) values (tg_argv[0] || ' ' || new.id)
  on conflict (person) do update set after_case = 0;
  return null;
end
$$;
create trigger users_stale_name after update on users for each row
  when ((new.first_name, new.last_name, new.email) is distinct from (old.first_name, old.last_name, old.email)
    or sorted_name(new.name_key, new.first_name, new.last_name, new.email)
      <> sorted_name(old.name_key, old.first_name, old.last_name, old.email))
  execute function note_stale_name('user');
create trigger user_invitations_stale_name after update on user_invitations for each row
  when ((new.first_name, new.last_name, new.email) is distinct from (old.first_name, old.last_name, old.email)
    or sorted_name(new.name_key, new.first_name, new.last_name, new.email)
      <> sorted_name(old.name_key, old.first_name, old.last_name, old.email))
  execute function note_stale_name('invitation');

insert into case_rows (
  case_id, status_position, applicants_group, program, nationality, updated_at,
  people, people_count, people_group, people_sort
)
select c.id, case_status_position(c.status), case_applicants_group(c.number_of_applicants), c.citizenship_program,
  c.nationality, c.updated_at, p.people, p.people_count, p.people_group, p.people_sort
from cases c join people_of_cases(array(select id from cases)) p on p.case_id = c.id;

create index case_rows_status_idx on case_rows (status_position, updated_at desc, case_id desc);
create index case_rows_status_desc_idx on case_rows (status_position desc, updated_at desc, case_id desc);
create index case_rows_updated_idx on case_rows (updated_at desc, case_id desc);
create index case_rows_applicants_idx on case_rows (applicants_group, status_position, updated_at desc, case_id desc);
create index case_rows_people_idx on case_rows (people_sort, status_position, updated_at desc, case_id desc);
create index case_rows_unkeyed_idx on case_rows (case_id) where search_key is null;

do $$
begin
  create extension if not exists pg_trgm;
  create index case_rows_key_idx on case_rows using gin (search_key gin_trgm_ops) with (fastupdate = off);
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
analyze case_rows;
