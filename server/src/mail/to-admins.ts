/** Letters to every enabled admin about what somebody has to look at. */
import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Transaction } from "#server/database/connection.ts";
import { users } from "#server/database/tables/users.ts";
import { sendMails } from "./outbox.ts";
import type { DataOf, TemplateName } from "./templates.ts";

export async function tellAdmins<Name extends TemplateName>(
  tx: Transaction,
  template: Name,
  data: DataOf<Name>,
): Promise<void> {
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(or(eq(users.isAdmin, true), eq(users.role, "admin")), isNull(users.disabledAt)))
    .orderBy(asc(users.id));
  await sendMails(
    tx,
    admins.map(({ email }) => ({ template, to: { email }, data })),
  );
}
