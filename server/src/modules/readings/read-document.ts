/** One passport from queued to what was read of it. */
import { and, eq, inArray } from "drizzle-orm";
import type { ReadingProblem } from "contract/reading-parts";
import { system } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { type ReadingRow, readings } from "#server/database/tables/readings.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { ChildCrashed } from "#server/jobs/child.ts";
import { ChildTimeout } from "#server/jobs/lasting-child.ts";
import { seenByOf } from "#server/modules/documents/documents.events.ts";
import type { PassportReading } from "./lines/read-passport.ts";
import type { PassportReader } from "./passport-reader.ts";
import { readFile } from "./read-file.ts";
import { findFile } from "./readings.queries.ts";
import { sealLines } from "./sealed-lines.ts";
import { passportReader } from "./the-reader.ts";

const TRIES = 3;
const MOST_BYTES = 10 * 1_048_576;

export type Reader = Pick<PassportReader, "engine" | "read">;
type Failed = { state: "failed"; problem: "timeout" | "crashed" };
type Outcome = PassportReading | Failed;

/** Nothing happens when it was deleted, filed elsewhere or read meanwhile. */
export async function readDocument(
  documentId: number,
  reader: Reader = passportReader,
): Promise<void> {
  const begun = await begin(documentId);
  if (!begun) return;
  try {
    const outcome = await outcomeOf(await findFile(runtime.database, documentId), reader);
    await keep(begun, outcome, reader.engine);
  } catch (error) {
    if (isGone(error)) return;
    throw error;
  }
}

/** Also what an earlier run was at: this queue has one at a time, so that run is dead. */
async function begin(documentId: number): Promise<ReadingRow | undefined> {
  const [row] = await runtime.database
    .update(readings)
    .set({ state: "running" })
    .where(and(eq(readings.documentId, documentId), inArray(readings.state, ["queued", "running"])))
    .returning();
  return row;
}

async function outcomeOf(file: StoredFileRow, reader: Reader): Promise<Outcome> {
  if (file.size > MOST_BYTES) return { state: "unreadable", problem: "too_large" };
  let problem: Failed["problem"] = "crashed";
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return await reader.read(await readFile(file));
    } catch (error) {
      if (error instanceof AppError && error.code === "file.damaged")
        return { state: "unreadable", problem: "damaged" };
      if (!(error instanceof ChildTimeout) && !(error instanceof ChildCrashed)) throw error;
      problem = error instanceof ChildTimeout ? "timeout" : "crashed";
      // No word of the error itself: it may speak of what was read.
      runtime.log.warn({ storedFileId: file.id, attempt, problem }, "a passport was not read");
    }
  }
  return { state: "failed", problem };
}

async function keep(
  { id, caseId, documentId }: ReadingRow,
  outcome: Outcome,
  engine: string,
): Promise<void> {
  // Made before any lock is taken.
  const sealed = "lines" in outcome ? sealLines(await makeCaseKey(caseId), id, outcome) : null;
  await inTransaction(async (tx) => {
    const [caseFile] = await tx.select().from(cases).where(eq(cases.id, caseId));
    const [document] = await tx.select().from(documents).where(eq(documents.id, documentId));
    const [finished] = await tx
      .update(readings)
      .set({ ...columnsOf(outcome), sealedLines: sealed, engine, readAt: now() })
      .where(and(eq(readings.id, id), eq(readings.state, "running")))
      .returning();
    if (!finished || !caseFile || !document) return;
    const seenBy = seenByOf([document]);
    await record(tx, system, { name: "reading.finished", case: caseFile, entries: [], seenBy });
  });
}

const now = (): string => runtime.clock.now().toISOString();

/** Whatever an earlier reading has said is gone with its lines. */
function columnsOf(outcome: Outcome): Partial<ReadingRow> {
  const nothing = { page: null, rotation: null, digits: null, likeness: null, namesAgreed: null };
  const { state } = outcome;
  const fresh = {
    ...nothing,
    verdicts: {},
    sealedFormer: null,
    formerUntil: null,
    clearedAt: null,
  };
  if (!("lines" in outcome)) {
    const problem: ReadingProblem = outcome.problem;
    return { ...fresh, state, problem };
  }
  const { page, rotation, digits, likeness, namesAgreed } = outcome;
  return { ...fresh, state, problem: null, page, rotation, digits, likeness, namesAgreed };
}

function isGone(error: unknown): boolean {
  return error instanceof AppError && error.status === 404;
}
