import { and, eq } from "drizzle-orm";
import "./unread.jobs.ts";
import { commentsApi } from "contract/comments";
import { pathOf } from "contract/endpoint";
import { cases } from "#server/database/tables/cases.ts";
import { commentReactions } from "#server/database/tables/comment-reactions.ts";
import { commentReadStatus } from "#server/database/tables/comment-read-status.ts";
import { comments } from "#server/database/tables/comments.ts";
import { staleUnread } from "#server/database/tables/stale-unread.ts";
import { unreadCounts } from "#server/database/tables/unread-counts.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import { openRecorded } from "#server/files/open-by-name.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { recordInCase } from "#server/modules/cases/visible-records.service.ts";
import type { Module } from "#server/modules/module.ts";
import { commentsRoutes } from "./comments.routes.ts";
import { searchedComments } from "./comments.search.ts";

const queries = {
  comments: ({ id, caseId }) => [
    {
      readers: "people",
      keys: [
        pathOf(commentsApi.list, { id }),
        pathOf(commentsApi.listByCaseCode, { caseId }),
        pathOf(commentsApi.page, { id }),
        pathOf(commentsApi.pageByCaseCode, { caseId }),
      ],
    },
  ],
  unreadCount: ({ id, caseId }) => [
    {
      readers: "people",
      keys: [
        pathOf(commentsApi.getUnreadCount, { id }),
        pathOf(commentsApi.getUnreadCountByCaseCode, { caseId }),
      ],
    },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "comment.created": {
    refreshes: ["comments", "unreadCount", "list"],
    row: "row",
    tells: ({ entries }) => ({
      kind: "message",
      to: ["assigned", "bureau"],
      about: entries.map(({ metadata }) => ({ id: Number(metadata?.["commentId"]) })),
    }),
  },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const commentsModule: Module = {
  routes: commentsRoutes,
  tables: [commentReactions, commentReadStatus, comments, staleUnread, unreadCounts],
  queries,
  events,
  searched: { message: searchedComments },
  subjects: { comment: recordInCase(comments) },
  fileKinds: {
    comment: {
      uploads: { commentAttachment: { isOptional: true } },
      open: openRecorded(async (tx, actor, file) => {
        const [row] = await tx
          .select({ name: comments.attachmentOriginalName })
          .from(comments)
          .innerJoin(cases, eq(cases.id, comments.caseId))
          .where(and(eq(comments.storedFileId, file.id), visibleCases(actor)));
        return row ? (row.name ?? file.name) : null;
      }),
    },
  },
};
