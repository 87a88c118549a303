import { type CaseStatus, caseStatuses, caseStatusTexts } from "contract/case-status";
import { documentCategoryLabel } from "contract/document-categories";
import type { Notification } from "contract/notifications";
import type { CurrentUser } from "contract/session";
import { fullNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";

const texts = messages.notifications;

/** What has happened, as a sentence (work/notifications.md 3.1). */
export function notificationText(told: Notification, reader: CurrentUser): string {
  const { kind, count, status } = told;
  const isOne = count === 1;
  const actor = actorName(told);
  const name = told.subject ?? texts.something;
  switch (kind) {
    case "message":
      return texts.message(actor, count);
    case "document_uploaded":
      return isOne ? texts.uploaded(actor, name) : texts.uploadedSeveral(actor, count);
    case "document_reviewed":
      return reviewed(told);
    case "item_requested":
      return isOne ? texts.asksFor(actor, name) : texts.asksForSeveral(actor, count);
    case "status_changed":
      return moved(told);
    case "invoice_sent":
      return isOne ? texts.toBePaid(name) : texts.toBePaidSeveral(count);
    case "receipt_uploaded":
      return isOne ? texts.receipt(actor, name) : texts.receipts(actor, count);
    case "invoice_completed":
      if (!isOne) return texts.settled(count);
      return status === "Completed" ? texts.completed(name) : texts.paid(name);
    case "assigned":
      return reader.role === "client" && !reader.isAdmin ? texts.canFollow : texts.assigned(actor);
  }
}

/** Null: the portal itself. */
export function actorName({ actor }: Pick<Notification, "actor">): string {
  if (actor === null) return texts.portal;
  return fullNameOf(actor) || texts.deletedUser;
}

export function caseStatusOf({ kind, status }: Notification): CaseStatus | undefined {
  return kind === "status_changed" ? caseStatuses.find((each) => each === status) : undefined;
}

function moved(told: Notification): string {
  const status = caseStatusOf(told);
  return texts.movedTo(status === undefined ? "" : caseStatusTexts[status].label);
}

type Part = { readonly part: string; readonly isName: boolean };

/** Where names stand in a sentence. */
export function inParts(text: string, names: readonly string[]): readonly Part[] {
  const [name, ...others] = names;
  if (name === undefined) return text === "" ? [] : [{ part: text, isName: false }];
  const at = name === "" ? -1 : text.indexOf(name);
  if (at === -1) return inParts(text, others);
  return [
    ...inParts(text.slice(0, at), others),
    { part: name, isName: true },
    ...inParts(text.slice(at + name.length), others),
  ];
}

function reviewed({ count, changes, category, subject }: Notification): string {
  if (count > 1)
    return changes === 0 ? texts.acceptedSeveral(count) : texts.reviewedSeveral(count, changes);
  const name = category === null ? (subject ?? "") : documentCategoryLabel(category);
  return changes === 0 ? texts.accepted(name) : texts.needsChanges(name);
}
