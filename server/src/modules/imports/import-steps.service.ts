/** What an admin does with an import that was checked: start, pause, go on, end, take back. */
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Import } from "contract/imports";
import type { SignedInActor } from "#server/core/actor.ts";
import { wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { assertState, lockImport, tellAdmins } from "./import-record.ts";
import { runJob, undoJob } from "./imports.jobs.ts";
import { assertImports } from "./imports.policy.ts";
import { get } from "./imports.service.ts";
import { finishIn } from "./run-import.ts";

export function start(actor: SignedInActor, id: number, withoutBlocked: boolean): Promise<Import> {
  return step(actor, id, async (tx, row) => {
    assertState(row, ["checked", "paused"]);
    const isFirst = row.state === "checked";
    if (isFirst && (row.counts["blocked"] ?? 0) > 0 && !withoutBlocked)
      throw wrongState("Confirm that blocked rows are left out");
    await tx
      .update(imports)
      .set({
        state: "running",
        reason: null,
        ...(isFirst && { startedAt: runtime.clock.now().toISOString(), position: 0 }),
      })
      .where(eq(imports.id, id));
    if (isFirst)
      await recordSecurityEvent(tx, {
        kind: "import.started",
        userId: actor.id,
        metadata: { importId: id, counts: row.counts },
      });
    await runJob.enqueue(tx, { id });
  });
}

export function pause(actor: SignedInActor, id: number): Promise<Import> {
  return step(actor, id, async (tx, row) => {
    assertState(row, ["running"]);
    await tx.update(imports).set({ state: "paused" }).where(eq(imports.id, id));
  });
}

export function finish(actor: SignedInActor, id: number): Promise<Import> {
  return step(actor, id, async (tx, row) => {
    assertState(row, ["paused"]);
    await finishIn(tx, id);
  });
}

export function undo(actor: SignedInActor, id: number): Promise<Import> {
  return step(actor, id, async (tx, row) => {
    assertState(row, ["finished"]);
    if (row.undoUntil === null || Date.parse(row.undoUntil) < runtime.clock.now().getTime())
      throw wrongState("It is too late to undo this import");
    if (await hasLater(tx, row)) throw wrongState("Undo the later import first");
    await tx.update(imports).set({ state: "undoing" }).where(eq(imports.id, id));
    await undoJob.enqueue(tx, { id });
  });
}

/** Another one has changed the same cases since. */
async function hasLater(tx: Transaction, { id, startedAt }: ImportRecord): Promise<boolean> {
  const later = await tx.$count(
    imports,
    and(
      gt(imports.startedAt, startedAt ?? ""),
      inArray(imports.state, ["running", "paused", "finished"]),
      sql`exists (
        select 1 from import_rows as own join import_rows as other on other.case_id = own.case_id
        where own.import_id = ${id} and other.import_id = ${imports.id}
          and other.state in ('created', 'updated'))`,
    ),
  );
  return later > 0;
}

async function step(
  actor: SignedInActor,
  id: number,
  work: (tx: Transaction, row: ImportRecord) => Promise<void>,
): Promise<Import> {
  assertImports(actor);
  await inTransaction(async (tx) => {
    await work(tx, await lockImport(tx, id));
    await tellAdmins(tx);
  });
  return get(actor, id);
}
