-- kind: expand
-- Who has not read a message is looked up from the message on. Asked as one condition on all users, PostgreSQL read every
-- assignment there is for each message that was posted.
create or replace function count_message() returns trigger language plpgsql as $$
begin
  insert into unread_counts (user_id, case_id, unread)
  select reader.id, m.case_id, count(*)
  from said m
  cross join lateral (
    select u.id from users u where u.is_admin or u.role = 'admin'
    union
    select a.user_id from case_assignments a where a.case_id = m.case_id and a.user_id is not null
  ) reader
  where reader.id is distinct from m.user_id
  group by reader.id, m.case_id
  order by reader.id, m.case_id
  on conflict (user_id, case_id) do update set unread = unread_counts.unread + excluded.unread;
  return null;
end
$$;
