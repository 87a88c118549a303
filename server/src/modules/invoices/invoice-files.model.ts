/**
 * The files of an invoice. They are stored as six lists in six columns, named beside their table; this file alone changes
 * them, and for the services a file is one entry and the name of its list.
 */
import { randomUUID } from "node:crypto";
import { or, sql, type SQL } from "drizzle-orm";
import { type FileListField, type FileListName, fileLists } from "contract/invoice-files";
import type { Actor } from "#server/core/actor.ts";
import {
  type InvoiceFileEntry,
  type InvoiceRow,
  invoices,
  type ListedFile,
  listedFiles,
} from "#server/database/tables/invoices.ts";
import { seesAdminFiles } from "./invoices.policy.ts";

export type { ListedFile };
export type FileLists = Pick<InvoiceRow, FileListField>;
/** What to set on the invoice. */
type Patch = Partial<FileLists>;

type NewEntry = Pick<InvoiceFileEntry, "original_name" | "uploaded_at"> &
  ({ storedFile: { id: number; name: string } } | { externalUrl: string });

export function newEntry(file: NewEntry): InvoiceFileEntry {
  const place =
    "storedFile" in file
      ? {
          file_url: `/uploads/${file.storedFile.name}`,
          external_url: null,
          storedFileId: file.storedFile.id,
        }
      : { file_url: file.externalUrl, external_url: file.externalUrl, storedFileId: null };
  return {
    id: randomUUID(),
    original_name: file.original_name,
    uploaded_at: file.uploaded_at,
    ...place,
  };
}

/** Files of the bureau itself are left out for everybody but admins (S-46). */
export function filesFor(actor: Actor, lists: FileLists): ListedFile[] {
  return listedFiles(lists).filter(({ list }) => maySee(actor, list));
}

/** What an answer has instead of the stored lists. */
export function hiddenLists(actor: Actor): Patch {
  return maySee(actor, "admin") ? {} : { [fileLists.admin]: [] };
}

export function storedFileIds(lists: FileLists): number[] {
  return listedFiles(lists).flatMap(({ entry }) => entry.storedFileId ?? []);
}

export function entriesOf(lists: FileLists, list: FileListName): InvoiceFileEntry[] {
  return lists[fileLists[list]];
}

export function withEntry(lists: FileLists, { list, entry }: ListedFile): Patch {
  return { [fileLists[list]]: [...entriesOf(lists, list), entry] };
}

/** The entry of the same id becomes this one. */
export function withChangedEntry(lists: FileLists, { list, entry }: ListedFile): Patch {
  const entries = entriesOf(lists, list);
  return { [fileLists[list]]: entries.map((other) => (other.id === entry.id ? entry : other)) };
}

export function withoutEntry(lists: FileLists, { list, entry }: ListedFile): Patch {
  return { [fileLists[list]]: entriesOf(lists, list).filter((other) => other.id !== entry.id) };
}

/** The invoices that list this stored file where the actor may see it. */
export function listsStoredFile(actor: Actor, storedFileId: number): SQL | undefined {
  const names = (Object.keys(fileLists) as FileListName[]).filter((list) => maySee(actor, list));
  const entry = JSON.stringify([{ storedFileId }]);
  return or(...names.map((list) => sql`${invoices[fileLists[list]]} @> ${entry}::jsonb`));
}

function maySee(actor: Actor, list: FileListName): boolean {
  return list !== "admin" || seesAdminFiles(actor);
}

/** The file's id, or else its stored name (D-014). */
export function fileById(files: readonly ListedFile[], id: string): ListedFile | undefined {
  return (
    files.find(({ entry }) => entry.id === id) ??
    files.find(({ entry }) => lastSegment(entry.file_url) === id)
  );
}

/** Id, stored name, then the name people read (D-015); of two with the same name the newer. */
export function fileByName(files: readonly ListedFile[], name: string): ListedFile | undefined {
  return (
    fileById(files, name) ??
    files
      .filter(({ entry }) => entry.original_name === name)
      .toReversed()
      .toSorted((one, other) => newestFirst(one.entry, other.entry))[0]
  );
}

/** The invoice itself, as it was delivered: the PDFs in the list of its own stage, newest first (D-016). */
export function pdfsOfStage(row: FileLists & Pick<InvoiceRow, "stage">): InvoiceFileEntry[] {
  return entriesOf(row, row.stage).filter(isPdf).toReversed().toSorted(newestFirst);
}

function isPdf(entry: InvoiceFileEntry): boolean {
  return [entry.original_name, lastSegment(entry.file_url)].some((name) => /\.pdf$/i.test(name));
}

function newestFirst(one: InvoiceFileEntry, other: InvoiceFileEntry): number {
  return other.uploaded_at.localeCompare(one.uploaded_at);
}

/** Of a stored file its random name, of an address elsewhere the name at its end. */
export function lastSegment(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return decoded(path.split("/").at(-1) ?? "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
