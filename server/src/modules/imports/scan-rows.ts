/** A scan among the rows of an import: where it comes from, and where it is to go. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { DocumentCategory } from "contract/document-categories";
import { fold } from "contract/fold";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";
import { type ImportProblem, importRows } from "#server/database/tables/import-rows.ts";
import { codesIn, foldedLabel, type KnownPerson, placeScan, splitScanName } from "./scan-names.ts";
import { openValue, sealValue } from "./stored-rows.ts";

type Row = typeof importRows.$inferSelect;
/** What is sealed in the row. */
export type Scan = {
  path: string;
  size: number;
  /** Why it must stay outside, whatever case it names. */
  strange: string | null;
  applicantId: number | null;
  category: DocumentCategory;
  /** Somebody has said where it belongs: its name is asked no more. */
  isPlaced: boolean;
};

export const scanOf = ({ raw }: Row): Scan | null => (raw === null ? null : openValue<Scan>(raw));

export type Places = {
  codes: ReadonlySet<string>;
  cases: ReadonlyMap<string, { id: number; program: string }>;
  people: (caseId: number) => readonly KnownPerson[];
  labels: (program: string) => ReadonlyMap<string, DocumentCategory>;
};

const none: ReadonlyMap<string, DocumentCategory> = new Map();

/** What the names of these scans can mean. */
export async function loadPlaces(executor: Executor, paths: readonly string[]): Promise<Places> {
  const candidates = [...new Set(paths.flatMap((path) => codesIn(path)))];
  const known = await executor
    .select({ id: cases.id, caseId: cases.caseId, program: cases.citizenshipProgram })
    .from(cases)
    .where(sql`lower(${cases.caseId}) = any(${sql.param(candidates)}::text[])`);
  const byCode = new Map(known.map(({ id, caseId, program }) => [fold(caseId), { id, program }]));
  const codes = new Set(byCode.keys());
  const named = new Set<number>();
  for (const path of paths) {
    const split = splitScanName(path, codes);
    if ("code" in split) named.add(byCode.get(split.code)?.id ?? 0);
  }
  const everybody = await executor
    .select({
      id: applicants.id,
      caseId: applicants.caseId,
      fullName: applicants.fullName,
      category: applicants.category,
    })
    .from(applicants)
    .where(inArray(applicants.caseId, [...named]))
    .orderBy(asc(applicants.caseId), asc(applicants.position), asc(applicants.id));
  const people = Map.groupBy(everybody, ({ caseId }) => caseId);
  const rules = await executor
    .select({
      program: documentRules.program,
      label: documentRules.label,
      category: documentRules.category,
    })
    .from(documentRules)
    .where(isNull(documentRules.retiredAt));
  const labels = new Map<string, Map<string, DocumentCategory>>();
  for (const { program, label, category } of rules) {
    const ofProgram = labels.get(program) ?? new Map<string, DocumentCategory>();
    labels.set(program, ofProgram.set(foldedLabel(label), category));
  }
  return {
    codes,
    cases: byCode,
    people: (caseId) => people.get(caseId) ?? [],
    labels: (program) => labels.get(program) ?? none,
  };
}

export type JudgedScan = {
  scan: Scan;
  caseId: number | null;
  problems: ImportProblem[];
  state: "ready" | "warned" | "blocked";
};

/** Where its name says that it belongs. */
export function judgeScan(
  found: Pick<Scan, "path" | "size" | "strange">,
  places: Places,
): JudgedScan {
  const scan: Scan = { ...found, applicantId: null, category: "uncategorized", isPlaced: false };
  if (found.strange !== null) return blocked(scan, found.strange);
  const split = splitScanName(found.path, places.codes);
  if ("unknown" in split) return blocked(scan, `No case "${split.unknown.slice(0, 100)}"`);
  const caseFile = places.cases.get(split.code);
  if (!caseFile) return blocked(scan, `No case "${split.code}"`);
  const { unknownPerson, ...place } = placeScan(split.rest, {
    people: places.people(caseFile.id),
    labels: places.labels(caseFile.program),
  });
  const text = `No person "${unknownPerson?.slice(0, 100)}"`;
  return {
    scan: { ...scan, ...place },
    caseId: caseFile.id,
    problems: unknownPerson === null ? [] : [{ column: null, text, level: "warning" }],
    state: unknownPerson === null ? "ready" : "warned",
  };
}

function blocked(scan: Scan, text: string): JudgedScan {
  const problems: ImportProblem[] = [{ column: null, text, level: "problem" }];
  return { scan, caseId: null, problems, state: "blocked" };
}

export function columnsOfScan({ scan, ...columns }: JudgedScan) {
  return { ...columns, raw: sealValue(scan) };
}

export const ofFiles = (importId: number) =>
  and(eq(importRows.importId, importId), eq(importRows.sheet, "files"));

/** Scans that wait in a file of their own. */
export async function waitingFiles(
  tx: Transaction,
  importIds: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .select({ id: importRows.storedFileId })
    .from(importRows)
    .where(
      and(
        inArray(importRows.importId, [...importIds]),
        sql`${importRows.storedFileId} is not null`,
      ),
    );
  return rows.map(({ id }) => id).filter((id) => id !== null);
}
