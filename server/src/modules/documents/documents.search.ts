import { and, sql } from "drizzle-orm";
import {
  documentCategories,
  type DocumentCategory,
  documentCategoryLabel,
  documentGroupOf,
} from "contract/document-categories";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { foundColumns, type SearchedRecords } from "#server/events/searched-records.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { visibleDocuments } from "./documents.policy.ts";

const labels = JSON.stringify(
  Object.fromEntries(documentCategories.map((name) => [name, documentCategoryLabel(name)])),
);

export const searchedDocuments: SearchedRecords = {
  statement: "records",
  needsCase: true,
  entries: sql`
    select ${documents.id} as record_id, ${documents.caseId} as case_id,
      ${documents.uploadedAt} as at, array[
        ${documents.originalName}, ${labels}::jsonb ->> ${documents.category}, ${applicants.fullName}
      ] as texts
    from ${documents} left join ${applicants} on ${applicants.id} = ${documents.assignedTo}`,
  hits: (actor) => sql`
    select ${foundColumns({
      id: documents.id,
      at: documents.uploadedAt,
      title: documents.originalName,
      detail: applicants.fullName,
      caseCode: cases.caseId,
      caseTitle: cases.title,
      place: documents.category,
    })}
    from ${documents} join ${cases} on ${cases.id} = ${documents.caseId}
      left join ${applicants} on ${applicants.id} = ${documents.assignedTo}
    where ${and(documents.isCurrent, visibleCases(actor), visibleDocuments(actor))}`,
  present({ id, detail, caseCode, place }) {
    const category = place as DocumentCategory;
    const label = documentCategoryLabel(category);
    const code = encodeURIComponent(caseCode ?? "");
    return {
      detail: detail ? `${label} · ${detail}` : label,
      link: `/case/${code}?tab=${documentGroupOf(category)}&document=${id}`,
    };
  },
};
