/** What was read from passports: shown to staff, asked for again, and two lines that somebody typed. */
import { notInArray } from "drizzle-orm";
import { digitsOf } from "contract/passport-lines";
import { readCategories, readingMessages } from "contract/reading-parts";
import type { PassportReading, ReadingBadge } from "contract/readings";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import {
  badField,
  badRequest,
  notFound,
  notFoundWith,
  unavailable,
  wrongState,
} from "#server/core/errors.ts";
import { assertStaff } from "#server/core/full-access.ts";
import { readTogether } from "#server/database/read-together.ts";
import { readings } from "#server/database/tables/readings.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announceSeen } from "#server/events/announce.ts";
import { ChildCrashed } from "#server/jobs/child.ts";
import { ChildTimeout } from "#server/jobs/lasting-child.ts";
import { selectApplicants } from "#server/modules/applicants/applicant-rows.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { factsOfCase } from "#server/modules/documents/document-answers.ts";
import { seenByOf } from "#server/modules/documents/documents.events.ts";
import { lockCurrentDocument } from "#server/modules/documents/documents.queries.ts";
import { answerOf, answerOfTyped, fieldsOf } from "./answers.ts";
import { TooManyStrips } from "./passport-reader.ts";
import { readJob } from "./passports.jobs.ts";
import { isToCompare } from "./proposals.ts";
import { readFile } from "./read-file.ts";
import { findFile, findReading, readingsOfCase } from "./readings.queries.ts";
import { openLines } from "./sealed-lines.ts";
import { passportReader } from "./the-reader.ts";

export async function get(actor: SignedInActor, subject: SubjectRecord): Promise<PassportReading> {
  assertStaff(actor);
  return readTogether(async (executor) => {
    const [found, facts] = await Promise.all([
      findReading(executor, actor, subject),
      factsOfCase(executor, subject.caseId),
      assertSeesCase(executor, actor, subject.caseId),
    ]);
    if (!facts) throw notFound("case");
    return answerOf(executor, actor, { ...found, facts });
  });
}

/** For the badges of a list: whether there is something to compare. */
export async function listOfCase(actor: SignedInActor, caseId: number): Promise<ReadingBadge[]> {
  assertStaff(actor);
  const [rows, facts] = await readTogether((executor) =>
    Promise.all([
      readingsOfCase(executor, actor, caseId),
      factsOfCase(executor, caseId),
      assertSeesCase(executor, actor, caseId),
    ]),
  );
  if (!facts) throw notFound("case");
  return rows.map((row) => {
    const { documentId, state, problem } = row.reading;
    return { documentId, state, problem, isOpen: fieldsOf({ ...row, facts }).some(isToCompare) };
  });
}

/** The old proposals stay until the new ones are there. */
export async function readAgain(
  actor: SignedInActor,
  subject: SubjectRecord,
): Promise<{ state: "queued" }> {
  assertStaff(actor);
  return inTransaction(async (tx) => {
    const { caseFile, row } = await lockCurrentDocument(tx, actor, subject);
    if (!readCategories.some((category) => category === row.category))
      throw badRequest(readingMessages.onlyPassports);
    const documentId = row.id;
    const [queued] = await tx
      .insert(readings)
      .values({ caseId: row.caseId, documentId, state: "queued" })
      .onConflictDoUpdate({
        target: readings.documentId,
        set: { state: "queued", problem: null },
        setWhere: notInArray(readings.state, ["queued", "running"]),
      })
      .returning({ id: readings.id });
    if (!queued) throw wrongState(readingMessages.beingRead);
    await readJob.enqueue(tx, { documentId }, { key: String(documentId) });
    await announceSeen(tx, { case: caseFile, refreshes: ["readings"], seenBy: seenByOf([row]) });
    return { state: "queued" };
  });
}

/** The lines as a picture; drawn anew each time, and kept nowhere. */
export async function strip(actor: SignedInActor, subject: SubjectRecord): Promise<Uint8Array> {
  assertStaff(actor);
  const [{ reading }, file] = await readTogether((executor) =>
    Promise.all([
      findReading(executor, actor, subject),
      findFile(executor, subject.id),
      assertSeesCase(executor, actor, subject.caseId),
    ]),
  );
  const picture = openLines(reading) && (await drawStrip(file));
  if (!picture) throw notFoundWith("This document shows no lines");
  return picture;
}

async function drawStrip(file: StoredFileRow): Promise<Uint8Array | null> {
  try {
    return await passportReader.strip(await readFile(file));
  } catch (error) {
    const isBusy =
      error instanceof TooManyStrips ||
      error instanceof ChildTimeout ||
      error instanceof ChildCrashed;
    if (isBusy)
      throw unavailable("The lines cannot be shown at the moment. Please try again later.");
    throw error;
  }
}

type Typed = { caseId: number; lines: [string, string]; applicantId: number | null };

export async function judgeTyped(
  actor: SignedInActor,
  { caseId, lines, applicantId }: Typed,
): Promise<PassportReading> {
  assertStaff(actor);
  return readTogether(async (executor) => {
    const [facts, people] = await Promise.all([
      factsOfCase(executor, caseId),
      selectApplicants(executor, caseId),
      assertSeesCase(executor, actor, caseId),
    ]);
    if (!facts) throw notFound("case");
    const applicant = facts.people.find(({ id }) => id === applicantId) ?? null;
    if (applicantId !== null && applicant === null)
      throw badField("applicantId", "This applicant does not belong to the case");
    const caseKey = people[0]?.caseKey ?? null;
    const digits = digitsOf(lines[1]);
    return answerOfTyped(executor, actor, { facts, applicant, caseKey, lines, digits });
  });
}
