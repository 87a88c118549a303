/** What readings do when documents and people change: in the transaction of that change. */
import { eq, inArray, sql } from "drizzle-orm";
import { readCategories } from "contract/reading-parts";
import { type AuditableActor, userIdOf } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import {
  type IgnoredWarning,
  type ReadingRow,
  readings,
} from "#server/database/tables/readings.ts";
import { writeAtEnd } from "#server/database/transaction.ts";
import { announceCase } from "#server/events/announce.ts";
import type { AuditEntry, DomainEvent } from "#server/events/domain-event.ts";
import type { Reaction } from "#server/events/record.ts";
import { clear } from "./clear-readings.ts";
import { readJob } from "./passports.jobs.ts";

export const followChanges: Reaction = async (tx, actor, event) => {
  if (event.name === "document.uploaded") await followUpload(tx, event);
  if (event.name === "document.updated" || event.name === "document.reviewed")
    for (const entry of event.entries) await followChange(tx, actor, entry);
  if (event.name === "applicants.saved") await tellSameNumbers(tx, event);
};

function isRead(category: unknown): boolean {
  return readCategories.some((known) => known === category);
}

/** A new version of a passport: what was read from the one before goes. */
async function followUpload(tx: Transaction, { data = {} }: DomainEvent): Promise<void> {
  const { category, documentIds, replaces } = data;
  if (!isRead(category) || !Array.isArray(documentIds)) return;
  if (typeof replaces === "number") await writeAtEnd(tx, clear, replaces);
  await queue(tx, documentIds as number[]);
}

async function followChange(
  tx: Transaction,
  actor: AuditableActor,
  { subject, metadata = {} }: AuditEntry,
): Promise<void> {
  if (subject?.kind !== "document") return;
  const { category, assignedTo, warningsIgnored } = metadata;
  if (hasMoved(category)) {
    if (isRead(category.to)) await queue(tx, [subject.id]);
    else if (isRead(category.from)) await writeAtEnd(tx, clear, subject.id);
  }
  // Decisions were about the values of somebody else.
  if (hasMoved(assignedTo))
    await patch(tx, subject.id, { verdicts: {}, sealedFormer: null, formerUntil: null });
  if (Array.isArray(warningsIgnored)) await keepIgnored(tx, subject.id, { actor, warningsIgnored });
}

function hasMoved(change: unknown): change is { from: unknown; to: unknown } {
  return typeof change === "object" && change !== null && "to" in change;
}

/** A Word file is never read; its row says so at once. */
async function queue(tx: Transaction, documentIds: readonly number[]): Promise<void> {
  const { rows } = await tx.execute<Pick<ReadingRow, "state"> & { documentId: number }>(sql`
    insert into readings (case_id, document_id, state, problem)
    select case_id, id,
      case when mime_type in ('application/pdf', 'image/jpeg', 'image/png') then 'queued' else 'unreadable' end,
      case when mime_type in ('application/pdf', 'image/jpeg', 'image/png') then null else 'word' end
    from documents where id = any(${sql.param([...documentIds])}::int[])
    on conflict (document_id) do update
      set state = excluded.state, problem = excluded.problem, cleared_at = null
    returning document_id as "documentId", state`);
  for (const { documentId, state } of rows)
    if (state === "queued") await readJob.enqueue(tx, { documentId }, { key: String(documentId) });
}

type Ignored = { actor: AuditableActor; warningsIgnored: readonly unknown[] };

async function keepIgnored(
  tx: Transaction,
  documentId: number,
  { actor, warningsIgnored }: Ignored,
): Promise<void> {
  const at = runtime.clock.now().toISOString();
  const by = userIdOf(actor) ?? 0;
  const kept: IgnoredWarning[] = warningsIgnored.map((code) => ({ code: String(code), by, at }));
  await patch(tx, documentId, {
    warningsIgnored: sql`${readings.warningsIgnored} || ${JSON.stringify(kept)}::jsonb`,
  });
}

type Patch = Parameters<ReturnType<typeof updateReadings>["set"]>[0];
const updateReadings = (tx: Transaction) => tx.update(readings);

async function patch(tx: Transaction, documentId: number, values: Patch): Promise<void> {
  await updateReadings(tx).set(values).where(eq(readings.documentId, documentId));
}

/** Whoever looks at the same number elsewhere is told there, too. */
async function tellSameNumbers(tx: Transaction, { case: caseFile, entries }: DomainEvent) {
  const isAbout = ({ metadata }: AuditEntry) =>
    Array.isArray(metadata?.["fields"]) &&
    metadata["fields"].some((field) => field === "passportNumber" || field === "passportCountry");
  if (!entries.some(isAbout)) return;
  const elsewhere = await tx
    .select({ id: cases.id, caseId: cases.caseId })
    .from(cases)
    .where(
      inArray(
        cases.id,
        sql`(select other.case_id from applicants own join applicants other
          on other.passport_mark = own.passport_mark and other.case_id <> own.case_id
          where own.case_id = ${caseFile.id})`,
      ),
    );
  for (const other of elsewhere) await announceCase(tx, other, ["readings"]);
}
