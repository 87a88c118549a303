import { sql } from "drizzle-orm";
import type { SignedInActor } from "#server/core/actor.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { foundColumns, type SearchedRecords } from "#server/events/searched-records.ts";

const name = sql`trim(concat_ws(' ', ${users.firstName}, ${users.lastName}))`;

export const searchedUsers: SearchedRecords = {
  statement: "records",
  entries: sql`
    select ${users.id} as record_id, null::integer as case_id, ${users.createdAt} as at,
      array[${users.firstName}, ${users.lastName}, ${users.email}] as texts
    from ${users}`,
  hits(actor) {
    const columns = {
      id: users.id,
      at: users.createdAt,
      title: sql`coalesce(nullif(${name}, ''), ${users.email})`,
      otherTitle: users.email,
      detail: users.email,
      code: users.email,
    };
    if (actor.isAdmin) return sql`select ${foundColumns(columns)} from ${users}`;
    const caseCode = sql`(select ${cases.caseId} ${commonCases(actor)} order by ${cases.updatedAt} desc limit 1)`;
    return sql`
      select ${foundColumns({ ...columns, caseCode })} from ${users}
      where exists (select ${commonCases(actor)})`;
  },
  present: ({ id, detail, caseCode }, { isAdmin }) => ({
    detail,
    link: isAdmin ? `/users?user=${id}` : `/case/${encodeURIComponent(caseCode ?? "")}`,
  }),
};

/** Whoever is no admin knows those with whom he shares a case. */
function commonCases(actor: SignedInActor) {
  return sql`from ${cases}
    join ${caseAssignments} mine on mine.case_id = ${cases.id} and mine.user_id = ${actor.id}
    join ${caseAssignments} theirs on theirs.case_id = ${cases.id} and theirs.user_id = ${users.id}`;
}
