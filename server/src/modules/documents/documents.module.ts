import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents } from "#server/database/tables/documents.ts";
import type { EventDefinitions } from "#server/events/definitions.ts";
import type { Module } from "#server/modules/module.ts";
import { openForView } from "./document-downloads.service.ts";
import { findDocumentOfFile, findVisibleDocument } from "./documents.queries.ts";
import { documentsRoutes } from "./documents.routes.ts";
import { searchedDocuments } from "./documents.search.ts";
import { eraseAll } from "./documents.service.ts";

const events = {
  "document.uploaded": {
    refreshes: ["list", "detail"],
    webhook: { type: "document_upload", event: "document_uploaded" },
  },
  "document.updated": { refreshes: ["list", "detail"] },
  "document.removed": { refreshes: ["list", "detail"] },
  "document.downloaded": { refreshes: [] },
} satisfies EventDefinitions;

type Events = typeof events;

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const documentsModule: Module = {
  routes: documentsRoutes,
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
