/** What was brought in: the file, what its columns are, its rows. */
import { desc, eq, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type ImportSheet, importSheets, missingColumns } from "contract/import-columns";
import type { ImportMapping, ImportOptions, ListedImport } from "contract/imports";
import { type Import, usualOptions } from "contract/imports";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, badRequest, editConflict, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { keepFiles, type ReceivedFile, releaseFiles } from "#server/files/stored.ts";
import { readCursor, writeCursor } from "#server/http/cursor.ts";
import { type ImportColumnsOf, mappingOf } from "./import-columns.ts";
import { assertState, filesOf, lockImport, missing, tellAdmins } from "./import-record.ts";
import { checkJob, readJob } from "./imports.jobs.ts";
import { assertImports } from "./imports.policy.ts";
import { waitingFiles } from "./scan-rows.ts";
import { noCounts, openValue } from "./stored-rows.ts";
import { templateOf, workbookTemplate } from "./template.ts";

type Page = { after?: string | undefined; limit: number };
const ListPlace = z.tuple([z.int()]);

const withMaker = {
  row: imports,
  createdBy: { id: users.id, firstName: users.firstName, lastName: users.lastName },
  waiting: sql<boolean>`${imports.state} = 'running' and exists (select 1 from imports as other
    where other.state = 'running' and (other.started_at, other.id) < (${imports.startedAt}, ${imports.id}))`,
};

export async function list(
  actor: SignedInActor,
  { after, limit }: Page,
): Promise<{ rows: ListedImport[]; next: string | null }> {
  assertImports(actor);
  const [from] = after === undefined ? [] : readCursor(after, ListPlace);
  const found = await runtime.database
    .select(withMaker)
    .from(imports)
    .leftJoin(users, eq(users.id, imports.createdBy))
    .where(from === undefined ? undefined : lt(imports.id, from))
    .orderBy(desc(imports.id))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows: rows.map(listedOf), next: last ? writeCursor([last.row.id]) : null };
}

type WantedTemplate = { kind: ImportSheet; format: "xlsx" | "csv" };

export async function template(
  actor: SignedInActor,
  { kind, format }: WantedTemplate,
): Promise<string | Buffer> {
  assertImports(actor);
  return format === "xlsx" ? workbookTemplate() : templateOf(kind);
}

export async function create(
  actor: SignedInActor,
  { kind, files }: { kind: ImportRecord["kind"]; files: readonly ReceivedFile[] },
): Promise<Import> {
  assertImports(actor);
  assertFiles(kind, files);
  const isFolder = files.length === 0;
  const id = await inTransaction(async (tx) => {
    const [first, second] = await keepFiles(tx, files);
    const [row] = await tx
      .insert(imports)
      .values({
        kind,
        // The files of a folder come one by one; each is judged when it is there.
        state: isFolder ? "checked" : "reading",
        name: isFolder ? "" : files.map(({ originalName }) => originalName).join(", "),
        storedFileId: first?.id ?? null,
        secondFileId: second?.id ?? null,
        options: usualOptions,
        createdBy: actor.id,
      })
      .returning({ id: imports.id });
    if (!row) throw new Error("The import was not stored");
    if (!isFolder) await readJob.enqueue(tx, row);
    await tellAdmins(tx);
    return row.id;
  });
  return get(actor, id);
}

const ZIP = "application/zip";

function assertFiles(kind: ImportRecord["kind"], files: readonly ReceivedFile[]): void {
  const types = files.map(({ mimeType }) => mimeType);
  if (kind === "scans") {
    if (types.length > 1 || types.some((type) => type !== ZIP))
      throw badRequest("Choose a ZIP file");
    return;
  }
  const isTwo = types.length === 2;
  if (
    types.length === 0 ||
    types.includes(ZIP) ||
    (isTwo && types.some((type) => type !== "text/csv"))
  )
    throw badRequest("Choose a CSV or Excel file");
}

export async function get(actor: SignedInActor, id: number): Promise<Import> {
  assertImports(actor);
  const [found] = await runtime.database
    .select(withMaker)
    .from(imports)
    .leftJoin(users, eq(users.id, imports.createdBy))
    .where(eq(imports.id, id));
  if (!found) throw missing();
  const { row } = found;
  const columns: ImportColumnsOf = row.columns
    ? openValue(row.columns)
    : { cases: null, people: null };
  return {
    ...listedOf(found),
    columns,
    mapping: mappingOf(row),
    options: { ...usualOptions, ...row.options },
  };
}

export async function remove(actor: SignedInActor, id: number): Promise<void> {
  assertImports(actor);
  await inTransaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (["running", "undoing", "paused"].includes(row.state))
      throw wrongState("This import is running");
    await releaseFiles(tx, [...filesOf(row), ...(await waitingFiles(tx, [id]))]);
    await tx.delete(imports).where(eq(imports.id, id));
    await tellAdmins(tx);
  });
}

type Saving = {
  id: number;
  mapping: ImportMapping;
  options: ImportOptions;
  basedOn: number | null;
};

export async function saveMapping(
  actor: SignedInActor,
  { id, mapping, options, basedOn }: Saving,
): Promise<Import> {
  assertImports(actor);
  await inTransaction(async (tx) => {
    const row = await lockImport(tx, id);
    assertState(row, ["mapping", "checked"]);
    if (basedOn !== null && basedOn < row.revision)
      throw editConflict({ mapping: row.mapping, options: row.options });
    assertMapped(row, mapping);
    await tx
      .update(imports)
      .set({ mapping, options, state: "checking", position: 0, revision: row.revision + 1 })
      .where(eq(imports.id, id));
    await checkJob.enqueue(tx, { id });
    await tellAdmins(tx);
  });
  return get(actor, id);
}

function assertMapped({ columns }: ImportRecord, mapping: ImportMapping): void {
  const there: ImportColumnsOf = columns ? openValue(columns) : { cases: null, people: null };
  for (const sheet of importSheets) {
    const heads = there[sheet];
    const chosen = mapping[sheet];
    if (heads === null || (sheet === "people" && chosen === null)) continue;
    const [first] = missingColumns(sheet, chosen ?? {});
    if (first !== undefined) throw badField("mapping", `${first} has no column`);
    const used = Object.values(chosen ?? {});
    if (used.some((at) => at >= heads.length) || new Set(used).size < used.length)
      throw badField("mapping", "Invalid column");
  }
}

function listedOf(found: {
  row: ImportRecord;
  createdBy: ListedImport["createdBy"];
  waiting: boolean;
}): ListedImport {
  const { row, createdBy, waiting } = found;
  return {
    ...row,
    createdBy,
    waiting,
    counts: { ...noCounts(), ...row.counts },
    version: row.revision,
  };
}
