/** The papers of a dossier as they are now, looked into and hashed; or the sentence that says why not. */
import {
  dossierMessages,
  fileProblemTexts,
  MOST_PAGES,
  refusedProblems,
} from "contract/dossier-parts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import { sha256Of } from "#server/files/dossier/run-program.ts";
import { type ChosenPaper, chosenOf } from "./chosen.ts";
import { lookIntoCase } from "./inspect-papers.ts";
import { type SourceRow, sourcesOf } from "./papers.queries.ts";
import { isWord } from "./plan-problems.ts";

/** A sentence for whoever has asked for the dossier; no other try would end otherwise. */
export class DossierProblem extends Error {}

export type Paper = ChosenPaper & {
  no: number;
  source: SourceRow;
  sha256: string;
  pages: number | null;
};
/** The papers as they were when the dossier was asked for, or not at all. */
export async function readPapers(row: DossierRow, signal: AbortSignal): Promise<Paper[]> {
  const chosen = chosenOf(row);
  const ids = chosen.papers.map(({ documentId }) => documentId);
  let sources = await sourcesOf(runtime.database, ids);
  if (sources.some(({ facts }) => facts === null)) {
    await lookIntoCase(row.caseId, signal);
    signal.throwIfAborted();
    sources = await sourcesOf(runtime.database, ids);
  }
  assertUnchanged(chosen.papers, sources);
  const papers: Paper[] = [];
  for (const [index, paper] of chosen.papers.entries()) {
    signal.throwIfAborted();
    const source = sources.find(({ document }) => document.id === paper.documentId);
    if (!source) throw new DossierProblem(dossierMessages.changed);
    assertUsable(source);
    const sha256 = await hashOf(source);
    const pages = isWord(source.file.mimeType) ? null : (source.facts?.pages ?? null);
    papers.push({ ...paper, no: index + 1, source, sha256, pages });
  }
  if (papers.reduce((sum, { pages }) => sum + (pages ?? 0), 0) > MOST_PAGES)
    throw new DossierProblem(dossierMessages.tooManyPages);
  return papers;
}

/** Deleted, replaced or put back to review since it was asked for. */
export function assertUnchanged(
  papers: readonly ChosenPaper[],
  sources: readonly Pick<SourceRow, "document">[],
): void {
  for (const { documentId, storedFileId } of papers) {
    const document = sources.find((source) => source.document.id === documentId)?.document;
    if (
      !document?.isCurrent ||
      document.reviewState !== "accepted" ||
      document.storedFileId !== storedFileId
    )
      throw new DossierProblem(dossierMessages.changed);
  }
}

function assertUsable({ document, facts }: SourceRow): void {
  const problem = facts?.problem ?? null;
  if (problem !== null && (refusedProblems as readonly string[]).includes(problem))
    throw new DossierProblem(`${document.originalName}: ${fileProblemTexts[problem]}`);
}

async function hashOf({ document, file }: SourceRow): Promise<string> {
  const damaged = new DossierProblem(`${document.originalName}: the stored file is damaged.`);
  try {
    const sha256 = await sha256Of(file);
    if (sha256 !== null) return sha256;
  } catch (error) {
    if (error instanceof AppError && error.code === "file.damaged") throw damaged;
    throw error;
  }
  runtime.log.error({ storedFileId: file.id }, "a stored file is damaged or missing");
  throw damaged;
}
