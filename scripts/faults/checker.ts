/**
 * Compares what the clients know with what the portal holds: acknowledged ⊆ present ⊆ attempted, every record complete,
 * every file open, nothing left lying about. It runs behind a portal that has been stopped.
 */
import { readdir } from "node:fs/promises";
import { verifyChain } from "server/src/audit/verify-chain.ts";
import { runtime } from "server/src/core/runtime.ts";
import { removeReleasedFiles, sweepOrphans, sweepSpool } from "server/src/files/sweep.ts";
import { examine } from "server/src/operations/integrity-check/examine.ts";
import type { Finding } from "./fault.ts";
import type { Journal, WriteKind } from "./journal.ts";
import { ask, type Query, sql } from "./query.ts";

/** Mark and whether everything that belongs to the record was written with it. */
type Present = { mark: string; isWhole: boolean };

const present: Record<WriteKind, Query> = {
  case: sql`select title as mark, exists (
      select from case_events e where e.case_id = c.id and e.action = 'create') as "isWhole"
    from cases c where title like 'jrnl-case-%'`,
  comment: sql`select message as mark, exists (
      select from case_events e where e.case_id = c.case_id and e.action = 'comment'
        and (e.metadata ->> 'commentId')::int = c.id)
      and exists (select from comment_read_status s where s.comment_id = c.id) as "isWhole"
    from comments c where message like 'jrnl-comment-%'`,
  note: sql`select message as mark, true as "isWhole"
    from internal_notes where message like 'jrnl-note-%'`,
  document: sql`select replace(original_name, '.pdf', '') as mark, exists (
      select from case_events e where e.case_id = d.case_id and e.action = 'upload'
        and e.document_name = d.original_name)
      and exists (select from stored_files f where f.id = d.stored_file_id
        and f.deleted_at is null) as "isWhole"
    from documents d where original_name like 'jrnl-document-%'`,
  invoice: sql`select replace(invoice_id, 'S1-', '') as mark, exists (
      select from case_events e where e.case_id = i.case_id and e.action = 'invoice_create'
        and e.metadata ->> 'invoiceId' = i.invoice_id) as "isWhole"
    from invoices i where invoice_id like 'S1-jrnl-invoice-%'`,
};

/** Events that speak of a record which is not there. */
const orphanedEvents = sql`
  select e.id from case_events e where
    (e.action = 'upload' and e.document_name like 'jrnl-document-%' and not exists (
      select from documents d where d.case_id = e.case_id and d.original_name = e.document_name))
    or (e.action = 'comment' and not exists (
      select from comments c where c.id = (e.metadata ->> 'commentId')::int))`;

export async function checkJournal(journal: Journal, finding: Finding): Promise<void> {
  const entries = journal.read();
  const seen = new Map<string, number>();
  for (const query of Object.values(present)) {
    for (const { mark, isWhole } of await ask<Present>(query)) {
      seen.set(mark, (seen.get(mark) ?? 0) + 1);
      if (!isWhole) half(finding, `${mark} is there without all that belongs to it`);
    }
  }
  finding.inputs += entries.size;
  for (const [mark, { state }] of entries) {
    const times = seen.get(mark) ?? 0;
    if (state === "acknowledged") finding.acknowledged += 1;
    if (state === "acknowledged" && times === 0) {
      finding.lost += 1;
      finding.problems.push(`${mark} was acknowledged and is not there`);
    }
    if (state === "refused")
      finding.problems.push(`${mark} was refused, and nothing was wrong with it`);
    if (state === "refused" && times > 0) half(finding, `${mark} was refused and is there`);
    if (times > 1) half(finding, `${mark} is there ${times} times`);
  }
  for (const mark of seen.keys()) {
    if (!entries.has(mark)) half(finding, `${mark} is there and was never attempted`);
  }
  for (const { id } of await ask<{ id: number }>(orphanedEvents))
    half(finding, `event ${id} speaks of a record that is not there`);
  await checkWholeness(finding);
}

/** Rows, rules, files and the audit chain; and after a sweep, nothing without an owner. */
export async function checkWholeness(finding: Finding): Promise<void> {
  const { findings } = await examine();
  for (const { kind, sentence } of findings) half(finding, `${kind}: ${sentence}`);
  const { broken } = await verifyChain();
  if (broken !== null) half(finding, `audit chain: ${broken}`);
  await sweepOrphans(0);
  await sweepSpool(0);
  await removeReleasedFiles();
  const [rows] = await ask<{ count: number }>(sql`select count(*)::int as count from stored_files`);
  const objects = await Array.fromAsync(runtime.files.current.list());
  const spooled = await readdir(runtime.files.spoolDirectory);
  const surplus = objects.length - (rows?.count ?? 0);
  if (surplus < 0) half(finding, `${-surplus} files have a row and no object`);
  if (surplus > 0) leaked(finding, surplus, "objects without a row are left after the sweep");
  if (spooled.length > 0) leaked(finding, spooled.length, "spooled files are left after the sweep");
}

export function half(finding: Finding, problem: string): void {
  finding.half += 1;
  finding.problems.push(problem);
}

export function leaked(finding: Finding, count: number, problem: string): void {
  finding.leaked += count;
  finding.problems.push(`${count} ${problem}`);
}
