import { sql, type SQL } from "drizzle-orm";
import { writtenNumber } from "contract/passports";
import { isStaff, type SignedInActor } from "#server/core/actor.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { foundColumns, type SearchedRecords } from "#server/events/searched-records.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { markOf } from "./passport-number.ts";

const hits = (actor: SignedInActor): SQL => sql`
    select ${foundColumns({
      id: applicants.id,
      at: applicants.updatedAt,
      title: applicants.fullName,
      detail: applicants.category,
      caseCode: cases.caseId,
      caseTitle: cases.title,
    })}
    from ${applicants} join ${cases} on ${cases.id} = ${applicants.caseId}
    where ${visibleCases(actor) ?? sql`true`}`;

export const searchedApplicants: SearchedRecords = {
  statement: "records",
  needsCase: true,
  entries: sql`
    select ${applicants.id} as record_id, ${applicants.caseId} as case_id,
      ${applicants.updatedAt} as at, array[${applicants.fullName}] as texts
    from ${applicants}`,
  hits,
  // The whole number of a passport, for who works on the case; a part of one finds nobody.
  meant(actor, typed) {
    const number = writtenNumber(typed);
    const isNumber = /^(?=.*\d)[A-Z0-9]{5,20}$/.test(number);
    if (!isNumber || !isStaff(actor) || actor.token) return null;
    return sql`${hits(actor)} and ${applicants.passportMark} = ${markOf(number)}`;
  },
  present: ({ id, detail, caseCode }) => ({
    detail,
    link: `/case/${encodeURIComponent(caseCode ?? "")}?tab=applicants&person=${id}`,
  }),
};
