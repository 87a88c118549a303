/** How far the papers of a case are, as lists tell it: from the stored row, which a job keeps. */
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import { statusPosition } from "contract/case-order";
import { figureAlone, type Readiness } from "contract/readiness";
import { type Actor, isStaff, type SignedInActor } from "#server/core/actor.ts";
import { caseReadiness } from "#server/database/tables/case-readiness.ts";

const restingStatuses = ["hold", "cancelled", "citizen"] as const;
const {
  caseId: _caseId,
  clientOpen: _open,
  clientOverdue: _overdue,
  derivedOn: _day,
  updatedAt: _moment,
  ...told
} = getTableColumns(caseReadiness);

export const readinessColumns = told;

/** The row `k` as one value; null where there is none yet. */
export const readinessJson: SQL = sql.raw(
  `case when k.case_id is not null then json_build_object(${Object.keys(told)
    .map(
      (field) => `'${field}', k.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    )
    .join(", ")}) end`,
);

/** Something in the case waits for staff. Closed cases and those on hold wait for nobody. */
export const needsAttention: SQL = sql`r.status_position <> all(${sql.raw(
  `array[${restingStatuses.map(statusPosition).join(", ")}]::smallint[]`,
)}) and exists (
  select from case_readiness k where k.case_id = r.case_id
    and k.waiting_files + k.unsorted_files + k.undecided + k.expired + k.overdue > 0)`;

/** What a client has to do in the case `c`: papers and invoices; he alone is told. Nothing where the case rests. */
export function needsFor(actor: SignedInActor): SQL {
  if (actor.role !== "client" || actor.isAdmin) return sql`null::json`;
  return sql`case when c.status in ('hold', 'cancelled', 'citizen') then json_build_object('open', 0, 'overdue', 0)
    else json_build_object('open', coalesce(k.client_open, 0) + (
        select count(*)::integer from invoices i where i.case_id = c.id and i.status = 'Sent'),
      'overdue', coalesce(k.client_overdue, 0)) end`;
}

export function readinessFor(actor: Actor, readiness: Readiness): Readiness {
  return isStaff(actor) ? readiness : figureAlone(readiness);
}
