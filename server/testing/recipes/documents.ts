import {
  caseById,
  withBody,
  withPdf,
  type Prepare,
  type Recipes,
} from "#testing/endpoint-recipe.ts";
import { buildDocument } from "#testing/factories/documents.ts";

/** Every call about a document. */
export const document: Prepare = async (fixtures) => ({
  params: { id: (await fixtures.document()).id },
});

export const documents: Recipes["documents"] = {
  upload: withPdf(caseById, "files", { category: "uncategorized" }),
  view: document,
  download: document,
  listAccessLog: document,
  rename: withBody(document, { newName: "renamed.pdf" }),
  categorize: withBody(document, { category: "cv" }),
  assign: withBody(document, { assignedTo: null, newName: "scan.pdf" }),
  remove: document,
  approve: document,
  downloadStage: async (fixtures) => {
    await buildDocument({ caseId: fixtures.caseFile.id, category: "passport" });
    return { params: { caseId: fixtures.caseFile.caseId }, query: { stage: "stage1" } };
  },
};
