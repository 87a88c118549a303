import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { byteCount } from "#server/database/columns.ts";

/** What a dossier consists of: its parts and its manifest. */
export const dossierFiles = pgTable(
  "dossier_files",
  {
    dossierId: integer().notNull(),
    position: integer().notNull(),
    kind: text({ enum: ["part", "manifest"] }).notNull(),
    name: text().notNull(),
    sha256: text().notNull(),
    bytes: byteCount().notNull(),
    firstPage: integer(),
    lastPage: integer(),
    storedFileId: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dossierId, table.position] })],
);
