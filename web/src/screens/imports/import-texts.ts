import { type ImportRowState, importRowStates, type ListedImport } from "contract/imports";
import { importMessages as texts } from "#web/messages/imports.ts";

export const backToImports = { backTo: "/imports", backText: texts.back } as const;

/** A folder has no name of its own. */
export const nameOf = ({ name }: Pick<ListedImport, "name">) => name || texts.folder;

/** What came of the rows before what was left out. */
const inOrder = [
  ...importRowStates.filter((state) => state !== "blocked"),
  "blocked",
] as const satisfies readonly ImportRowState[];

/** '296 created · 4 left out', as far as there are any. */
export function countsText({ counts }: Pick<ListedImport, "counts">): string {
  const said = inOrder
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state].toLocaleString("en-US")} ${texts.countWords[state]}`);
  return said.length > 0 ? said.join(" · ") : "–";
}

/** How many rows the run writes. */
export const rowsToWrite = ({ counts }: Pick<ListedImport, "counts">) =>
  counts.ready + counts.warned;

export const isProblem = (state: ImportRowState) => state === "blocked" || state === "failed";
