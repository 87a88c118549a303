/** The orders of the list of cases as the database reads them, and the cursors that go with them (contract/case-order.ts). */
import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { applicantGroupLabels, type CaseGrouping, type CaseOrder } from "contract/case-order";
import { caseStatuses, type CaseStatus } from "contract/case-status";
import { MAX_ID } from "contract/fields";
import { badField } from "#server/core/errors.ts";
import type { OrderedColumn } from "#server/database/keyset.ts";
import { invalidCursor, readCursor, writeCursor } from "#server/http/cursor.ts";

/** What a row is ordered by; the group is that of the grouping. */
export type CasePlace = {
  group: string | number | null;
  statusPosition: number;
  updatedAt: string;
  id: number;
};

const groupColumns: Record<CaseGrouping, SQL> = {
  none: sql`null`,
  status: sql`null`,
  applicants: sql`r.applicants_group`,
  agents: sql`r.people_sort`,
};

export function groupColumnOf(groupBy: CaseGrouping): SQL {
  return groupColumns[groupBy];
}

type Part = OrderedColumn & { readonly valueOf: (place: CasePlace) => SQL };

/** Applicants and agents stand the same way in both orders; statuses turn with the sort by status alone. */
export function partsOf({ groupBy, sort, order }: CaseOrder): Part[] {
  const updated = (direction: "asc" | "desc"): Part => ({
    column: sql`r.updated_at`,
    direction,
    valueOf: ({ updatedAt }) => sql`${updatedAt}::timestamptz`,
  });
  const status = (direction: "asc" | "desc"): Part => ({
    column: sql`r.status_position`,
    direction,
    valueOf: ({ statusPosition }) => sql`${statusPosition}::smallint`,
  });
  const byNumber: Part = {
    column: sql`r.case_id`,
    direction: "desc",
    valueOf: ({ id }) => sql`${id}::integer`,
  };
  const sorted = sort === "status" ? [status(order), updated("desc")] : [updated(order)];
  return [...groupParts({ groupBy, sort, order }, status), ...sorted, byNumber];
}

function groupParts(
  { groupBy, sort }: CaseOrder,
  status: (direction: "asc" | "desc") => Part,
): Part[] {
  const column = groupColumnOf(groupBy);
  const direction = "asc";
  if (groupBy === "status") return sort === "status" ? [] : [status(direction)];
  if (groupBy === "applicants")
    return [{ column, direction, valueOf: ({ group }) => sql`${group}::smallint` }];
  if (groupBy === "agents")
    return [{ column, direction, valueOf: ({ group }) => sql`${group}::text` }];
  return [];
}

const Moment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);
const Position = z.int().check(z.gte(1), z.lte(caseStatuses.length));
const CaseId = z.int().check(z.gte(1), z.lte(MAX_ID));
const Group = {
  none: z.null(),
  status: z.null(),
  applicants: z.int().check(z.gte(0), z.lt(applicantGroupLabels.length)),
  agents: z.string().check(z.maxLength(120), z.regex(/^[^\0]*$/)),
} satisfies Record<CaseGrouping, z.ZodMiniType>;

export function writePlace({ group, statusPosition, updatedAt, id }: CasePlace): string {
  return writeCursor([group, statusPosition, updatedAt, id]);
}

export function readPlace(cursor: string, groupBy: CaseGrouping): CasePlace {
  const Place = z.tuple([Group[groupBy], Position, Moment, CaseId]);
  const [group, statusPosition, updatedAt, id] = readCursor(cursor, Place);
  return { group, statusPosition, updatedAt, id };
}

/** The cursor of the groups: the last one that was told. */
export function readGroup(cursor: string, groupBy: CaseGrouping): string | number {
  if (groupBy === "none") throw invalidCursor();
  const Place = z.tuple([groupBy === "status" ? Position : Group[groupBy]]);
  const [group] = readCursor(cursor, Place);
  if (group === null) throw invalidCursor();
  return group;
}

/** Where a group begins: a condition that every row of it and behind it meets. */
export function startsAt(from: string, order: CaseOrder): SQL {
  const { groupBy, sort } = order;
  if (groupBy === "status") {
    const position = caseStatuses.indexOf(from as CaseStatus) + 1;
    if (position === 0) throw unknownGroup();
    return sort === "status" && order.order === "desc"
      ? sql`r.status_position <= ${position}::smallint`
      : sql`r.status_position >= ${position}::smallint`;
  }
  if (groupBy === "applicants") {
    if (!/^[0-3]$/.test(from)) throw unknownGroup();
    return sql`r.applicants_group >= ${Number(from)}::smallint`;
  }
  if (groupBy === "agents") return sql`r.people_sort >= ${peopleFrom(from)}`;
  throw unknownGroup();
}

/** The key of a group of people as they are sorted; of somebody unknown nothing comes. */
function peopleFrom(key: string): SQL {
  if (key === "unassigned") return sql`'2'`;
  const [, several] = /^several (\d{1,4})$/.exec(key) ?? [];
  if (several !== undefined) return sql`${`1${several.padStart(3, "0")}`}::text`;
  const [, invited, digits] = /^user (invitation-)?(\d{1,10})$/.exec(key) ?? [];
  const id = Number(digits);
  if (digits === undefined || id > MAX_ID) throw unknownGroup();
  const table = invited === undefined ? sql`users` : sql`user_invitations`;
  const end = ` ${invited === undefined ? 0 : 1}${String(id).padStart(10, "0")}`;
  return sql`(select '0' || left(sorted_name(name_key, first_name, last_name, email), 20) || ${end}::text
    from ${table} where id = ${id})`;
}

function unknownGroup() {
  return badField("from", "Invalid group");
}
