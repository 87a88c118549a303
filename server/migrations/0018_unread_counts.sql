-- kind: expand
-- How many messages of others somebody has not read in a case: for admins in every case, for others where they are
-- assigned. Absent means none. Triggers keep it beside the marks it is counted from.

create table unread_counts (
  user_id integer not null references users (id) on delete cascade,
  case_id integer not null references cases (id) on delete cascade,
  unread integer not null check (unread > 0),
  primary key (user_id, case_id)
);
create index unread_counts_case_id_idx on unread_counts (case_id);

-- Who has become an admin of many cases: counted in pieces, by a job.
create table stale_unread (
  user_id integer primary key references users (id) on delete cascade,
  after_case integer not null default 0
);

-- What somebody has not read in these cases, counted anew. The cases are taken first: no message comes in between.
create function recount_unread(reader integer, cases_to_count integer[]) returns void language plpgsql as $$
begin
  perform from cases where id = any(cases_to_count) order by id for no key update;
  perform from unread_counts where user_id = reader and case_id = any(cases_to_count) order by case_id for update;
  delete from unread_counts where user_id = reader and case_id = any(cases_to_count);
  insert into unread_counts (user_id, case_id, unread)
  select reader, m.case_id, count(*)
  from comments m
  where m.case_id = any(cases_to_count) and m.user_id is distinct from reader
    and not exists (select from comment_read_status s where s.comment_id = m.id and s.user_id = reader)
    and exists (
      select from users u where u.id = reader and (u.is_admin or u.role = 'admin' or exists (
        select from case_assignments a where a.case_id = m.case_id and a.user_id = reader)))
  group by m.case_id
  order by m.case_id;
end
$$;

-- In ascending order of readers, so that two messages never wait for each other in a circle.
create function count_message() returns trigger language plpgsql as $$
begin
  insert into unread_counts (user_id, case_id, unread)
  select u.id, m.case_id, count(*)
  from said m
  join users u on u.id is distinct from m.user_id and (u.is_admin or u.role = 'admin' or exists (
    select from case_assignments a where a.case_id = m.case_id and a.user_id = u.id))
  group by u.id, m.case_id
  order by u.id, m.case_id
  on conflict (user_id, case_id) do update set unread = unread_counts.unread + excluded.unread;
  return null;
end
$$;
create trigger comments_unread after insert on comments
  referencing new table as said for each statement execute function count_message();

create function count_reading() returns trigger language plpgsql as $$
declare
  read record;
begin
  for read in
    select n.user_id, m.case_id, count(*)::integer as count
    from marked n join comments m on m.id = n.comment_id and m.user_id is distinct from n.user_id
    group by n.user_id, m.case_id order by n.user_id, m.case_id
  loop
    -- Held first: a message that is counted at this moment is neither lost nor counted twice.
    perform from unread_counts where user_id = read.user_id and case_id = read.case_id for update;
    delete from unread_counts where user_id = read.user_id and case_id = read.case_id and unread <= read.count;
    update unread_counts set unread = unread - read.count
    where user_id = read.user_id and case_id = read.case_id;
  end loop;
  return null;
end
$$;
create trigger comment_read_status_unread after insert on comment_read_status
  referencing new table as marked for each statement execute function count_reading();

create function count_for_assigned() returns trigger language plpgsql as $$
declare
  reader record;
begin
  for reader in
    select user_id, array_agg(case_id) as cases from changed where user_id is not null group by user_id order by user_id
  loop
    perform recount_unread(reader.user_id, reader.cases);
  end loop;
  return null;
end
$$;
create trigger case_assignments_unread after insert on case_assignments
  referencing new table as changed for each statement execute function count_for_assigned();

create function forget_unassigned() returns trigger language plpgsql as $$
begin
  delete from unread_counts c using changed
  where c.user_id = changed.user_id and c.case_id = changed.case_id
    and not exists (select from users u where u.id = c.user_id and (u.is_admin or u.role = 'admin'));
  return null;
end
$$;
create trigger case_assignments_read after delete on case_assignments
  referencing old table as changed for each statement execute function forget_unassigned();

-- An admin reads every case. Of many it takes longer than whoever made him an admin would wait.
create function count_for_admin() returns trigger language plpgsql as $$
begin
  if not (new.is_admin or new.role = 'admin') then
    delete from unread_counts c where c.user_id = new.id
      and not exists (select from case_assignments a where a.case_id = c.case_id and a.user_id = new.id);
    delete from stale_unread where user_id = new.id;
  elsif (select count(*) from (select from cases limit 1001) as few) <= 1000 then
    perform recount_unread(new.id, array(select id from cases order by id));
  else
    insert into stale_unread (user_id) values (new.id) on conflict (user_id) do update set after_case = 0;
  end if;
  return null;
end
$$;
create trigger users_admin_unread after insert on users for each row
  when (new.is_admin or new.role = 'admin') execute function count_for_admin();
create trigger users_role_unread after update of role, is_admin on users for each row
  when ((new.is_admin or new.role = 'admin') is distinct from (old.is_admin or old.role = 'admin'))
  execute function count_for_admin();

insert into unread_counts (user_id, case_id, unread)
select reader.id, m.case_id, count(*)
from comments m
join lateral (
  select u.id from users u where u.is_admin or u.role = 'admin'
  union
  select a.user_id from case_assignments a where a.case_id = m.case_id and a.user_id is not null
) reader on true
where m.user_id is distinct from reader.id
  and not exists (select from comment_read_status s where s.comment_id = m.id and s.user_id = reader.id)
group by reader.id, m.case_id;
analyze unread_counts;
