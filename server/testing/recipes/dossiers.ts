import { eq } from "drizzle-orm";
/** Valid calls about the dossiers of a case. */
import { runtime } from "#server/core/runtime.ts";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { dossiers as dossierRows } from "#server/database/tables/dossiers.ts";
import type { Fixtures } from "#testing/endpoint-fixtures.ts";
import { caseByCode, caseById, type Recipes } from "#testing/endpoint-recipe.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildDossier } from "#testing/factories/dossiers.ts";

async function dossierOf({ caseFile }: Fixtures) {
  const { id } = await buildDossier({ caseId: caseFile.id });
  return { params: { id } };
}

async function fileOf(fixtures: Fixtures) {
  const { params } = await dossierOf(fixtures);
  return { params: { ...params, position: 1 } };
}

/** An accepted paper that somebody has looked into. */
async function paperOf({ caseFile }: Fixtures) {
  const row = await buildDocument({
    caseId: caseFile.id,
    category: "other",
    reviewState: "accepted",
    isApproved: true,
  });
  await runtime.database
    .insert(documentFacts)
    .values({ storedFileId: row.storedFileId, pages: 1, problem: null });
  return row.id;
}

export const dossiers: Recipes["dossiers"] = {
  list: caseById,
  listByCaseCode: caseByCode,
  plan: ({ caseFile }) => ({ params: { id: caseFile.id }, query: { kind: "fiu" } }),
  build: async (fixtures) => ({
    params: { id: fixtures.caseFile.id },
    body: {
      kind: "answer",
      title: "Answer to a request",
      addressee: "Financial Intelligence Unit",
      documents: [await paperOf(fixtures)],
      leftOut: [],
      options: { partMegabytes: 20, toFollow: false, newSince: null },
    },
  }),
  get: dossierOf,
  downloadFile: fileOf,
  viewFile: fileOf,
  download: dossierOf,
  difference: async (fixtures) => {
    const { params } = await dossierOf(fixtures);
    const earlier = await buildDossier({ caseId: fixtures.caseFile.id });
    return { params, query: { from: String(earlier.id) } };
  },
  cancel: async ({ caseFile, user }) => {
    // A case has one open dossier.
    await runtime.database.delete(dossierRows).where(eq(dossierRows.caseId, caseFile.id));
    const { id } = await buildDossier({
      caseId: caseFile.id,
      state: "queued",
      builtBy: user?.id ?? null,
    });
    return { params: { id } };
  },
  update: async (fixtures) => ({
    ...(await dossierOf(fixtures)),
    body: { handedInOn: "2026-01-15", authorityReference: "FIU/26/0417" },
  }),
  remove: async (fixtures) => ({
    ...(await dossierOf(fixtures)),
    body: { reason: "It was built for the wrong case." },
  }),
};
