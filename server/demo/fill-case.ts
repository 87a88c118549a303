/** One case of the demonstration with everything that belongs to it. */
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { buildNote } from "#testing/factories/activity.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase, buildStatusDuration } from "#testing/factories/cases.ts";
import { type DemoPeople, personIn } from "./demo-accounts.ts";
import type { DemoCase } from "./demo-bureau.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { DemoActivity, minutesAfter } from "./demo-events.ts";
import { fillChecklist } from "./fill-checklist.ts";
import { fillConversation } from "./fill-conversation.ts";
import { fillAgreements, fillDocuments } from "./fill-documents-of-case.ts";
import { fillDossiers } from "./fill-dossiers.ts";
import { fillInvoices } from "./fill-invoices.ts";
import { fillPassports } from "./fill-passports.ts";
import { fillReminders } from "./fill-reminders.ts";
import { fillWebhookLogs } from "./fill-webhook-logs.ts";

/** `isWritten`: its dossiers are built by other programs meanwhile, and what has happened is written in its order. */
export async function fillCase(
  demoCase: DemoCase,
  people: DemoPeople,
): Promise<{ isWritten: Promise<void> }> {
  const caseFile = await insertCase(demoCase, people);
  const applicants = await insertApplicants(demoCase, caseFile);
  const filling = { demoCase, caseFile, people, applicants, activity: new DemoActivity() };
  recordOpening(filling);
  await insertHistory(filling);
  await fillDocuments(filling);
  await fillPassports(filling);
  await fillChecklist(filling);
  const dossiers = fillDossiers(filling);
  // Awaited below; whatever fails before that is told first.
  dossiers.catch(() => undefined);
  await fillAgreements(filling);
  await fillConversation(filling);
  await insertNotes(filling);
  await fillInvoices(filling);
  await fillWebhookLogs(filling);
  await fillReminders(filling);
  recordDownloads(filling);
  const isWritten = dossiers.then(() => filling.activity.write(caseFile.id));
  isWritten.catch(() => undefined);
  return { isWritten };
}

function insertCase(demoCase: DemoCase, people: DemoPeople): Promise<CaseRow> {
  const { caseId, title, numberOfApplicants, status, nationality, citizenshipProgram } = demoCase;
  const { gender, fiuFee, citizenshipFee, createdAt, updatedAt } = demoCase;
  return buildCase({
    caseId,
    title,
    numberOfApplicants,
    status,
    nationality,
    citizenshipProgram,
    gender,
    fiuFee,
    citizenshipFee,
    createdAt,
    updatedAt,
    description: demoCase.description || null,
    createdBy: personIn(people, demoCase.createdBy).id,
    lastStatusUpdatedAt: demoCase.statusHistory.at(-1)?.startedAt ?? createdAt,
    assignedTo: demoCase.assignedUsers.map((key) => personIn(people, key)),
  });
}

async function insertApplicants(
  demoCase: DemoCase,
  caseFile: CaseRow,
): Promise<Map<string, ApplicantRow>> {
  const rows = new Map<string, ApplicantRow>();
  for (const [position, applicant] of demoCase.applicants.entries()) {
    const { key, ...columns } = applicant;
    const { createdAt, nationality } = caseFile;
    const facts = demoCase.checklist?.facts[key];
    rows.set(
      key,
      await buildApplicant({
        ...columns,
        ...(facts && { ...facts, nationality }),
        caseId: caseFile.id,
        position,
        createdAt,
      }),
    );
  }
  return rows;
}

function recordOpening({ demoCase, people, activity }: DemoCaseContext): void {
  const actorId = personIn(people, demoCase.createdBy).id;
  activity.add({ action: "create", actorId, createdAt: demoCase.createdAt });
  for (const [index, key] of demoCase.assignedUsers.entries()) {
    const { id, firstName, lastName } = personIn(people, key);
    activity.add({
      action: "assign",
      actorId,
      metadata: { userId: id, name: `${firstName} ${lastName}`, added: true },
      createdAt: minutesAfter(demoCase.createdAt, 4 + index),
    });
  }
}

/** The data tells of stays in a status; the portal keeps a row for each stay that has ended (D-146). */
async function insertHistory({
  demoCase,
  caseFile,
  people,
  activity,
}: DemoCaseContext): Promise<void> {
  for (const [index, stay] of demoCase.statusHistory.entries()) {
    const next = demoCase.statusHistory[index + 1];
    if (!next || !stay.endedAt) continue;
    const changedBy = personIn(people, next.changedBy).id;
    await buildStatusDuration(caseFile, {
      fromStatus: stay.toStatus,
      toStatus: next.toStatus,
      startedAt: stay.startedAt,
      endedAt: stay.endedAt,
      changedBy,
    });
    activity.add({
      action: "status_change",
      actorId: changedBy,
      metadata: { from: stay.toStatus, to: next.toStatus },
      createdAt: stay.endedAt,
    });
  }
}

async function insertNotes({ demoCase, caseFile, people }: DemoCaseContext): Promise<void> {
  for (const { user, message, createdAt } of demoCase.internalNotes) {
    await buildNote({
      caseId: caseFile.id,
      userId: personIn(people, user).id,
      message,
      createdAt,
    });
  }
}

/** Nothing but its event is left of a download. */
function recordDownloads({ demoCase, people, activity }: DemoCaseContext): void {
  for (const { action, actor, stage, createdAt } of demoCase.auditEvents) {
    if (action !== "download") continue;
    const actorId = personIn(people, actor).id;
    activity.add({ action, actorId, stage: stage ?? null, createdAt });
  }
}
