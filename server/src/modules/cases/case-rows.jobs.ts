/** What triggers leave open in the rows of the lists: keys to be folded, and names to be written anew. */
import { eq, sql } from "drizzle-orm";
import type { LiveRow } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseRows } from "#server/database/tables/case-rows.ts";
import { staleNames } from "#server/database/tables/stale-names.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { defineFilling } from "#server/jobs/filling.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { writeMissingKeys, writeSearchKeys } from "./search-keys.ts";

/** Cases of one transaction: short enough that nobody waits for it. */
const PIECE = 500;

export const searchKeys = defineFilling("cases.searchKeys", {
  countMissing: () => runtime.database.$count(caseRows, sql`search_key is null`),
  fillPiece: writeMissingKeys,
});

export const namesJob = defineJob(
  "cases.names",
  { schedule: "* * * * *", atStart: true, retryLimit: 1 },
  rewriteNames,
);

/** Whoever has a new name: in the rows and keys of the cases he is assigned to or has opened. */
export async function rewriteNames(): Promise<void> {
  while (await inTransaction(rewritePiece)) void 0;
}

/** Answers whether there may be more to do. */
async function rewritePiece(tx: Transaction): Promise<boolean> {
  const [stale] = await tx
    .select()
    .from(staleNames)
    .orderBy(staleNames.person)
    .limit(1)
    .for("update", { skipLocked: true });
  if (!stale) return false;
  const [kind, id = "0"] = stale.person.split(" ");
  const assigned =
    kind === "user" ? sql`user_id = ${Number(id)}` : sql`invitation_id = ${Number(id)}`;
  const opened = kind === "user" ? sql`created_by = ${Number(id)}` : sql`false`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select case_id as id from case_assignments where ${assigned} and case_id > ${stale.afterCase}
    union
    select id from cases where ${opened} and id > ${stale.afterCase}
    order by id limit ${PIECE}`);
  const ids = rows.map((row) => row.id);
  await tx.execute(sql`select refresh_case_people(${sql.param(ids)}::integer[])`);
  await writeSearchKeys(tx, ids);
  const isThis = eq(staleNames.person, stale.person);
  if (ids.length < PIECE) {
    await tx.delete(staleNames).where(isThis);
    const many: LiveRow = { list: "cases", kind: "many" };
    await announce(tx, { audience: "everyone", keys: [], rows: [many] });
  } else
    await tx
      .update(staleNames)
      .set({ afterCase: ids.at(-1) ?? 0 })
      .where(isThis);
  return true;
}
