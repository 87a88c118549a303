/** Pages, counts and single rows of the list of cases, read from the narrow table `case_rows`. */
import { sql, type SQL } from "drizzle-orm";
import type { CaseRow } from "contract/case-lists";
import type { CaseGrouping, CaseOrder } from "contract/case-order";
import type { AssignedUser, Program } from "contract/case-parts";
import type { CaseStatus } from "contract/case-status";
import type { Readiness } from "contract/readiness";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import { orderBy, rangesAfter, where } from "#server/database/keyset.ts";
import { plannedAnew } from "#server/database/statement-names.ts";
import { type CasePlace, groupColumnOf, partsOf } from "./case-list.order.ts";
import { needsAttention, needsFor, readinessFor, readinessJson } from "./listed-readiness.ts";

export type PageReading = {
  order: CaseOrder;
  conditions: readonly SQL[];
  /** Of these at least one has to hold, and no row meets two; none: all rows. */
  branches: readonly SQL[];
  after: CasePlace | null;
  skip: number;
  limit: number;
};

/** One more than asked for tells whether there are more. */
export type ReadRow = { row: CaseRow; place: CasePlace };

/**
 * Planned anew for its values where there are any: which index serves a needle depends on how often it occurs. The
 * beginning of the whole list, which everybody looks at first, is prepared.
 */
export async function selectPage(reader: SignedInActor, reading: PageReading): Promise<ReadRow[]> {
  const { order, conditions, branches, after, skip, limit } = reading;
  const parts = partsOf(order);
  const ranges =
    after === null
      ? [null]
      : rangesAfter(
          parts,
          parts.map((part) => part.valueOf(after)),
        );
  const ordered = orderBy(parts);
  const isBeginning = conditions.length + branches.length === 0 && after === null && skip === 0;
  // Prepared for any length, the plan would be one for a tenth of the table.
  const most = isBeginning ? sql.raw(String(limit + 1)) : sql`${limit + 1}`;
  const read = (narrower: readonly (SQL | null)[]) => sql`(
    select r.case_id, r.status_position, r.applicants_group, r.people_sort, r.updated_at
    from case_rows r ${where([...conditions, ...narrower.filter((each) => each !== null)])}
    order by ${ordered} limit ${isBeginning ? most : skip + limit + 1})`;
  const pieces = ranges.flatMap((range) =>
    branches.length === 0 ? [read([range])] : branches.map((branch) => read([range, branch])),
  );
  const { rows } = await runtime.database
    .execute<StoredRow>(sql`${isBeginning ? sql`` : plannedAnew}
    with page as (
      select * from (${sql.join(pieces, sql` union all `)}) r
      order by ${ordered} offset ${skip} limit ${most}
    )
    ${selectShown(reader, order.groupBy)}
    from page p join case_rows r on r.case_id = p.case_id join cases c on c.id = p.case_id
    left join case_readiness k on k.case_id = p.case_id
    order by ${ordered}`);
  return rows.map((row) => readRow(reader, row, order.groupBy));
}

export async function selectRows(
  reader: SignedInActor,
  { conditions, groupBy }: { conditions: readonly SQL[]; groupBy: CaseGrouping },
): Promise<CaseRow[]> {
  const { rows } = await runtime.database.execute<StoredRow>(sql`
    ${selectShown(reader, groupBy)}
    from case_rows r join cases c on c.id = r.case_id
    left join case_readiness k on k.case_id = r.case_id
    ${where(conditions)} order by r.updated_at desc, r.case_id desc`);
  return rows.map((row) => readRow(reader, row, groupBy).row);
}

type StatusCount = {
  statusPosition: number;
  count: number;
  code: string;
  attention: number;
  unkeyed: number;
};

/** Of all that is visible; `code` is that of one of them. */
export async function countByStatus(visible: readonly SQL[]): Promise<StatusCount[]> {
  const { rows } = await runtime.database.execute<StatusCount>(sql`
    with counted as (
      select r.status_position, count(*)::integer as count, min(r.case_id) as sample,
        count(*) filter (where ${needsAttention})::integer as attention
      from case_rows r ${where(visible)} group by r.status_position
    )
    select counted.status_position as "statusPosition", counted.count, c.case_id as code, counted.attention,
      (select count(*)::integer from case_rows where search_key is null) as unkeyed
    from counted join cases c on c.id = counted.sample
    order by counted.status_position`);
  return rows;
}

export type GroupCount = {
  found: number;
  group: string | number | null;
  peopleGroup: string | null;
  people: AssignedUser[] | null;
  count: number | null;
};

type Grouped = {
  groupBy: CaseGrouping;
  conditions: readonly SQL[];
  after: string | number | null;
  limit: number;
};

/** What is found, and its groups in order; a line without a group when there is none to tell. */
export async function countGroups(grouped: Grouped): Promise<GroupCount[]> {
  const { groupBy, conditions, after, limit } = grouped;
  const column = groupBy === "status" ? sql`r.status_position` : groupColumnOf(groupBy);
  const { rows } = await runtime.database.execute<GroupCount>(sql`${plannedAnew}
    with counted as (
      select ${column} as group, count(*)::integer as count, min(r.case_id) as sample
      from case_rows r ${where(conditions)} group by 1
    ), told as (
      select * from counted ${groupBy === "none" ? sql`where false` : beyond(after)} order by 1 limit ${limit + 1}
    )
    select total.found, told."group", told.count, r.people_group as "peopleGroup", r.people
    from (select coalesce(sum(count), 0)::integer as found from counted) total
    left join told on true
    left join case_rows r on r.case_id = told.sample
    order by told."group"`);
  return rows;
}

function beyond(after: string | number | null): SQL {
  return after === null ? sql`` : sql`where counted."group" > ${after}`;
}

type StoredRow = {
  id: number;
  caseId: string;
  title: string;
  status: CaseStatus;
  nationality: string;
  program: Program;
  numberOfApplicants: number;
  people: AssignedUser[];
  peopleCount: number;
  peopleGroup: string;
  updatedAt: string;
  version: number;
  unreadCount: number;
  readiness: Readiness | null;
  needs: CaseRow["needs"];
  group: string | number | null;
  statusPosition: number;
  applicantsGroup: number;
};

function selectShown(reader: SignedInActor, groupBy: CaseGrouping): SQL {
  return sql`
    select r.case_id as id, c.case_id as "caseId", c.title, c.status, c.nationality,
      c.citizenship_program as program, c.number_of_applicants as "numberOfApplicants",
      r.people, r.people_count as "peopleCount", r.people_group as "peopleGroup",
      r.updated_at as "updatedAt", c.revision as version,
      coalesce((select unread from unread_counts where user_id = ${reader.id} and case_id = r.case_id), 0)
        as "unreadCount",
      ${readinessJson} as readiness, ${needsFor(reader)} as needs,
      ${groupColumnOf(groupBy)} as "group", r.status_position as "statusPosition",
      r.applicants_group as "applicantsGroup"`;
}

function readRow(reader: SignedInActor, stored: StoredRow, groupBy: CaseGrouping): ReadRow {
  const {
    id,
    caseId,
    title,
    status,
    nationality,
    numberOfApplicants,
    version,
    unreadCount,
    needs,
  } = stored;
  const updatedAt = readInstant(stored.updatedAt);
  return {
    row: {
      id,
      caseId,
      title,
      status,
      nationality,
      citizenshipProgram: stored.program,
      numberOfApplicants,
      assignedUsers: stored.people,
      assignedCount: stored.peopleCount,
      updatedAt,
      version,
      unreadCount,
      readiness: stored.readiness && readinessFor(reader, stored.readiness),
      needs,
      group: groupKeyOf(stored, groupBy),
    },
    place: { group: stored.group, statusPosition: stored.statusPosition, updatedAt, id },
  };
}

function groupKeyOf(stored: StoredRow, groupBy: CaseGrouping): string | null {
  if (groupBy === "status") return stored.status;
  if (groupBy === "applicants") return String(stored.applicantsGroup);
  return groupBy === "agents" ? stored.peopleGroup : null;
}
