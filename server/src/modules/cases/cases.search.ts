import { sql } from "drizzle-orm";
import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import { cases } from "#server/database/tables/cases.ts";
import {
  foundColumns,
  NEWEST_LOOKED_THROUGH,
  type SearchedRecords,
} from "#server/events/searched-records.ts";
import { contains, visibleRows } from "./case-list.filters.ts";

const newest = sql`(select * from case_rows order by updated_at desc, case_id desc limit ${NEWEST_LOOKED_THROUGH})`;

/** Found as in the list of cases: each word is contained in the key of the row, or in its status. */
export const searchedCases: SearchedRecords = {
  statement: "cases",
  hits(actor, words, isAmongNewest = false) {
    const conditions = [...visibleRows(actor), ...words.map(contains)].filter(
      (condition) => condition !== null,
    );
    return sql`
      select ${foundColumns({
        id: sql`r.case_id`,
        at: sql`r.updated_at`,
        title: cases.title,
        detail: cases.status,
        code: cases.caseId,
        caseCode: cases.caseId,
        caseTitle: cases.title,
      })}
      from ${isAmongNewest ? newest : sql`case_rows`} r join ${cases} on ${cases.id} = r.case_id
      where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`;
  },
  present: ({ detail, caseCode }) => ({
    detail: caseStatusTexts[detail as CaseStatus].label,
    link: `/case/${encodeURIComponent(caseCode ?? "")}`,
  }),
};
