import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { byteCount, bytes, createdAt, identity, instant } from "#server/database/columns.ts";

/** Every object in storage. Its content is encrypted under its own key, wrapped by the key of its case (security.md 5.4). */
export const storedFiles = pgTable("stored_files", {
  id: identity(),
  /** The random public name in /uploads/:name: 32 hex digits and the extension. */
  name: text().notNull(),
  storageKey: text().notNull(),
  storageDriver: text({ enum: ["local", "s3"] }).notNull(),
  kind: text({
    enum: [
      "document",
      "comment",
      "sample",
      "agreement",
      "receipt",
      "invoice",
      "avatar",
      "invoicePdf",
      "importFile",
      "logo",
      "dossier",
    ],
  }).notNull(),
  caseId: integer(),
  mimeType: text().notNull(),
  /** Of the plain content. */
  size: byteCount().notNull(),
  /** HMAC of the plain content, hex. */
  digest: text().notNull(),
  wrappedKey: bytes().notNull(),
  /** Null once the case and its key are gone: the object is noise from then on. */
  caseKeyId: integer(),
  createdBy: integer(),
  createdAt: createdAt(),
  /** Set with the change that lets go of the file; a job then removes the object and the row. */
  deletedAt: instant(),
});

export type StoredFileRow = typeof storedFiles.$inferSelect;
