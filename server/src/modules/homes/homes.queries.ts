/** What the home of a client is made of: read together, in one round trip. */
import { sql } from "drizzle-orm";
import type { Program } from "contract/case-parts";
import type { CaseStatus } from "contract/case-status";
import type { DueInvoice, HomePerson } from "contract/homes";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import type { Executor } from "#server/database/connection.ts";
import { readCase } from "#server/modules/checklist/checklist.service.ts";
import type { Stay } from "./range.ts";

export async function readHome(executor: Executor, actor: SignedInActor, caseId: number) {
  const [reading, invoices, people, way] = await Promise.all([
    readCase(executor, actor, caseId),
    executor.execute<DueInvoice>(sql`
      select id, invoice_id as "invoiceId", currency, total_fee::float8 as "totalFee", date::text
      from invoices where case_id = ${caseId} and status = 'Sent' order by date, id`),
    executor.execute<StoredPeople>(selectPeople(actor, caseId)),
    executor.execute<StoredWay>(sql`
      select c.last_status_updated_at as since, coalesce((select max(id) from case_status_history), 0) as greatest,
        coalesce((
          select json_agg(json_build_object('caseId', h.case_id, 'fromStatus', h.from_status, 'toStatus', h.to_status,
            'endedAt', h.ended_at, 'durationMs', h.duration_ms) order by h.ended_at, h.id)
          from case_status_history h where h.case_id = c.id and h.from_status in (c.status, 'hold')), '[]') as stays
      from cases c where c.id = ${caseId}`),
  ]);
  const { advisers, message } = people.rows[0] ?? { advisers: [], message: null };
  const { since, greatest, stays } = way.rows[0] ?? { since: "", greatest: 0, stays: [] };
  return {
    reading,
    invoices: invoices.rows,
    advisers,
    message,
    since: readInstant(since),
    greatest,
    stays,
  };
}

type StoredWay = { since: string; greatest: number; stays: Stay[] };
type StoredPeople = {
  advisers: HomePerson[];
  message: {
    id: number;
    author: HomePerson | null;
    text: string;
    createdAt: string;
    isNew: boolean;
  } | null;
};

/** His advisers, and what was said last. */
function selectPeople({ id }: SignedInActor, caseId: number) {
  const person = sql.raw(`json_build_object('id', u.id, 'firstName', coalesce(u.first_name, ''),
    'lastName', coalesce(u.last_name, ''), 'profileImageUrl', u.profile_image_url)`);
  return sql`
    select coalesce((
        select json_agg(${person} order by a.id)
        from case_assignments a join users u on u.id = a.user_id
        where a.case_id = ${caseId} and u.role = 'agent' and not u.is_admin and u.disabled_at is null), '[]') as advisers,
      (select json_build_object('id', m.id, 'text', m.message, 'createdAt', m.created_at,
          'author', case when u.id is not null then ${person} end,
          'isNew', m.user_id is distinct from ${id} and not exists (
            select from comment_read_status r where r.comment_id = m.id and r.user_id = ${id}))
        from comments m left join users u on u.id = m.user_id
        where m.case_id = ${caseId} order by m.created_at desc, m.id desc limit 1) as message`;
}

type Passing = { program: Program; status: CaseStatus; since: Date };

/** The stays in a status, and those on hold, of the cases of a program that left it since then. */
export async function readStays({ program, status, since }: Passing): Promise<Stay[]> {
  const { rows } = await runtime.database.execute<
    Omit<Stay, "durationMs"> & { durationMs: string }
  >(
    sql`
    select h.case_id as "caseId", h.from_status as "fromStatus", h.to_status as "toStatus",
      h.ended_at as "endedAt", h.duration_ms as "durationMs"
    from case_status_history h join cases c on c.id = h.case_id
    where c.citizenship_program = ${program} and h.from_status in (${status}, 'hold')
      and h.case_id in (
        select case_id from case_status_history
        where from_status = ${status} and ended_at >= ${since.toISOString()})
    order by h.case_id, h.ended_at, h.id`,
  );
  return rows.map((row) => ({
    ...row,
    endedAt: readInstant(row.endedAt),
    durationMs: Number(row.durationMs),
  }));
}
