-- kind: expand
-- A saved list: what was searched and filtered, and the order, as parameters of an address.
create table views (
  id integer generated always as identity primary key,
  owner_id integer references users (id) on delete set null,
  screen text not null check (screen in ('cases', 'invoices', 'accountant')),
  name text not null,
  query jsonb not null,
  shared boolean not null default false,
  position integer not null default 0,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index views_owner_id_screen_name_key on views (owner_id, screen, lower(name));
create index views_shared_idx on views (screen) where shared;
create trigger views_touch before update on views for each row execute function touch_revised_row();

-- Whoever is deleted takes along what only he has seen; what he has shared stays, without an owner.
create function remove_own_views() returns trigger language plpgsql as $$
begin
  delete from views where owner_id = old.id and not shared;
  return old;
end
$$;
create trigger users_remove_own_views before delete on users for each row execute function remove_own_views();
