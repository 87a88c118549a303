/** Signed service agreements: uploaded by the people of a case, or delivered by the automation service (S-34). */
import { and, desc, eq } from "drizzle-orm";
import type { ServiceAgreement } from "contract/agreements";
import type { AccessWay } from "contract/documents";
import { uploadRules } from "contract/files";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import {
  type AutomationActor,
  type AuditableActor,
  type SignedInActor,
  userIdOf,
} from "#server/core/actor.ts";
import { badField, badRequest, notFound } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { AuditEntry, DomainEvent, DomainEventName } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { type FileOpened, recordFileAccess } from "#server/files/access-log.ts";
import { fileColumns } from "#server/files/file-columns.ts";
import { cleanName, cleanRename, MAX_RENAMED_CHARACTERS } from "#server/files/names.ts";
import { keepFiles, type ReceivedFile, releaseFiles } from "#server/files/stored.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { assertRoomInCase } from "#server/modules/documents/case-quota.ts";
import { assertMayRemove } from "./agreements.policy.ts";
import { type AgreementRow, findAgreementToOpen, lockAgreement } from "./agreements.queries.ts";

/** What the case's activity calls the stage of an agreement. */
const STAGE = "service-agreement";

/** Newest first. */
export async function listOfCase(
  actor: SignedInActor,
  caseId: number,
): Promise<ServiceAgreement[]> {
  const [rows] = await readTogether((executor) =>
    Promise.all([
      executor
        .select()
        .from(serviceAgreements)
        .where(eq(serviceAgreements.caseId, caseId))
        .orderBy(desc(serviceAgreements.uploadedAt), desc(serviceAgreements.id)),
      assertSeesCase(executor, actor, caseId),
    ]),
  );
  return rows.map(present);
}

/** All files of a request or none. */
export async function upload(
  actor: SignedInActor,
  input: { caseId: number; files: readonly ReceivedFile[] },
): Promise<ServiceAgreement[]> {
  const { caseId, files } = input;
  if (files.length === 0) throw badRequest(uploadRules.serviceAgreement.missing);
  return inTransaction(async (tx) => {
    const [caseFile] = await Promise.all([
      lockCase(tx, actor, caseId),
      assertRoomInCase(tx, caseId, files),
    ]);
    const rows = await insertFiles(tx, actor, input);
    await recordOf(tx, actor, {
      name: "agreement.uploaded",
      caseFile,
      entries: rows.map((row) => entryOf("upload", row, { agreementId: row.id })),
    });
    return rows.map(present);
  });
}

export type Delivery = {
  caseId: number;
  /** How the automation names what it delivers. */
  originalName: string | null;
  externalUrl: string | null;
  files: readonly ReceivedFile[];
};

/** `isNew` is false when the same address was delivered before: it is kept once (S-50). */
export async function deliver(
  actor: AutomationActor,
  delivery: Delivery,
): Promise<{ agreement: ServiceAgreement; isNew: boolean }> {
  const [file] = delivery.files;
  if (!file && delivery.externalUrl === null)
    throw badField("external_url", "A file or an external_url is required");
  return inTransaction(async (tx) => {
    const caseFile = await lockCase(tx, actor, delivery.caseId);
    const known = file ? null : await findByUrl(tx, delivery);
    if (known) return { agreement: present(known), isNew: false };
    if (file) await assertRoomInCase(tx, caseFile.id, [file]);
    const row = file
      ? await insertDeliveredFile(tx, delivery, file)
      : await insertPointer(tx, delivery);
    await recordOf(tx, actor, {
      name: "agreement.uploaded",
      caseFile,
      entries: [entryOf("upload", row, { agreementId: row.id, source: "automation" })],
    });
    return { agreement: present(row), isNew: true };
  });
}

/** Where an agreement is: with us, or at an address that the browser opens itself. */
export type OpenedAgreement = { file: StoredFileRow; name: string } | { url: string };
type Opening = AccessContext & { subject: SubjectRecord };

/** A look leaves no event in the case, only the line of the opening, as with a document (S-28). */
export async function openForView(
  actor: SignedInActor,
  { subject, ...accessContext }: Opening,
): Promise<OpenedAgreement> {
  return inTransaction(async (tx) => {
    const { row, file } = await findAgreementToOpen(tx, actor, subject);
    await recordFileAccess(tx, actor, { ...accessContext, opened: openedAs("view", subject) });
    return locate(row, file);
  });
}

/** The event is committed before the first byte leaves (security.md 5.7). */
export async function openForDownload(
  actor: SignedInActor,
  { subject, ...accessContext }: Opening,
): Promise<OpenedAgreement> {
  return inTransaction(async (tx) => {
    const { row, file, caseFile } = await findAgreementToOpen(tx, actor, subject);
    const opened = locate(row, file);
    if (accessContext.isProbe) return opened;
    await recordFileAccess(tx, actor, { ...accessContext, opened: openedAs("download", subject) });
    await record(tx, actor, {
      name: "agreement.downloaded",
      case: caseFile,
      entries: [entryOf("download", row, { agreementId: subject.id })],
    });
    return opened;
  });
}

function openedAs(way: AccessWay, { caseId, id }: SubjectRecord): FileOpened {
  return { way, what: "agreement", caseId, agreementId: id };
}

/** The row goes now, the bytes after the commit. */
export async function remove(actor: SignedInActor, subject: SubjectRecord): Promise<void> {
  assertMayRemove(actor);
  await inTransaction(async (tx) => {
    const { caseFile, row } = await lockAgreement(tx, actor, subject);
    await tx.delete(serviceAgreements).where(eq(serviceAgreements.id, row.id));
    if (row.storedFileId !== null) await releaseFiles(tx, [row.storedFileId]);
    await recordOf(tx, actor, {
      name: "agreement.removed",
      caseFile,
      entries: [entryOf("delete", row, { agreementId: row.id })],
    });
  });
}

async function insertFiles(
  tx: Transaction,
  actor: AuditableActor,
  input: { caseId: number; files: readonly ReceivedFile[] },
): Promise<AgreementRow[]> {
  const stored = await keepFiles(tx, input.files);
  const values = stored.map((file, index) => ({
    ...agreementColumns(file),
    caseId: input.caseId,
    originalName: input.files[index]?.originalName ?? file.name,
    uploadedBy: userIdOf(actor),
    source: "user" as const,
  }));
  const rows = await tx.insert(serviceAgreements).values(values).returning();
  return rows.toSorted((first, second) => first.id - second.id);
}

async function insertDeliveredFile(
  tx: Transaction,
  delivery: Delivery,
  received: ReceivedFile,
): Promise<AgreementRow> {
  const [stored] = await keepFiles(tx, [received]);
  if (!stored) throw notFound("file");
  const name = cleanRename(received.originalName, delivery.originalName ?? received.originalName);
  return insert(tx, {
    ...agreementColumns(stored),
    caseId: delivery.caseId,
    originalName: name || received.originalName,
  });
}

async function insertPointer(tx: Transaction, delivery: Delivery): Promise<AgreementRow> {
  const fileUrl = delivery.externalUrl ?? "";
  const name = cleanName(delivery.originalName ?? lastSegment(fileUrl), MAX_RENAMED_CHARACTERS);
  return insert(tx, {
    caseId: delivery.caseId,
    fileUrl,
    originalName: name || "Service Agreement",
  });
}

/** Source and uploader keep their defaults: an outside automation service (I:150). */
async function insert(
  tx: Transaction,
  values: typeof serviceAgreements.$inferInsert,
): Promise<AgreementRow> {
  const [row] = await tx.insert(serviceAgreements).values(values).returning();
  if (!row) throw notFound("agreement");
  return row;
}

async function findByUrl(tx: Transaction, delivery: Delivery): Promise<AgreementRow | undefined> {
  const [known] = await tx
    .select()
    .from(serviceAgreements)
    .where(
      and(
        eq(serviceAgreements.caseId, delivery.caseId),
        eq(serviceAgreements.fileUrl, delivery.externalUrl ?? ""),
      ),
    );
  return known;
}

type Recorded = {
  name: DomainEventName;
  caseFile: DomainEvent["case"];
  entries: readonly AuditEntry[];
};

async function recordOf(tx: Transaction, actor: AuditableActor, event: Recorded): Promise<void> {
  const { name, caseFile, entries } = event;
  await record(tx, actor, { name, case: caseFile, entries });
}

function entryOf(
  action: AuditEntry["action"],
  row: AgreementRow,
  metadata: Record<string, unknown>,
): AuditEntry {
  return { action, documentName: row.originalName, stage: STAGE, metadata };
}

function agreementColumns(file: StoredFileRow) {
  return { ...fileColumns(file), fileUrl: `/uploads/${file.name}` };
}

/** An agreement that lives elsewhere has no size and no type of its own; agreements are PDFs. */
export function present(row: AgreementRow): ServiceAgreement {
  return {
    id: row.id,
    originalName: row.originalName,
    fileSize: row.fileSize ?? 0,
    mimeType: row.mimeType ?? "application/pdf",
    uploadedAt: row.uploadedAt,
    external_url: isElsewhere(row) ? row.fileUrl : null,
  };
}

function locate(row: AgreementRow, file: StoredFileRow | null): OpenedAgreement {
  if (file && file.deletedAt === null) return { file, name: row.originalName };
  if (isElsewhere(row)) return { url: row.fileUrl };
  throw notFound("file");
}

function isElsewhere(row: AgreementRow): boolean {
  return row.storedFileId === null && /^https?:\/\//i.test(row.fileUrl);
}

function lastSegment(url: string): string {
  const segment = URL.canParse(url) ? (new URL(url).pathname.split("/").at(-1) ?? "") : "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
