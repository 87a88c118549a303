/** An import is written in the name of whoever brought it in, with the rights that he has by then. */
import { and, eq, isNull } from "drizzle-orm";
import { actorOf, type SignedInActor } from "#server/core/actor.ts";
import type { Executor } from "#server/database/connection.ts";
import type { ImportRecord } from "#server/database/tables/imports.ts";
import { users } from "#server/database/tables/users.ts";

export async function actingAdmin(
  executor: Executor,
  { createdBy }: Pick<ImportRecord, "createdBy">,
): Promise<SignedInActor> {
  const [user] = await executor
    .select()
    .from(users)
    .where(and(eq(users.id, createdBy ?? 0), isNull(users.disabledAt)));
  if (!user) throw new Error("Whoever has brought this in is here no more");
  return actorOf(user);
}
