/** How agreements are found, with their stored file if they have one: some live elsewhere and are only pointed to. */
import { and, eq } from "drizzle-orm";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { holdCase, lockCase } from "#server/modules/cases/case-lock.ts";

export type AgreementRow = typeof serviceAgreements.$inferSelect;

export async function lockAgreement(
  tx: Transaction,
  actor: Actor,
  subject: SubjectRecord,
): Promise<{ caseFile: CaseRow; row: AgreementRow }> {
  const [caseFile, [row]] = await Promise.all([
    lockCase(tx, actor, subject.caseId),
    tx.select().from(serviceAgreements).where(isAgreement(subject)).for("update"),
  ]);
  if (!row) throw notFound("agreement");
  return { caseFile, row };
}

type FoundAgreement = { caseFile: CaseRow; row: AgreementRow; file: StoredFileRow | null };

/** An agreement on its way out: case and reader stay until that is written down. */
export async function findAgreementToOpen(
  tx: Transaction,
  actor: Actor,
  subject: SubjectRecord,
): Promise<FoundAgreement> {
  const [caseFile, [found]] = await Promise.all([
    holdCase(tx, actor, subject.caseId),
    tx
      .select({ row: serviceAgreements, file: storedFiles })
      .from(serviceAgreements)
      .leftJoin(storedFiles, eq(storedFiles.id, serviceAgreements.storedFileId))
      .where(isAgreement(subject)),
  ]);
  if (!found) throw notFound("agreement");
  return { ...found, caseFile };
}

function isAgreement({ id, caseId }: SubjectRecord) {
  return and(eq(serviceAgreements.id, id), eq(serviceAgreements.caseId, caseId));
}
