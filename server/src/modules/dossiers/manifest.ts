/** What a dossier consists of, for whoever checks it without the portal. Pure. */
import { type FileProblem } from "contract/dossier-parts";

export type ManifestPart = {
  name: string;
  bytes: number;
  sha256: string;
  firstPage: number;
  lastPage: number;
};
export type ManifestDocument = {
  no: number;
  documentId: number;
  label: string;
  person: string | null;
  fileName: string;
  sha256: string;
  bytes: number;
  pages: number | null;
  firstPage: number | null;
  lastPage: number | null;
  part: number | null;
  separate: boolean;
  acceptedAt: string | null;
};
export type Manifest = {
  caseId: string;
  program: string;
  kind: string;
  number: number;
  title: string;
  addressee: string;
  builtAt: string;
  builtBy: string | null;
  reason: string | null;
  pages: number;
  parts: readonly ManifestPart[];
  documents: readonly ManifestDocument[];
  missing: readonly { label: string; person: string | null; state: string }[];
  leftOut: readonly { fileName: string; problem: FileProblem | null }[];
};

/** The keys always stand in this order, whatever order they come in. */
export function manifestText(manifest: Manifest): string {
  const inOrder = {
    format: 1,
    ...pick(manifest, [
      "caseId",
      "program",
      "kind",
      "number",
      "title",
      "addressee",
      "builtAt",
      "builtBy",
      "reason",
      "pages",
    ]),
    parts: manifest.parts.map((part) =>
      pick(part, ["name", "bytes", "sha256", "firstPage", "lastPage"]),
    ),
    documents: manifest.documents.map((document) =>
      pick(document, [
        "no",
        "documentId",
        "label",
        "person",
        "fileName",
        "sha256",
        "bytes",
        "pages",
        "firstPage",
        "lastPage",
        "part",
        "separate",
        "acceptedAt",
      ]),
    ),
    missing: manifest.missing.map((paper) => pick(paper, ["label", "person", "state"])),
    leftOut: manifest.leftOut.map((file) => pick(file, ["fileName", "problem"])),
  };
  return `${JSON.stringify(inOrder, null, 2)}\n`;
}

function pick<T extends object, K extends keyof T>(record: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<T, K>;
}
