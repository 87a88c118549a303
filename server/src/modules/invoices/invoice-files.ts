/** The six file lists of an invoice, as values: what is in them, and what they become. */
import { randomUUID } from "node:crypto";
import { type FileListField, type FileListName, fileLists } from "contract/invoice-files";
import type { Actor } from "#server/core/actor.ts";
import type { InvoiceFileEntry, InvoiceRow } from "#server/database/tables/invoices.ts";
import { seesAdminFiles } from "./invoices.policy.ts";

export type FileLists = Pick<InvoiceRow, FileListField>;
export type ListedFile = { list: FileListName; entry: InvoiceFileEntry };

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

/** Papers of the bureau itself are left out for everybody but admins (S-46). */
export function filesFor(actor: Actor, lists: FileLists): ListedFile[] {
  return allFiles(lists).filter(({ list }) => list !== "admin" || seesAdminFiles(actor));
}

export function storedFileIds(lists: FileLists): number[] {
  return allFiles(lists).flatMap(({ entry }) => entry.storedFileId ?? []);
}

function allFiles(lists: FileLists): ListedFile[] {
  const names = Object.keys(fileLists) as FileListName[];
  return names.flatMap((list) => lists[fileLists[list]].map((entry) => ({ list, entry })));
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
  return row[fileLists[row.stage]].filter(isPdf).toReversed().toSorted(newestFirst);
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
