/** Dossiers are asked for, stopped, marked as handed in and removed. What is built is never changed. */
import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { dossierMessages } from "contract/dossier-parts";
import {
  type BuildDossierInput,
  type Dossier,
  type DossierDetail,
  type UpdateDossierInput,
} from "contract/dossiers";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import { type AuditableActor, type SignedInActor, userIdOf } from "#server/core/actor.ts";
import { AppError, badField, editConflict, wrongState } from "#server/core/errors.ts";
import { assertFullAccess, assertStaff } from "#server/core/full-access.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossierFiles } from "#server/database/tables/dossier-files.ts";
import { dossiers } from "#server/database/tables/dossiers.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import { requireDiskSpace } from "#server/files/disk-space.ts";
import { releaseFiles } from "#server/files/stored.ts";
import { lockCase, touchCase } from "#server/modules/cases/case-lock.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { readPlan } from "./dossier-plan.service.ts";
import { acceptRequest, assertRoom } from "./dossier-request.ts";
import { recordDossier } from "./dossiers.events.ts";
import { buildJob, stopBuilding } from "./dossiers.jobs.ts";
import { assertMayBuild, assertMayCancel } from "./dossiers.policy.ts";
import {
  dossiersOfCase,
  figuresOf,
  filesOf,
  lockDossier,
  readDetail,
  readDossier,
} from "./dossiers.queries.ts";

/** Of what is built, how much room is asked for: the parts before they are stored, and after. */
const ROOM_FACTOR = 2;

/** `documentId`: those alone that keep a copy of it. */
export async function list(
  actor: SignedInActor,
  caseId: number,
  documentId?: number,
): Promise<Dossier[]> {
  assertStaff(actor);
  const which = { caseId, documentId };
  const [rows] = await readTogether((executor) =>
    Promise.all([dossiersOfCase(executor, actor, which), assertSeesCase(executor, actor, caseId)]),
  );
  return rows;
}

export async function get(
  actor: SignedInActor,
  { id, caseId }: SubjectRecord,
): Promise<DossierDetail> {
  assertStaff(actor);
  const [detail] = await readTogether((executor) =>
    Promise.all([readDetail(executor, id), assertSeesCase(executor, actor, caseId)]),
  );
  return detail;
}

type Build = { caseId: number; input: z.output<typeof BuildDossierInput> };

export async function build(actor: SignedInActor, { caseId, input }: Build): Promise<Dossier> {
  assertStaff(actor);
  assertMayBuild(actor, input.kind);
  return inTransaction(async (tx) => {
    const caseFile = await lockCase(tx, actor, caseId);
    const { kind, title, addressee, options, reason } = input;
    const [read, figures] = await Promise.all([
      readPlan(tx, actor, { caseId, kind, chosen: input.documents }),
      figuresOf(tx, caseId),
    ]);
    const accepted = acceptRequest({ input, ...read });
    assertRoom(figures, accepted.bytes);
    await assertComparable(tx, actor, { caseId, id: options.newSince });
    await requireRoom(accepted.bytes);
    const [row] = await tx
      .insert(dossiers)
      .values({
        caseId,
        number: figures.lastNumber + 1,
        kind,
        program: caseFile.citizenshipProgram,
        title,
        addressee,
        options,
        reason: reason?.trim() || null,
        holdsGovernment: accepted.holdsGovernment,
        state: "queued",
        totalPages: accepted.pages,
        differenceFrom: options.newSince,
        chosen: accepted.chosen,
        builtBy: userIdOf(actor),
        requestedAt: runtime.clock.now().toISOString(),
      })
      .returning();
    if (!row) throw new Error("The dossier was not inserted");
    await recordDossier(tx, actor, { name: "dossier.requested", caseFile, row });
    await buildJob.enqueue(tx, { id: row.id });
    return readDossier(tx, row.id);
  });
}

async function assertComparable(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, id }: { caseId: number; id: number | null },
): Promise<void> {
  if (id === null) return;
  const found = await dossiersOfCase(tx, actor, { caseId });
  if (!found.some((each) => each.id === id && each.state === "built"))
    throw badField("options", "There is no such dossier to compare with");
}

async function requireRoom(bytes: number): Promise<void> {
  try {
    await requireDiskSpace(runtime.files.spoolDirectory, ROOM_FACTOR * bytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError({ status: 507, code: error.code, message: dossierMessages.noSpace });
  }
}

export async function cancel(actor: SignedInActor, subject: SubjectRecord): Promise<Dossier> {
  assertStaff(actor);
  const answer = await inTransaction(async (tx) => {
    const { caseFile, row } = await lockDossier(tx, actor, subject);
    assertMayCancel(actor, row);
    if (row.state !== "queued" && row.state !== "running")
      throw wrongState(dossierMessages.finished);
    await tx
      .update(dossiers)
      .set({ state: "cancelled", step: null, donePages: 0 })
      .where(eq(dossiers.id, row.id));
    await recordDossier(tx, actor, { name: "dossier.cancelled", caseFile, row });
    return readDossier(tx, row.id);
  });
  stopBuilding(subject.id);
  return answer;
}

type Edit = {
  subject: SubjectRecord;
  changes: z.output<typeof UpdateDossierInput>;
  basedOn: number | null;
};

/** The only two things that may be said of a built dossier. */
export async function update(
  actor: SignedInActor,
  { subject, changes, basedOn }: Edit,
): Promise<Dossier> {
  assertStaff(actor);
  return inTransaction(async (tx) => {
    const { caseFile, row } = await lockDossier(tx, actor, subject);
    if (row.state !== "built") throw wrongState("Only a built dossier can be handed in");
    const { handedInOn = row.handedInOn } = changes;
    const given = changes.authorityReference;
    const authorityReference = given === undefined ? row.authorityReference : given || null;
    if (handedInOn !== null && handedInOn > bureauToday())
      throw badField("handedInOn", dossierMessages.future);
    const isSame = handedInOn === row.handedInOn && authorityReference === row.authorityReference;
    if (isSame) return readDossier(tx, row.id);
    if (basedOn !== null && basedOn !== row.revision)
      throw editConflict({ ...(await readDossier(tx, row.id)) });
    await tx
      .update(dossiers)
      .set({ handedInOn, authorityReference, revision: row.revision + 1 })
      .where(eq(dossiers.id, row.id));
    const entry = { action: "update" as const, metadata: { number: row.number, handedInOn } };
    await recordDossier(tx, actor, { name: "dossier.updated", caseFile, row, entry });
    return readDossier(tx, row.id);
  });
}

/** Its files and papers go; that it was there stays. */
export async function remove(
  actor: SignedInActor,
  { subject, reason }: { subject: SubjectRecord; reason: string },
): Promise<void> {
  assertFullAccess(actor);
  await inTransaction(async (tx) => {
    const { caseFile, row } = await lockDossier(tx, actor, subject);
    if (row.state === "queued" || row.state === "running")
      throw wrongState(dossierMessages.building);
    if (row.state === "removed") throw wrongState(dossierMessages.finished);
    await releaseContents(tx, row.id);
    await tx
      .update(dossiers)
      .set({
        state: "removed",
        chosen: {},
        removedAt: runtime.clock.now().toISOString(),
        removedBy: userIdOf(actor),
        removedReason: reason,
        revision: row.revision + 1,
      })
      .where(eq(dossiers.id, row.id));
    const { number, kind } = row;
    const entry = { action: "delete" as const, metadata: { number, kind, reason } };
    await recordDossier(tx, actor, { name: "dossier.removed", caseFile, row, entry });
  });
}

async function releaseContents(tx: Transaction, dossierId: number): Promise<void> {
  const files = await filesOf(tx, dossierId);
  await tx.delete(dossierFiles).where(eq(dossierFiles.dossierId, dossierId));
  await tx.delete(dossierDocuments).where(eq(dossierDocuments.dossierId, dossierId));
  await releaseFiles(
    tx,
    files.map(({ file }) => file.id),
  );
}

/** With the papers of a case that was closed years ago; the caller holds the lock of the case. */
export async function eraseAll(
  tx: Transaction,
  actor: AuditableActor,
  caseFile: CaseRow,
): Promise<number> {
  const rows = await tx.select().from(dossiers).where(eq(dossiers.caseId, caseFile.id));
  if (rows.length === 0) return 0;
  for (const { id } of rows) await releaseContents(tx, id);
  await tx.delete(dossiers).where(eq(dossiers.caseId, caseFile.id));
  await touchCase(tx, caseFile.id);
  await record(tx, actor, {
    name: "dossier.removed",
    case: caseFile,
    entries: rows.map(({ number, kind }) => ({
      action: "delete",
      stage: "dossier",
      metadata: { number, kind, reason: "retention" },
    })),
    seenBy: "staff",
  });
  return 0;
}
