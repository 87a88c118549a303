/** What waits behind the bell: everybody has something that he has not seen yet. Nothing of it is mailed. */
import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";

/** What is older would be removed before anybody has seen it. */
const OLDEST = "30 days";

export async function fillNotifications(): Promise<void> {
  await tellOfMessages();
  await tellOfReceipts();
  await tellOfStatus();
}

/** Of the newest message in each chat, whoever has not read it. */
async function tellOfMessages(): Promise<void> {
  await runtime.database.execute(sql`
    insert into notifications (user_id, case_id, kind, actor_id, data, first_at, last_at)
    select p.user_id, p.case_id, 'message', c.user_id,
      jsonb_build_object('about', jsonb_build_array(jsonb_build_object('id', c.id))), ${seenAt(sql`c.created_at`)}
    from ${peopleOfCases} p
    cross join lateral (
      select * from comments m where m.case_id = p.case_id order by m.created_at desc, m.id desc limit 1) c
    where c.user_id <> p.user_id and not exists (
      select from comment_read_status r where r.comment_id = c.id and r.user_id = p.user_id)`);
}

/** Of the newest payment receipts, the people of the money and the admins. */
async function tellOfReceipts(): Promise<void> {
  await runtime.database.execute(sql`
    insert into notifications (user_id, case_id, kind, actor_id, data, first_at, last_at)
    select u.id, r.case_id, 'receipt_uploaded', r.actor_id,
      jsonb_build_object('about', jsonb_build_array(jsonb_build_object('id', r.invoice_id))), ${seenAt(sql`r.created_at`)}
    from users u
    cross join (
      select e.case_id, e.actor_id, e.created_at, i.id as invoice_id
      from case_events e join invoices i on i.case_id = e.case_id and i.invoice_id = e.metadata ->> 'invoiceId'
      where e.action = 'payment_receipt_generate' order by e.created_at desc, e.id desc limit 3) r
    where (u.is_admin or u.role in ('admin', 'accountant')) and u.id <> r.actor_id`);
}

/** Of where the case stands, whoever has been told of nothing else. */
async function tellOfStatus(): Promise<void> {
  await runtime.database.execute(sql`
    insert into notifications (user_id, case_id, kind, actor_id, data, first_at, last_at)
    select distinct on (p.user_id) p.user_id, c.id, 'status_changed', c.created_by,
      jsonb_build_object('about', jsonb_build_array(jsonb_build_object('id', c.id)), 'status', c.status),
      ${seenAt(sql`c.last_status_updated_at`)}
    from ${peopleOfCases} p join cases c on c.id = p.case_id
    where p.user_id <> c.created_by
      and not exists (select from notifications n where n.user_id = p.user_id)
    order by p.user_id, c.last_status_updated_at desc`);
}

const peopleOfCases = sql`(
  select case_id, user_id from case_assignments
  union select id, created_by from cases where created_by is not null)`;

/** `first_at` and `last_at`. */
function seenAt(moment: ReturnType<typeof sql>) {
  const now = sql`${runtime.clock.now().toISOString()}::timestamptz`;
  const at = sql`least(greatest(${moment}, ${now} - ${OLDEST}::interval), ${now})`;
  return sql`${at}, ${at}`;
}
