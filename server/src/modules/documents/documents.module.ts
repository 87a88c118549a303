import type { Module } from "#server/modules/module.ts";
import { findVisibleDocument } from "./documents.queries.ts";
import { documentsRoutes } from "./documents.routes.ts";

export const documentsModule: Module = {
  routes: documentsRoutes,
  subjects: {
    document: { find: (actor, params) => findVisibleDocument(actor, Number(params["id"])) },
  },
};
