/** Everybody has his own notifications and nobody another's, of cases that he sees or may know of by their money. */
import { eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { NotificationKind } from "contract/notifications";
import { hasFullAccess, type SignedInActor } from "#server/core/actor.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { notifications } from "#server/database/tables/notifications.ts";

/** What accountants are told of cases they are not assigned to: they read the invoices of them all. */
const moneyKinds: NotificationKind[] = ["receipt_uploaded", "invoice_completed"];

/** Undefined means no restriction. */
export function ofVisibleCase(actor: SignedInActor): SQL | undefined {
  if (hasFullAccess(actor)) return undefined;
  const isAssigned = sql`${notifications.caseId} in (
    select ${caseAssignments.caseId} from ${caseAssignments} where ${caseAssignments.userId} = ${actor.id})`;
  const isMoney = actor.role === "accountant" ? inArray(notifications.kind, moneyKinds) : undefined;
  return or(isNull(notifications.caseId), isAssigned, isMoney);
}

export function isOwn(actor: SignedInActor): SQL {
  return eq(notifications.userId, actor.id);
}
