/** Which invoices an actor sees, and which of their files. */
import { and, inArray, type SQL } from "drizzle-orm";
import { clientInvoiceStatuses } from "contract/invoices";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { forbidden } from "#server/core/errors.ts";
import { assertFullAccess } from "#server/core/full-access.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";

/** Admins and accountants read every invoice; others those of their cases, clients only while to be paid or paid (D-025, D-113). Needs a join with cases. */
export function visibleInvoices(actor: Actor): SQL | undefined {
  if (readsAllInvoices(actor)) return undefined;
  if (actor.kind === "user" && actor.role === "agent") return visibleCases(actor);
  return and(visibleCases(actor), inArray(invoices.status, [...clientInvoiceStatuses]));
}

export function readsAllInvoices(actor: Actor): boolean {
  return hasFullAccess(actor) || (actor.kind === "user" && actor.role === "accountant");
}

/** Files of the bureau itself: admins only, for everybody else the list is empty (S-46). */
export function seesAdminFiles(actor: Actor): boolean {
  return hasFullAccess(actor);
}

/** The invoices screen: the bureau's, the accountant's and the agent's; clients meet theirs on the case (D-112, D-113). */
export function mayListInvoices(actor: Actor): boolean {
  return readsAllInvoices(actor) || (actor.kind === "user" && actor.role === "agent");
}

export function assertListsInvoices(actor: Actor): void {
  if (!mayListInvoices(actor)) throw forbidden("You don't have permission to access this page.");
}

/** Invoices and their files are written by the bureau (permissions.md 3.2); receipts come from whoever pays. */
export function assertManagesInvoices(actor: Actor): void {
  assertFullAccess(actor);
}

/** Accountants read; one who is assigned to the case has the same rights there as anybody assigned (permissions.md 3.1). */
export function mayOnlyRead(actor: Actor): boolean {
  return actor.kind === "user" && actor.role === "accountant" && !actor.isAdmin;
}
