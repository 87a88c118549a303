import { type Cast, openCast } from "./cast.ts";
import type { CaseInput } from "./factories/cases.ts";
import { buildDocument } from "./factories/documents.ts";
import type { TestApp } from "./test-app.ts";

type DocumentInput = Parameters<typeof buildDocument>[0];
export type CastWithDocument = Cast & {
  document: Awaited<ReturnType<typeof buildDocument>>;
  /** Of every call that is about the document. */
  params: { id: number };
};

/** A cast around a case with one document, which is as `input` says. */
export async function openCastWithDocument(
  portal: TestApp,
  input: DocumentInput = {},
  ofCase: CaseInput = {},
): Promise<CastWithDocument> {
  const cast = await openCast(portal, ofCase);
  const document = await buildDocument({ caseId: cast.caseFile.id, ...input });
  return { ...cast, document, params: { id: document.id } };
}
