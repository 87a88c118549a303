import { reviewsApi } from "contract/reviews";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents } from "#server/database/tables/documents.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { openForView } from "./document-downloads.service.ts";
import {
  forgetHidden,
  forgetRemoved,
  forgetReview,
  tellReview,
  tellUpload,
} from "./document-tellings.ts";
import { findDocumentOfFile, findVisibleDocument } from "./documents.queries.ts";
import { documentsRoutes } from "./documents.routes.ts";
import { searchedDocuments } from "./documents.search.ts";
import { eraseAll } from "./documents.service.ts";
import { reviewsRoutes } from "./reviews.routes.ts";

const queries = {
  reviews: () => [{ readers: "staff", keys: [reviewsApi.list.path, reviewsApi.count.path] }],
} satisfies CaseQueryDefinitions;

const events = {
  "document.uploaded": {
    refreshes: ["list", "detail", "reviews", "checklist"],
    webhook: { type: "document_upload", event: "document_uploaded" },
    tells: tellUpload,
  },
  "document.updated": {
    refreshes: ["list", "detail", "reviews", "checklist"],
    forgets: forgetHidden,
  },
  "document.reviewed": {
    refreshes: ["list", "detail", "reviews", "checklist"],
    webhook: { type: "document_upload" },
    tells: tellReview,
  },
  "document.reviewUndone": {
    refreshes: ["list", "detail", "reviews", "checklist"],
    webhook: { type: "document_upload", event: "document_review_undone" },
    forgets: forgetReview,
  },
  "document.removed": {
    refreshes: ["list", "detail", "reviews", "checklist"],
    forgets: forgetRemoved,
  },
  "document.downloaded": { refreshes: [] },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const documentsModule: Module = {
  routes(app) {
    documentsRoutes(app);
    reviewsRoutes(app);
  },
  queries,
  tables: [documents, documentReviews],
  erase: eraseAll,
  events,
  searched: { document: searchedDocuments },
  subjects: {
    document: { find: (actor, params) => findVisibleDocument(actor, Number(params["id"])) },
  },
  fileKinds: {
    document: {
      uploads: { caseDocument: {} },
      // The other address of a document: whoever looks here has opened it as well.
      async open(actor, { file, ...accessContext }) {
        const subject = await findDocumentOfFile(actor, file.id);
        if (!subject) return null;
        const { row } = await openForView(actor, { subject, ...accessContext });
        return row.originalName;
      },
    },
  },
};
