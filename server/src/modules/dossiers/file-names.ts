/** How the files of a dossier are called: letters that every office's disk and mail takes. Pure. */
import { type DossierKind, dossierRecipes } from "contract/dossier-recipes";

const MOST_CHARACTERS = 100;
const LONGEST_ENDING = 4;

export type DossierName = { caseCode: string; kind: DossierKind; number: number; day: string };

/** `VU-2026-0014_FIU_002_2026-11-24`. Room for the longest ending and for the number of a part stays. */
export function dossierBaseName({ caseCode, kind, number, day }: DossierName): string {
  const rest = `_${dossierRecipes[kind].code}_${String(number).padStart(3, "0")}_${day}`;
  const room = MOST_CHARACTERS - rest.length - "_part999of999".length - LONGEST_ENDING;
  return `${plain(caseCode).slice(0, room)}${rest}`;
}

export function partName(base: string, part: number, parts: number): string {
  return `${base}${parts === 1 ? "" : `_part${part}of${parts}`}.pdf`;
}

/** `031_Personal-Profile_Sarrouf-Nadim.docx`. */
export function separateName(
  { no, label, person }: { no: number; label: string; person: string | null },
  fileName: string,
): string {
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(fileName)?.[0] ?? "";
  const words = [label, person ?? ""].map(wordsOf).filter(Boolean);
  const name = [String(no).padStart(3, "0"), ...words].join("_");
  return `${name.slice(0, MOST_CHARACTERS - extension.length)}${extension}`;
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, "-");
}

/** Without the hyphens that would stand at its ends and in rows. */
function wordsOf(text: string): string {
  return plain(text).replaceAll(/-{2,}/g, "-").replaceAll(/^-|-$/g, "");
}
