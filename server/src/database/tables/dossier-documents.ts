import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { byteCount, instant } from "#server/database/columns.ts";

/** A paper as it went into a dossier; nothing changes it afterwards. */
export const dossierDocuments = pgTable(
  "dossier_documents",
  {
    dossierId: integer().notNull(),
    position: integer().notNull(),
    documentId: integer(),
    /** The first document of its chain of versions. */
    chainId: integer().notNull(),
    label: text().notNull(),
    personName: text(),
    fileName: text().notNull(),
    fileSha256: text().notNull(),
    bytes: byteCount().notNull(),
    pages: integer(),
    firstPage: integer(),
    lastPage: integer(),
    part: integer(),
    /** Beside the PDF, as it is. */
    separate: boolean().notNull().default(false),
    problem: text(),
    acceptedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.dossierId, table.position] })],
);
