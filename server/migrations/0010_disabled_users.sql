-- kind: expand
-- Whoever is disabled, by whatever way, is told nothing more: every portal closes his open pages at once.
create function close_streams_of_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_live', json_build_object('closeStreamsOf', new.id)::text);
  return null;
end $$;

create trigger users_disabled after update of disabled_at on users for each row
  when (old.disabled_at is null and new.disabled_at is not null)
  execute function close_streams_of_user();
