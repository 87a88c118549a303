-- kind: expand
-- Lists of invoices at any number: by what they are ordered and searched stands in the row itself, kept by triggers in the
-- transaction of whoever writes.

-- Codes as they are sorted (codeSort in contract/src/invoice-order.ts): letters small, each run of digits without leading
-- zeros behind its length, so that 2 stands before 10 (D-149).
create function code_sort(code text) returns text language plpgsql immutable as $$
declare
  part text;
  sorted text := '';
begin
  for part in select (regexp_matches(code, '[0-9]+|[^0-9]+', 'g'))[1] loop
    if part ~ '^[0-9]' then
      part := coalesce(nullif(ltrim(part, '0'), ''), '0');
      sorted := sorted || lpad(length(part)::text, 2, '0') || part;
    else
      sorted := sorted || translate(part, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');
    end if;
  end loop;
  return sorted;
end
$$;

alter table invoices add column code_sort text collate "C" not null default '';
alter table invoices add column search_key text;

-- What is derived is no change of the invoice.
drop trigger invoices_touch on invoices;
create trigger invoices_touch before update on invoices for each row
  when (to_jsonb(new) - 'code_sort' - 'search_key' is distinct from to_jsonb(old) - 'code_sort' - 'search_key')
  execute function touch_revised_row();

create function keep_invoice_row() returns trigger language plpgsql as $$
begin
  new.code_sort := code_sort(new.invoice_id);
  if tg_op = 'UPDATE' and (new.invoice_id, new.case_id, new.case_title, new.status, new.stage, new.currency)
      is distinct from (old.invoice_id, old.case_id, old.case_title, old.status, old.stage, old.currency) then
    new.search_key := null;
  end if;
  return new;
end
$$;
create trigger invoices_row before insert or update on invoices for each row execute function keep_invoice_row();

-- Takes the rows first: a key that is being written with the former title is seen afterwards.
create function drop_keys_of_invoices() returns trigger language plpgsql as $$
begin
  perform from invoices where case_id = new.id order by id for no key update;
  update invoices set search_key = null where case_id = new.id and search_key is not null;
  return null;
end
$$;
create trigger cases_invoices_row after update on cases for each row
  when ((new.title, new.citizenship_program) is distinct from (old.title, old.citizenship_program))
  execute function drop_keys_of_invoices();

update invoices set code_sort = code_sort(invoice_id);

create index invoices_stage_code_idx on invoices (stage, code_sort desc, id desc);
create index invoices_status_code_idx on invoices (status, code_sort desc, id desc);
create index invoices_currency_code_idx on invoices (currency, code_sort desc, id desc);
create index invoices_created_code_idx on invoices (created_at desc, code_sort desc, id desc);
create index invoices_date_code_idx on invoices (date desc, code_sort desc, id desc);
create index invoices_total_code_idx on invoices (total_fee, code_sort desc, id desc);
create index invoices_code_idx on invoices (code_sort desc, id desc);
create index invoices_unkeyed_idx on invoices (id) where search_key is null;
-- The orders by status and by day of creation begin with the same columns.
drop index invoices_status_idx;
drop index invoices_created_at_idx;

do $$
begin
  create extension if not exists pg_trgm;
  create index invoices_key_idx on invoices using gin (search_key gin_trgm_ops) with (fastupdate = off);
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
analyze invoices;
