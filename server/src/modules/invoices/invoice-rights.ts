import { and, eq } from "drizzle-orm";
import type { Actor } from "#server/core/actor.ts";
import { forbidden } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { mayOnlyRead } from "./invoices.policy.ts";

/** Throws 403 for an accountant who only reads. One who is assigned to the case has the rights of anybody there. */
export async function assertMayChangeInvoice(actor: Actor, caseId: number): Promise<void> {
  if (!mayOnlyRead(actor)) return;
  const [assigned] = await runtime.database
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.id, caseId), visibleCases(actor)));
  if (!assigned) throw forbidden("Accountants have read-only access to invoices");
}
