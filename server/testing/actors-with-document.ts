import { type Actors, openActors } from "./actors.ts";
import type { CaseInput } from "./factories/cases.ts";
import { buildDocument } from "./factories/documents.ts";
import type { TestApp } from "./test-app.ts";

type DocumentInput = Parameters<typeof buildDocument>[0];
export type ActorsWithDocument = Actors & {
  document: Awaited<ReturnType<typeof buildDocument>>;
  /** Of every call that is about the document. */
  params: { id: number };
};

/** A cast around a case with one document, which is as `input` says. */
export async function openActorsWithDocument(
  portal: TestApp,
  input: DocumentInput = {},
  ofCase: CaseInput = {},
): Promise<ActorsWithDocument> {
  const actors = await openActors(portal, ofCase);
  const document = await buildDocument({ caseId: actors.caseFile.id, ...input });
  return { ...actors, document, params: { id: document.id } };
}
