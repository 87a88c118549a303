/** What mails say of notifications without a name or a text: how much of what (work/notifications.md 6.3). */
import { type NotificationKind, notificationKinds } from "contract/notifications";
import type { ListedNotification } from "./notifications.queries.ts";

type Told = Pick<ListedNotification, "kind" | "count" | "data" | "lastAt" | "id">;

/** One line for each kind, in the order of kinds. */
export function summaryOf(told: readonly Told[]): string[] {
  const ofKind = Map.groupBy(told, ({ kind }) => kind);
  return notificationKinds.flatMap((kind) => {
    const rows = ofKind.get(kind) ?? [];
    return rows.length === 0 ? [] : linesOf(kind, rows);
  });
}

/** In the order of kinds, older ones first. */
export function inOrder<Row extends Told>(told: readonly Row[]): Row[] {
  const placeOf = ({ kind }: Row) => notificationKinds.indexOf(kind);
  return told.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) || one.lastAt.localeCompare(other.lastAt) || one.id - other.id,
  );
}

/** Of addresses that fail, told to admins. */
export function caselessLine(told: readonly Told[]): string {
  return `Mails to ${counted(total(told), "person", "people")} do not arrive`;
}

function linesOf(kind: NotificationKind, rows: readonly Told[]): string[] {
  const count = total(rows);
  switch (kind) {
    case "message":
      return [counted(count, "new message", "new messages")];
    case "document_uploaded":
      return [counted(count, "document was uploaded", "documents were uploaded")];
    case "document_reviewed": {
      const changes = rows.reduce((sum, { data }) => sum + (data.changes ?? 0), 0);
      return [
        counted(count, "document was reviewed", "documents were reviewed"),
        ...(changes === 0
          ? []
          : [counted(changes, "document needs changes", "documents need changes")]),
      ];
    }
    case "item_requested":
      return [counted(count, "document is asked for", "documents are asked for")];
    case "status_changed":
      return ["The status has changed"];
    case "invoice_sent":
      return [counted(count, "invoice is to be paid", "invoices are to be paid")];
    case "receipt_uploaded":
      return [counted(count, "payment receipt was uploaded", "payment receipts were uploaded")];
    case "invoice_completed":
      return [counted(count, "invoice was settled", "invoices were settled")];
    case "assigned":
      return ["You were assigned to this case"];
    case "deadline_near":
      return [counted(count, "due date is near or past", "due dates are near or past")];
    case "mail_undeliverable":
      return ["Mails to somebody in this case do not arrive"];
  }
}

function total(rows: readonly Told[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
