import { sql } from "drizzle-orm";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { foundColumns, type SearchedRecords } from "#server/events/searched-records.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";

export const searchedApplicants: SearchedRecords = {
  statement: "records",
  entries: sql`
    select ${applicants.id} as record_id, ${applicants.caseId} as case_id,
      ${applicants.updatedAt} as at, array[${applicants.fullName}] as texts
    from ${applicants}`,
  hits: (actor) => sql`
    select ${foundColumns({
      id: applicants.id,
      at: applicants.updatedAt,
      title: applicants.fullName,
      detail: applicants.category,
      caseCode: cases.caseId,
      caseTitle: cases.title,
    })}
    from ${applicants} join ${cases} on ${cases.id} = ${applicants.caseId}
    where ${visibleCases(actor) ?? sql`true`}`,
  present: ({ id, detail, caseCode }) => ({
    detail,
    link: `/case/${encodeURIComponent(caseCode ?? "")}?tab=applicants&person=${id}`,
  }),
};
