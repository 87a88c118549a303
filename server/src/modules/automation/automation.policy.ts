/** Who sees which messages to the automation service. */
import { eq, exists, and, sql, type SQL } from "drizzle-orm";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { readsAllInvoices } from "#server/modules/invoices/invoices.policy.ts";

/** Admins see all; accountants those about invoices, which they all read; others those of their cases (D-134). */
export function visibleLogs(actor: Actor): SQL | undefined {
  if (hasFullAccess(actor)) return undefined;
  if (readsAllInvoices(actor)) return eq(webhookLogs.type, "invoice_payment");
  return exists(
    runtime.database
      .select({ one: sql`1` })
      .from(cases)
      .where(and(eq(cases.id, webhookLogs.caseId), visibleCases(actor))),
  );
}

/** Sending a message once more is the bureau's. */
export function assertMayResend(actor: Actor): void {
  assertFullAccess(actor);
}

/** Addresses, contents and errors of the bureau's systems are nobody else's business (permissions.md 23). */
export function seesDetails(actor: Actor): boolean {
  return hasFullAccess(actor);
}
