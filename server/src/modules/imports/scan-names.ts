/** What the name of a scan says: of which case it is, whose, and what (work/finding-and-moving.md 5.3). Pure. */
import { comparedName } from "contract/applicants";
import {
  documentCategories,
  type DocumentCategory,
  documentCategoryLabel,
} from "contract/document-categories";
import { fold } from "contract/fold";
import { scanSynonyms } from "contract/scan-synonyms";

export type KnownPerson = { id: number; fullName: string; category: string };
/** What stands behind the case's own part of the name. */
export type RestOfName = { folders: readonly string[]; stem: string; isFlat: boolean };
export type SplitName = { code: string; rest: RestOfName } | { unknown: string };
export type ScanPlace = {
  applicantId: number | null;
  category: DocumentCategory;
  /** A folder that is called as nobody in the case is. */
  unknownPerson: string | null;
};

/** What may be the code of the case, folded, the likeliest first: a folder, or how the file's name begins. */
export function codesIn(path: string): string[] {
  return partings(path).map(({ code }) => code);
}

/** `codes` are folded. The longest that fits wins; a folder comes before the name of the file. */
export function splitScanName(path: string, codes: ReadonlySet<string>): SplitName {
  const found = partings(path).find(({ code }) => codes.has(code));
  if (found) return found;
  const folders = path.split("/");
  const stem = stemOf(folders.pop() ?? "");
  return { unknown: folders[0] ?? stem.split("_", 1)[0] ?? stem };
}

function partings(path: string): { code: string; rest: RestOfName }[] {
  const folders = path.split("/");
  const stem = stemOf(folders.pop() ?? "");
  const found = folders.map((folder, at) => ({
    code: fold(folder),
    rest: { folders: folders.slice(at + 1), stem, isFlat: false },
  }));
  for (let end = stem.length; end > 0; end = stem.lastIndexOf("_", end - 1))
    found.push({
      code: fold(stem.slice(0, end)),
      rest: { folders: [], stem: stem.slice(end + 1), isFlat: true },
    });
  return found;
}

type OfCase = {
  /** In their order. */
  people: readonly KnownPerson[];
  /** Folded labels of the program's rules. */
  labels: ReadonlyMap<string, DocumentCategory>;
};

export function placeScan(rest: RestOfName, ofCase: OfCase): ScanPlace {
  return rest.isFlat ? placeFlat(rest.stem.split("_"), ofCase) : placeInFolders(rest, ofCase);
}

function placeFlat(parts: string[], { people, labels }: OfCase): ScanPlace {
  const person = firstOf(parts, (text) => personOf(text, people));
  const others = parts.slice(person?.length ?? 0);
  const kind = firstOf(others, (text) => kindOf(text, labels));
  return {
    applicantId: person?.value ?? null,
    category: kind?.value ?? "uncategorized",
    unknownPerson: null,
  };
}

/** By the most parts: names of people and papers have blanks, which may stand as _ as well. */
function firstOf<Value>(parts: readonly string[], read: (text: string) => Value | null) {
  for (let length = Math.min(parts.length, MOST_PARTS); length > 0; length -= 1) {
    const value = read(parts.slice(0, length).join(" "));
    if (value !== null) return { value, length };
  }
  return null;
}
const MOST_PARTS = 5;

function placeInFolders({ folders, stem }: RestOfName, { people, labels }: OfCase): ScanPlace {
  const [first, second] = folders;
  const applicantId = first === undefined ? null : personOf(first, people);
  const ofFolder = [second, first].map((name) => (name ? kindOf(name, labels) : null));
  const category = kindOfFile(stem, labels) ?? ofFolder.find((kind) => kind !== null);
  const isPerson = first === undefined || applicantId !== null || kindOf(first, labels) !== null;
  return {
    applicantId,
    category: category ?? "uncategorized",
    unknownPerson: isPerson ? null : (first ?? null),
  };
}

/** `{type} - anything`, or the type alone. */
function kindOfFile(stem: string, labels: OfCase["labels"]): DocumentCategory | null {
  return (
    kindOf(stem, labels) ??
    kindOf(stem.split(" - ", 1)[0] ?? "", labels) ??
    firstOf(stem.split("_"), (text) => kindOf(text, labels))?.value ??
    null
  );
}

const plain = (text: string) =>
  fold(text)
    .replaceAll(/[-_./]+|\s+/g, " ")
    .trim();

const kinds = new Map<string, DocumentCategory>();
for (const category of documentCategories)
  for (const name of [category, documentCategoryLabel(category)]) kinds.set(plain(name), category);
for (const [name, category] of Object.entries(scanSynonyms)) kinds.set(plain(name), category);

/** 'passport 2' and 'passport (2)' are passports as well. */
function kindOf(text: string, labels: OfCase["labels"]): DocumentCategory | null {
  const name = plain(text);
  const bare = name.replace(/ ?\(?\d{1,3}\)?$/, "");
  for (const one of [name, bare]) {
    const kind = labels.get(one) ?? kinds.get(one);
    if (kind !== undefined) return kind;
  }
  return null;
}

export const foldedLabel = plain;

const relations: readonly [pattern: RegExp, category: string][] = [
  [/^main(?: applicant)?$/, "Main Applicant"],
  [/^spouse$/, "Spouse"],
  [/^(?:dependent )?child(?: (\d{1,2}))?$/, "Dependent Child"],
  [/^(?:dependent )?resident(?: (\d{1,2}))?$/, "Dependent Resident"],
];

/** By the place in the list from 1, by what he is in the case, or by the whole name. */
function personOf(text: string, people: readonly KnownPerson[]): number | null {
  const name = plain(text);
  if (/^\d{1,2}$/.test(name)) return people[Number(name) - 1]?.id ?? null;
  for (const [pattern, category] of relations) {
    const found = pattern.exec(name);
    if (!found) continue;
    const ofKind = people.filter((person) => person.category === category);
    // 'Child' alone is only said where there is one.
    if (found[1] === undefined) return ofKind.length === 1 ? (ofKind[0]?.id ?? null) : null;
    return ofKind[Number(found[1]) - 1]?.id ?? null;
  }
  const called = people.find(({ fullName }) => plain(comparedName(fullName)) === name);
  return name === "" ? null : (called?.id ?? null);
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}
