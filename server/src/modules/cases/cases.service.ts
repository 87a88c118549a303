/** Opens, changes and deletes cases. Everything that moves a case is the bureau's (C:156). */
import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { CaseStatus } from "contract/case-status";
import {
  type CaseDetail,
  type CaseFile,
  casesApi,
  type CreateCaseInput,
  type ListedCase,
  type UpdateCaseInput,
} from "contract/cases";
import { invoicesApi } from "contract/invoices";
import type { LiveRow, Role } from "contract/session";
import { type AuditableActor, type SignedInActor, userIdOf } from "#server/core/actor.ts";
import { adminOnly, notFound, taken } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce, announceCase } from "#server/events/announce.ts";
import type { Quiet } from "#server/events/domain-event.ts";
import { assertNoEditConflict } from "#server/events/edit-conflict.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { releaseFilesOfCase } from "#server/files/stored.ts";
import { Pieces } from "#server/http/pieces.ts";
import * as applicants from "#server/modules/applicants/applicants.service.ts";
import * as documents from "#server/modules/documents/documents.service.ts";
import { addAssignees } from "./assignments.service.ts";
import { isCodeCollision, nextCaseCode } from "./case-code.ts";
import { keysOfCode, keysOfWholeCase } from "./case-keys.ts";
import { lockCase } from "./case-lock.ts";
import { casePermissions } from "./cases.policy.ts";
import { selectCase, selectSeenCase, selectVisibleCases } from "./cases.queries.ts";
import {
  PIECE_OF_CASES,
  readInPieces,
  readStateOfList,
  selectVisibleIds,
} from "./long-case-list.queries.ts";
import { recordStatusDuration } from "./status-stays.ts";

type NewCase = z.output<typeof CreateCaseInput>;
type Changes = z.output<typeof UpdateCaseInput> & {
  status?: CaseStatus;
  caseId?: string;
  submissionOn?: string | null;
};
type Edit = {
  id: number;
  changes: Changes;
  basedOn: number | null;
  /** Said in the line of the activity: of which larger deed this is a part. */
  because?: Record<string, unknown>;
  quiet?: Quiet;
};
/** A case that was worked on before it came into the portal. */
type Past = {
  because: Record<string, unknown>;
  quiet: Quiet;
  submissionOn: string | null;
  /** Null: now. */
  createdAt: string | null;
  statusSince: string | null;
};

/** How often a generated code may collide with one that was typed at the same moment. */
const MOST_CODE_COLLISIONS = 5;

/** A long list is read in pieces, so that no portal is too large for it. */
export async function list(actor: SignedInActor): Promise<ListedCase[] | Pieces<ListedCase>> {
  const ids = await selectVisibleIds(actor);
  if (ids.length <= PIECE_OF_CASES) return selectVisibleCases(actor);
  return new Pieces(await readStateOfList(actor), () => readInPieces(actor, ids));
}

export async function get(actor: SignedInActor, id: number): Promise<CaseDetail> {
  const [caseFile, papers, people] = await readTogether((executor) =>
    Promise.all([
      selectSeenCase(executor, actor, id),
      documents.listOfCase(executor, actor, id),
      applicants.listOfCase(executor, id),
    ]),
  );
  if (!caseFile) throw notFound("case");
  return {
    case: caseFile,
    documents: papers,
    applicants: people,
    assignedUsers: caseFile.assignedUsers,
    can: casePermissions(actor),
  };
}

export async function create(actor: AuditableActor, input: NewCase): Promise<CaseFile> {
  if (!casePermissions(actor).update) throw adminOnly();
  for (let collisions = 0; ; collisions += 1) {
    try {
      return await inTransaction((tx) => open(tx, actor, input));
    } catch (error) {
      if (!isCodeCollision(error)) throw error;
      if (input.caseId !== undefined || collisions === MOST_CODE_COLLISIONS) throw codeTaken();
    }
  }
}

/** Only what is named changes; status and code may be among it (S-19, S-21, S-22, D-045). */
export async function update(actor: AuditableActor, edit: Edit): Promise<CaseFile> {
  try {
    return await inTransaction(async (tx) => {
      await updateIn(tx, actor, edit);
      return readFile(tx, edit.id);
    });
  } catch (error) {
    throw isCodeCollision(error) ? codeTaken() : error;
  }
}

/** For whoever writes more in the same transaction. */
export async function updateIn(
  tx: Transaction,
  actor: AuditableActor,
  edit: Edit,
): Promise<{ before: CaseRow; after: CaseRow }> {
  const before = await lockCase(tx, actor, edit.id);
  if (!casePermissions(actor).update) throw adminOnly();
  return { before, after: await change(tx, actor, { before, edit }) };
}

/** As it is, and stays until the transaction ends. */
export async function revisionOf(
  tx: Transaction,
  actor: AuditableActor,
  id: number,
): Promise<number> {
  return (await lockCase(tx, actor, id)).revision;
}

/** Everything in the case goes with it, invoices and files included (D-063). */
export async function remove(actor: AuditableActor, id: number): Promise<void> {
  const removed = await inTransaction((tx) => removeIn(tx, actor, id));
  // Its events went with it, so the log is what remains of the deed.
  runtime.log.info({ case: id, caseId: removed.caseId, actor: userIdOf(actor) }, "case deleted");
}

/** For whoever takes more away in the same transaction. */
export async function removeIn(
  tx: Transaction,
  actor: AuditableActor,
  id: number,
): Promise<CaseRow> {
  const caseFile = await lockCase(tx, actor, id);
  if (!casePermissions(actor).remove) throw adminOnly();
  await releaseFilesOfCase(tx, id);
  const assigned = await tx
    .select({ userId: users.id, role: users.role })
    .from(caseAssignments)
    .innerJoin(users, eq(users.id, caseAssignments.userId))
    .where(eq(caseAssignments.caseId, id));
  await tx.delete(cases).where(eq(cases.id, id));
  await announceRemoval(tx, caseFile, assigned);
  return caseFile;
}

async function open(tx: Transaction, actor: AuditableActor, input: NewCase): Promise<CaseFile> {
  const row = await openIn(tx, actor, input);
  return readFile(tx, row.id);
}

/** For whoever writes more in the same transaction; the caller has asked whether this actor may. */
export async function openIn(
  tx: Transaction,
  actor: AuditableActor,
  input: Omit<NewCase, "gender"> & { gender: NewCase["gender"] | null; past?: Past },
): Promise<CaseRow> {
  const { assignedUsers, caseId, description, past, ...fields } = input;
  const now = runtime.clock.now().toISOString();
  const [row] = await tx
    .insert(cases)
    .values({
      ...fields,
      description: description || null,
      caseId: caseId ?? (await nextCaseCode(tx, input.citizenshipProgram)),
      createdBy: userIdOf(actor),
      lastStatusUpdatedAt: past?.statusSince ?? now,
      ...(past && { submissionOn: past.submissionOn }),
      ...(past?.createdAt && { createdAt: past.createdAt }),
    })
    .returning();
  if (!row) throw new Error("The inserted case was not returned");
  await addAssignees(tx, row.id, assignedUsers);
  await record(tx, actor, {
    name: "case.created",
    case: row,
    entries: [
      {
        action: "create",
        subject: { kind: "case", id: row.id, revision: row.revision },
        ...(past && { metadata: past.because }),
      },
    ],
    quiet: past?.quiet,
    data: {
      status: row.status,
      citizenshipProgram: row.citizenshipProgram,
      numberOfApplicants: row.numberOfApplicants,
    },
  });
  return row;
}

type Changing = { before: CaseRow; edit: Edit };

async function change(
  tx: Transaction,
  actor: AuditableActor,
  { before, edit }: Changing,
): Promise<CaseRow> {
  const wanted = { ...edit.changes };
  if (wanted.description !== undefined) wanted.description ||= null;
  const { status, ...others } = changesBetween(before, wanted);
  const fields = [...Object.keys(others), ...(status ? ["status"] : [])];
  if (fields.length === 0) return before;
  await assertNoEditConflict(tx, {
    subject: { kind: "case", id: before.id },
    basedOn: edit.basedOn,
    current: before,
    fields,
  });
  const now = runtime.clock.now();
  const [after] = await tx
    .update(cases)
    .set({ ...wanted, ...(status ? { lastStatusUpdatedAt: now.toISOString() } : {}) })
    .where(eq(cases.id, before.id))
    .returning();
  if (!after) throw notFound("case");
  if (others["numberOfApplicants"]) await applicants.trimEmptyApplicants(tx, after);
  if (status) await recordStatusDuration(tx, actor, { before, after, endedAt: now });
  const subject = { kind: "case", id: after.id, revision: after.revision } as const;
  if (Object.keys(others).length > 0) {
    await record(tx, actor, {
      name: "case.updated",
      case: after,
      entries: [{ action: "update", metadata: { ...others, ...edit.because }, subject }],
      quiet: edit.quiet,
    });
  }
  if (status) {
    await record(tx, actor, {
      name: "case.statusChanged",
      case: after,
      entries: [{ action: "status_change", metadata: { ...status, ...edit.because }, subject }],
      data: status,
    });
  }
  // Screens that are open under the old code learn that it is gone (D-041).
  if (others["caseId"]) {
    await announce(tx, { audience: { caseId: before.id }, keys: keysOfCode(before.caseId) });
    await announceCase(tx, before, ["invoices"]);
  }
  return after;
}

async function announceRemoval(
  tx: Transaction,
  caseFile: CaseRow,
  assigned: { userId: number; role: Role }[],
): Promise<void> {
  const keys = [casesApi.list.path, ...keysOfWholeCase(caseFile)];
  const withInvoices = [...keys, invoicesApi.list.path];
  const gone: LiveRow = { list: "cases", id: caseFile.id, kind: "gone" };
  const invoices: LiveRow = { list: "invoices", kind: "many" };
  await announce(tx, { audience: "admins", keys: withInvoices, rows: [gone, invoices] });
  for (const { userId, role } of assigned) {
    const isClient = role === "client";
    await announce(tx, {
      audience: { userId },
      keys: isClient ? keys : withInvoices,
      rows: isClient ? [gone] : [gone, invoices],
    });
  }
  // Nobody is assigned any more: what is left are the accountants.
  const others = { caseId: caseFile.id, withAccountants: true } as const;
  await announce(tx, { audience: others, keys: [invoicesApi.list.path], rows: [invoices] });
}

/** The caller has asked whether somebody may see it. */
export async function readFile(executor: Executor, id: number): Promise<CaseFile> {
  const caseFile = await selectCase(executor, eq(cases.id, id));
  if (!caseFile) throw notFound("case");
  return caseFile;
}

function codeTaken() {
  return taken("Case ID already exists", "caseId");
}
