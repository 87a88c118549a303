/** What a dossier was asked for with, as it is kept with its row: building needs nothing else of the plan. */
import { type FileProblem } from "contract/dossier-parts";

export type ChosenPaper = {
  documentId: number;
  storedFileId: number;
  label: string;
  person: string | null;
  /** Section or person that it stands under. */
  heading: string;
  issuedOn: string | null;
  expiresOn: string | null;
};

export type Chosen = {
  documents: number[];
  leftOut: string[];
  papers: ChosenPaper[];
  missing: { label: string; person: string | null; state: string }[];
  leftOutFiles: { fileName: string; problem: FileProblem | null }[];
};

const nothing: Chosen = { documents: [], leftOut: [], papers: [], missing: [], leftOutFiles: [] };

/** Nothing is left of what a removed dossier was made of. */
export function chosenOf(row: { chosen: Record<string, unknown> }): Chosen {
  return { ...nothing, ...row.chosen };
}
