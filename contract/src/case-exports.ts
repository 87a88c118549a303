/** Everything of one case as one ZIP, with a manifest that names each file and its digest. */
import * as z from "zod/mini";
import { endpoint, FILE } from "./endpoint.ts";

/** For a client it holds what a client of the case sees in the portal. */
export const exportAudiences = ["bureau", "client"] as const;
export type ExportAudience = (typeof exportAudiences)[number];

export const CaseExportQuery = z.object({
  audience: z._default(z.enum(exportAudiences, "Invalid audience"), "bureau"),
});

const ByCaseCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });

export const caseExportsApi = {
  download: endpoint({
    method: "GET",
    path: "/api/cases/by-case-id/:caseId/export",
    access: "staff",
    scope: "exports:read",
    subject: "case",
    summary: "A whole case as a ZIP with a manifest, for the bureau or for its client",
    params: ByCaseCode,
    query: CaseExportQuery,
    response: FILE,
    budget: "archives",
  }),
};
