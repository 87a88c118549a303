/** How readings are found, with what they are compared with. */
import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { notFound, notFoundWith } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { type ReadingRow, readings } from "#server/database/tables/readings.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { visibleDocuments } from "#server/modules/documents/documents.policy.ts";
import type { PersonOfCase, SameNumber } from "./warnings.ts";

/** With the key that opens it. */
export type StoredReading = ReadingRow & { caseKey: Buffer | null };
export type ReadDocument = { reading: StoredReading; document: DocumentRow };

const missing = () => notFoundWith("This document has not been read");

function selectReadings(executor: Executor) {
  return executor
    .select({
      reading: { ...getTableColumns(readings), caseKey: caseKeys.wrappedKey },
      document: getTableColumns(documents),
    })
    .from(readings)
    .innerJoin(documents, eq(documents.id, readings.documentId))
    .leftJoin(caseKeys, eq(caseKeys.caseId, readings.caseId));
}

export async function findReading(
  executor: Executor,
  actor: Actor,
  { id, caseId }: SubjectRecord,
): Promise<ReadDocument> {
  const ofDocument = and(eq(readings.documentId, id), eq(readings.caseId, caseId));
  const [found] = await selectReadings(executor).where(and(ofDocument, visibleDocuments(actor)));
  if (!found) throw missing();
  return found;
}

/** Those of current documents. */
export function readingsOfCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<ReadDocument[]> {
  return selectReadings(executor)
    .where(and(eq(readings.caseId, caseId), documents.isCurrent, visibleDocuments(actor)))
    .orderBy(readings.documentId);
}

export async function lockReading(tx: Transaction, documentId: number): Promise<StoredReading> {
  const [row] = await tx
    .select({ ...getTableColumns(readings), caseKey: caseKeys.wrappedKey })
    .from(readings)
    .leftJoin(caseKeys, eq(caseKeys.caseId, readings.caseId))
    .where(eq(readings.documentId, documentId))
    .for("update", { of: readings });
  if (!row) throw missing();
  return row;
}

export async function findFile(executor: Executor, documentId: number): Promise<StoredFileRow> {
  const [file] = await executor
    .select(getTableColumns(storedFiles))
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .where(eq(documents.id, documentId));
  if (!file) throw notFound("file");
  return file;
}

type Number = { mark: string; country: string | null; caseId: number; applicantId: number | null };

/** Who else has it. A case that the reader may not see is not named. */
export async function sameNumbers(
  executor: Executor,
  actor: Actor,
  { mark, country, caseId, applicantId }: Number,
): Promise<SameNumber[]> {
  const rows = await executor
    .select({
      person: {
        id: applicants.id,
        fullName: applicants.fullName,
        category: applicants.category,
        gender: applicants.gender,
        dateOfBirth: applicants.dateOfBirth,
        nationality: applicants.nationality,
      } satisfies Record<keyof PersonOfCase, unknown>,
      caseId: applicants.caseId,
      caseCode: cases.caseId,
      isSeen: sql<boolean>`(${visibleCases(actor) ?? sql`true`})`,
    })
    .from(applicants)
    .innerJoin(cases, eq(cases.id, applicants.caseId))
    .where(
      and(
        eq(applicants.passportMark, mark),
        sql`${applicants.passportCountry} is not distinct from ${country}`,
        applicantId === null ? undefined : ne(applicants.id, applicantId),
      ),
    )
    .orderBy(applicants.caseId, applicants.id);
  const ofCase = rows.filter((row) => row.caseId === caseId);
  const codes = rows
    .filter((row) => row.caseId !== caseId)
    .map(({ caseCode, isSeen }) => (isSeen ? caseCode : null));
  return [
    ...ofCase.map(({ person }) => ({ applicant: person })),
    ...[...new Set(codes)].map((code) => ({ caseId: code })),
  ];
}
