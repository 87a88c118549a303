/** Whether a dossier can be built as it was asked for. Pure: throws what stands in the way. */
import { isAdminCategory } from "contract/document-categories";
import {
  dossierMessages,
  MOST_BUILT_BYTES,
  MOST_DOSSIERS,
  MOST_PAGES,
  MOST_PAPERS,
  MOST_SOURCE_BYTES,
  refusedProblems,
} from "contract/dossier-parts";
import { type DossierPlan, type PlanEntry } from "contract/dossier-plans";
import { type BuildDossierInput } from "contract/dossiers";
import { badField, badRequest, payloadTooLarge, wrongState } from "#server/core/errors.ts";
import type { Chosen, ChosenPaper } from "./chosen.ts";
import type { CaseFigures } from "./dossiers.queries.ts";
import type { CaseDocumentRow } from "./papers.queries.ts";

export type Request = {
  input: BuildDossierInput;
  plan: DossierPlan;
  documents: readonly CaseDocumentRow[];
};
type Accepted = { chosen: Chosen; holdsGovernment: boolean; pages: number; bytes: number };

const SHORTEST_REASON = 10;

export function acceptRequest({ input, plan, documents }: Request): Accepted {
  const rows = new Map(documents.map((row) => [row.id, row]));
  const wanted = [...new Set(input.documents)];
  const entries = entriesOf(plan, wanted);
  assertNames(plan);
  if (wanted.length === 0) throw badRequest(dossierMessages.empty);
  if (wanted.length > MOST_PAPERS) throw badRequest(dossierMessages.tooManyPapers);
  const papers = entries.map((entry) => paperOf(entry, rows));
  const left = leftOutOf(input, plan);
  const reason = input.reason?.trim() ?? "";
  if (left.isAny && reason.length < SHORTEST_REASON)
    throw badField("reason", dossierMessages.whyLeftOut);
  const pages = entries.reduce((sum, { entry }) => sum + (entry.pages ?? 0), 0);
  if (pages > MOST_PAGES) throw badRequest(dossierMessages.tooManyPages);
  const bytes = entries.reduce((sum, { entry }) => sum + entry.bytes, 0);
  if (bytes > MOST_SOURCE_BYTES) throw payloadTooLarge(dossierMessages.tooLargeSources);
  return {
    chosen: {
      documents: wanted,
      leftOut: input.leftOut,
      papers,
      missing: left.missing,
      leftOutFiles: left.files,
    },
    holdsGovernment: wanted.some((id) => isAdminCategory(rows.get(id)?.category ?? "other")),
    pages,
    bytes,
  };
}

export function assertRoom(figures: CaseFigures, bytes: number): void {
  if (figures.open > 0) throw wrongState(dossierMessages.building);
  if (figures.kept >= MOST_DOSSIERS) throw badRequest(dossierMessages.tooManyDossiers);
  if (figures.bytes + bytes > MOST_BUILT_BYTES) throw payloadTooLarge(dossierMessages.tooManyBytes);
}

type Placed = { entry: PlanEntry; heading: string };

/** Those that were asked for, as the plan has them; anything else cannot go in. */
function entriesOf(plan: DossierPlan, wanted: readonly number[]): Placed[] {
  const placed = plan.sections.flatMap(({ title, entries }) =>
    entries.map((entry) => ({ entry, heading: title })),
  );
  const known = new Set(placed.map(({ entry }) => entry.documentId));
  if (wanted.some((id) => !known.has(id)))
    throw badField("documents", "One of the papers cannot go into this dossier");
  return placed.filter(({ entry }) => wanted.includes(entry.documentId));
}

function assertNames({ problems }: DossierPlan): void {
  const nameless = problems.find(({ problem }) => problem === "name");
  if (nameless) throw badRequest(nameless.text);
}

function paperOf(
  { entry, heading }: Placed,
  rows: ReadonlyMap<number, CaseDocumentRow>,
): ChosenPaper {
  const row = rows.get(entry.documentId);
  if (!row) throw badField("documents", "One of the papers cannot go into this dossier");
  const { storedFileId, issuedOn, expiresOn } = row;
  const { documentId, label, person } = entry;
  return { documentId, storedFileId, label, person, heading, issuedOn, expiresOn };
}

type LeftOut = { isAny: boolean; missing: Chosen["missing"]; files: Chosen["leftOutFiles"] };

/** Every missing paper, and every accepted one that does not go in, needs a word. */
function leftOutOf(input: BuildDossierInput, plan: DossierPlan): LeftOut {
  const decided = new Set(input.leftOut);
  const inIt = new Set(input.documents);
  const entries = plan.sections.flatMap((section) => section.entries);
  const files = [
    ...plan.problems.filter(
      ({ documentId, problem }) =>
        documentId !== null && (refusedProblems as readonly string[]).includes(problem),
    ),
    ...entries
      .filter(({ documentId, isTicked }) => !isTicked && !inIt.has(documentId))
      .map(({ documentId, fileName }) => ({ documentId, fileName, problem: null })),
  ];
  const isUndecided =
    plan.missing.some(({ key }) => !decided.has(key)) ||
    files.some(({ documentId }) => !decided.has(String(documentId)));
  if (isUndecided) throw badField("leftOut", dossierMessages.undecided);
  return {
    isAny: plan.missing.length > 0 || files.length > 0,
    missing: plan.missing.map(({ label, person, state }) => ({ label, person, state })),
    files: files.map(({ fileName, problem }) => ({
      fileName,
      problem: problem === "name" ? null : problem,
    })),
  };
}
