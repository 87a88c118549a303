/** The columns of a record that repeat its stored file. They are filled here alone, so that both always agree. */
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";

export function fileColumns(file: StoredFileRow) {
  return {
    fileName: file.name,
    fileSize: file.size,
    mimeType: file.mimeType,
    storedFileId: file.id,
  };
}

/** Documents and receipts also say where the object lies. */
export function storageColumns(file: StoredFileRow) {
  return {
    ...fileColumns(file),
    filePath: file.storageKey,
    storageDriver: file.storageDriver,
  };
}

export function attachmentColumns(file: StoredFileRow, originalName: string) {
  return {
    attachmentFileName: file.name,
    attachmentOriginalName: originalName,
    attachmentFileSize: file.size,
    attachmentMimeType: file.mimeType,
    attachmentFilePath: file.storageKey,
    storedFileId: file.id,
  };
}
