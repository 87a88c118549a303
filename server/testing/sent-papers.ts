/** A family, and files that are sent to its case. */
import { documentsApi } from "contract/documents";
import { runtime } from "#server/core/runtime.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { openActors } from "./actors.ts";
import { buildApplicant } from "./factories/applicants.ts";
import { samplePdf } from "./sample-files.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

const { upload } = documentsApi;

let size = 0;
/** Of other content each time. */
export async function otherPdf(name = "scan.pdf") {
  size += 1;
  return { field: "files", name, bytes: await samplePdf(2000 + size) };
}

/** Of two. */
export async function openFamily(portal: TestApp) {
  const actors = await openActors(portal);
  const caseId = actors.caseFile.id;
  const main = await buildApplicant({ caseId, fullName: "Nadim" });
  const spouse = await buildApplicant({
    caseId,
    position: 1,
    category: "Spouse",
    fullName: "Rima",
  });
  return { ...actors, main, spouse, params: { id: caseId } };
}

/** Sends files to the case; answers the first document. */
export async function send(person: TestClient, caseId: number, fields: Record<string, string>) {
  const [document] = await person.call(upload, {
    params: { id: caseId },
    files: [await otherPdf()],
    fields,
  });
  if (!document) throw new Error("Nothing was stored");
  return document;
}

export async function refusedUpload(
  { person, status, files }: { person: TestClient; status: number; files?: number },
  caseId: number,
  fields: Record<string, string>,
) {
  const sent = await Promise.all(Array.from({ length: files ?? 1 }, () => otherPdf()));
  return person.refused(status, upload, { params: { id: caseId }, files: sent, fields });
}

/** A paper asked for by hand. */
export async function askFor(
  caseId: number,
  more: Partial<typeof checklistDecisions.$inferInsert> = {},
) {
  const values = {
    caseId,
    title: "Sale contract",
    category: "other" as const,
    revision: 1,
    ...more,
  };
  const [row] = await runtime.database.insert(checklistDecisions).values(values).returning();
  if (!row) throw new Error("The request was not inserted");
  return row;
}
