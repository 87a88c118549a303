/** Bringing in cases and people from a file: its columns, a dry run, the run, and the way back. */
import * as z from "zod/mini";
import { documentCategories } from "./document-categories.ts";
import { endpoint, FILE } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, Id, IdInPath, requiredText, Timestamp } from "./fields.ts";
import { importRowSheets, importSheets, MOST_COLUMNS } from "./import-columns.ts";
import { anyOf, countBetween, Cursor, Flag } from "./list-query.ts";

export const importKinds = ["cases", "scans"] as const;
export const importStates = [
  "reading",
  "unreadable",
  "mapping",
  "checking",
  "checked",
  "running",
  "paused",
  "finished",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof importStates)[number];

export const importRowStates = [
  "ready",
  "warned",
  "blocked",
  "created",
  "updated",
  "unchanged",
  "skipped",
  "failed",
  "removed",
  "restored",
  "kept",
] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** Hours within which an import is taken back. */
export const IMPORT_UNDO_HOURS = 24;

const SheetColumns = z.array(z.object({ head: z.string(), samples: z.array(z.string()) }));
const SheetMapping = z.nullable(
  z.record(
    z.string(),
    z.int("Invalid column").check(z.gte(0, "Invalid column"), z.lt(MOST_COLUMNS, "Invalid column")),
  ),
);
export const ImportMapping = z.object({ cases: SheetMapping, people: SheetMapping });
export type ImportMapping = z.infer<typeof ImportMapping>;

export const ImportOptions = z.object({
  existing: z._default(z.enum(["skip", "update"], "Invalid choice"), "skip"),
  clients: z._default(z.enum(["leaveOut", "invite"], "Invalid choice"), "leaveOut"),
  automation: z._default(z.boolean("Invalid choice"), false),
  dates: z._default(z.enum(["dayFirst", "monthFirst"], "Invalid choice"), "dayFirst"),
  decimals: z._default(z.enum(["point", "comma"], "Invalid choice"), "point"),
});
export type ImportOptions = z.infer<typeof ImportOptions>;
export const usualOptions: ImportOptions = {
  existing: "skip",
  clients: "leaveOut",
  automation: false,
  dates: "dayFirst",
  decimals: "point",
};

const ImportCounts = z.object({
  rows: z.number(),
  /** Of them those that are cases and will be written. */
  cases: z.optional(z.number()),
  ready: z.number(),
  warned: z.number(),
  blocked: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
  removed: z.number(),
  restored: z.number(),
  kept: z.number(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

const listed = {
  id: z.number(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  name: z.string(),
  /** Why the file cannot be read. */
  reason: z.nullable(z.string()),
  counts: ImportCounts,
  /** Rows that are done. */
  position: z.number(),
  /** Another import runs first. */
  waiting: z.boolean(),
  createdBy: z.nullable(
    z.object({
      id: z.number(),
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
    }),
  ),
  createdAt: Timestamp,
  startedAt: z.nullable(Timestamp),
  finishedAt: z.nullable(Timestamp),
  undoUntil: z.nullable(Timestamp),
  version: z.number(),
};
export const ListedImport = z.object(listed);
export type ListedImport = z.infer<typeof ListedImport>;

export const Import = z.object({
  ...listed,
  columns: z.object({ cases: z.nullable(SheetColumns), people: z.nullable(SheetColumns) }),
  mapping: ImportMapping,
  options: ImportOptions,
});
export type Import = z.infer<typeof Import>;

export const ImportRow = z.object({
  sheet: z.enum(importRowSheets),
  /** As the spreadsheet shows it: the head is 1. */
  number: z.number(),
  state: z.enum(importRowStates),
  /** What the row is called in the file: its case, or its person. */
  name: z.nullable(z.string()),
  problems: z.array(
    z.object({
      column: z.nullable(z.string()),
      text: z.string(),
      level: z.enum(["problem", "warning"]),
    }),
  ),
  case: z.nullable(z.object({ id: z.number(), caseId: z.string(), title: z.string() })),
  /** Of a scan: its bytes, whose it is, and what. */
  size: z.nullable(z.number()),
  applicantId: z.nullable(z.number()),
  person: z.nullable(z.string()),
  category: z.nullable(z.enum(documentCategories)),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const PlaceScanInput = z.object({
  caseId: z.optional(requiredText("Case ID is required", 50)),
  applicantId: z.optional(z.nullable(Id)),
  category: z.optional(z.enum(documentCategories, "Invalid document category")),
});
export type PlaceScanInput = z.infer<typeof PlaceScanInput>;
const ScanPath = requiredText("The path is missing", 1000);

const Page = {
  after: z.optional(Cursor),
  limit: z._default(countBetween(1, 200, "Invalid limit"), 50),
};

export const importsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/imports",
    access: "admin",
    scope: "session",
    summary: "What was brought in, the latest first",
    query: z.object({ ...Page, limit: z._default(countBetween(1, 100, "Invalid limit"), 50) }),
    response: z.object({ rows: z.array(ListedImport), next: z.nullable(z.string()) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/imports",
    access: "admin",
    scope: "session",
    budget: "uploads",
    summary:
      "Upload a file of cases and people, or a ZIP of scans; without a file, a folder of scans follows",
    body: z.object({ kind: z._default(z.enum(importKinds, "Invalid kind"), "cases") }),
    files: { rule: "importFile" },
    response: Import,
    status: 201,
  }),
  template: endpoint({
    method: "GET",
    path: "/api/imports/template",
    access: "admin",
    scope: "session",
    summary: "A table with the columns the portal knows and two examples; Excel holds both sheets",
    query: z.object({
      kind: z._default(z.enum(importSheets, "Invalid kind"), "cases"),
      format: z._default(z.enum(["xlsx", "csv"], "Invalid format"), "xlsx"),
    }),
    response: FILE,
  }),
  get: endpoint({
    method: "GET",
    path: "/api/imports/:id",
    access: "admin",
    scope: "session",
    passive: true,
    summary: "One import: its columns, its mapping, how far it has come",
    params: ById,
    response: Import,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/imports/:id",
    access: "admin",
    scope: "session",
    summary: "Forget an import that is not running, with its file",
    params: ById,
    response: MessageAnswer,
  }),
  saveMapping: endpoint({
    method: "PUT",
    path: "/api/imports/:id/mapping",
    access: "admin",
    scope: "session",
    summary: "Say which column is what, and check every row",
    params: ById,
    body: z.object({ mapping: ImportMapping, options: ImportOptions }),
    response: Import,
  }),
  rows: endpoint({
    method: "GET",
    path: "/api/imports/:id/rows",
    access: "admin",
    scope: "session",
    passive: true,
    summary: "The rows of the file with what is wrong with them, or what became of them",
    params: ById,
    query: z.object({
      ...Page,
      problems: z.optional(Flag("Invalid problems")),
      state: z.optional(anyOf(importRowStates, "Invalid state")),
      /** The problems of all rows as a file: row, column, value, problem. */
      format: z.optional(z.literal("csv", "Invalid format")),
    }),
    response: z.object({ rows: z.array(ImportRow), next: z.nullable(z.string()) }),
  }),
  placeRow: endpoint({
    method: "PATCH",
    path: "/api/imports/:id/rows/:number",
    access: "admin",
    scope: "session",
    summary: "Say of which case a scan is, whose, and what",
    params: z.object({ ...ById.shape, number: IdInPath }),
    body: PlaceScanInput,
    response: ImportRow,
  }),
  addFile: endpoint({
    method: "POST",
    path: "/api/imports/:id/files",
    access: "admin",
    scope: "session",
    summary: "One file of a folder of scans; 200 when it is there already",
    params: ById,
    body: z.object({ path: ScanPath }),
    files: { rule: "importScan", isUncounted: true },
    response: ImportRow,
    status: 201,
  }),
  start: endpoint({
    method: "POST",
    path: "/api/imports/:id/start",
    access: "admin",
    scope: "session",
    summary: "Write the rows, or go on after a pause",
    params: ById,
    body: z.optional(z.object({ withoutBlocked: z.optional(z.boolean("Invalid choice")) })),
    response: Import,
  }),
  pause: endpoint({
    method: "POST",
    path: "/api/imports/:id/pause",
    access: "admin",
    scope: "session",
    summary: "Stop after the rows that are being written",
    params: ById,
    response: Import,
  }),
  finish: endpoint({
    method: "POST",
    path: "/api/imports/:id/finish",
    access: "admin",
    scope: "session",
    summary: "End a paused import; the rest is left out",
    params: ById,
    response: Import,
  }),
  undo: endpoint({
    method: "POST",
    path: "/api/imports/:id/undo",
    access: "admin",
    scope: "session",
    summary: "Take back what nobody has worked on since",
    params: ById,
    response: Import,
  }),
};
