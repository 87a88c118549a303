/** What happened in one case, and what was written in it. */
import { sql } from "drizzle-orm";
import { statusLabel } from "contract/case-order";
import { type CaseStatus, caseStatuses } from "contract/case-status";
import { readInstant } from "#server/database/columns.ts";
import { nameOfPerson } from "./cells.ts";
import { byNumber } from "./keyset-source.ts";
import { column, listed, type Listed } from "./listed.ts";

type EventLine = {
  id: number;
  at: string;
  by: string | null;
  action: string;
  documentName: string | null;
  stage: string | null;
  metadata: Record<string, unknown>;
};

/** Newest first, in the order of writing. */
export function listActivity(caseId: number): Listed {
  return listed<EventLine>(
    [
      column("At", "moment", (row) => readInstant(row.at)),
      column("By", "text", (row) => row.by),
      column("Action", "text", (row) => row.action),
      column("Text", "text", eventText),
    ],
    byNumber<EventLine>({
      columns: sql`h.id, h.created_at as at, h.action, h.document_name as "documentName", h.stage, h.metadata,
        case when h.actor_id is null then 'System' else coalesce(${nameOfPerson}, 'Deleted user') end as by`,
      tables: sql`(select seq as id, case_id, actor_id, action, document_name, stage, metadata, created_at
        from case_events) h left join users u on u.id = h.actor_id`,
      conditions: [sql`h.case_id = ${caseId}`],
      direction: "desc",
    }),
  );
}

/** What it was about: the file, its stage, the status before and after. */
function eventText({ documentName, stage, metadata }: EventLine): string {
  const { from, to } = metadata;
  const change =
    isStatus(from) && isStatus(to) ? `${statusLabel(from)} → ${statusLabel(to)}` : null;
  return [documentName, stage, change].filter(Boolean).join(" · ");
}

function isStatus(value: unknown): value is CaseStatus {
  return caseStatuses.some((status) => status === value);
}

type MessageLine = {
  id: number;
  answerTo: number | null;
  at: string;
  author: string | null;
  message: string;
  attachment: string | null;
};

/** Oldest first. */
export function listMessages(caseId: number): Listed {
  return listed<MessageLine>(
    [
      column("Number", "number", (row) => row.id),
      column("Answer to", "number", (row) => row.answerTo),
      column("At", "moment", (row) => readInstant(row.at)),
      column("Author", "text", (row) => row.author),
      column("Message", "text", (row) => row.message),
      column("Attachment", "text", (row) => row.attachment),
    ],
    byNumber<MessageLine>({
      columns: sql`h.id, h.parent_id as "answerTo", h.created_at as at, ${nameOfPerson} as author,
        h.message, h.attachment_original_name as attachment`,
      tables: sql`comments h left join users u on u.id = h.user_id`,
      conditions: [sql`h.case_id = ${caseId}`],
      direction: "asc",
    }),
  );
}
