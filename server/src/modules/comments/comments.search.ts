import { sql } from "drizzle-orm";
import { cases } from "#server/database/tables/cases.ts";
import { comments } from "#server/database/tables/comments.ts";
import { users } from "#server/database/tables/users.ts";
import { foundColumns, type SearchedRecords } from "#server/events/searched-records.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";

export const searchedComments: SearchedRecords = {
  statement: "messages",
  needsCase: true,
  isLong: true,
  entries: sql`
    select ${comments.id} as record_id, ${comments.caseId} as case_id, ${comments.createdAt} as at,
      array[${comments.message}, ${comments.attachmentOriginalName}] as texts
    from ${comments}`,
  hits: (actor) => sql`
    select ${foundColumns({
      id: comments.id,
      at: comments.createdAt,
      title: comments.message,
      otherTitle: comments.attachmentOriginalName,
      detail: sql`trim(concat_ws(' ', ${users.firstName}, ${users.lastName}))`,
      caseCode: cases.caseId,
      caseTitle: cases.title,
    })}
    from ${comments} join ${cases} on ${cases.id} = ${comments.caseId}
      left join ${users} on ${users.id} = ${comments.userId}
    where ${visibleCases(actor) ?? sql`true`}`,
  present: ({ id, detail, caseCode }) => ({
    detail,
    link: `/case/${encodeURIComponent(caseCode ?? "")}?open=chat&message=${id}`,
  }),
};
