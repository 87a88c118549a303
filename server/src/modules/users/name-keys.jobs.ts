/** Folds the names that were stored before names were folded, or by an older portal beside this one. */
import { isNull, sql } from "drizzle-orm";
import { nameKey } from "contract/case-order";
import type { Transaction } from "#server/database/connection.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import * as assignees from "#server/modules/cases/assignees.service.ts";

const PIECE = 500;

defineJob("users.nameKeys", { schedule: "* * * * *", atStart: true, retryLimit: 1 }, foldNames);

export async function foldNames(): Promise<void> {
  for (const table of [users, userInvitations])
    while ((await inTransaction((tx) => foldPiece(tx, table))) === PIECE) void 0;
}

async function foldPiece(
  tx: Transaction,
  table: typeof users | typeof userInvitations,
): Promise<number> {
  const people = await tx
    .select({
      id: table.id,
      firstName: table.firstName,
      lastName: table.lastName,
      email: table.email,
    })
    .from(table)
    .where(isNull(table.nameKey))
    .orderBy(table.id)
    .limit(PIECE)
    .for("no key update", { skipLocked: true });
  if (people.length === 0) return 0;
  const ids = people.map(({ id }) => id);
  await tx.execute(sql`
    update ${table} as person set name_key = made.key
    from unnest(${sql.param(ids)}::integer[], ${sql.param(people.map(nameKey))}::text[]) as made (id, key)
    where person.id = made.id`);
  await assignees.rewriteNames(tx);
  return people.length;
}
