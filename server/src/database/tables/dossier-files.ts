import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { byteCount } from "#server/database/columns.ts";

/** What a dossier consists of: its parts, its manifest, and copies of papers that go beside them. */
export const dossierFiles = pgTable(
  "dossier_files",
  {
    dossierId: integer().notNull(),
    position: integer().notNull(),
    kind: text({ enum: ["part", "manifest", "separate", "original"] }).notNull(),
    name: text().notNull(),
    sha256: text().notNull(),
    bytes: byteCount().notNull(),
    firstPage: integer(),
    lastPage: integer(),
    storedFileId: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dossierId, table.position] })],
);
