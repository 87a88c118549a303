/**
 * Every kind of notification: what of it is still there when it is told, and who may know of that. Its records are held
 * until then, so that whoever deletes one finds what was told of it.
 */
import { and, eq, inArray, isNotNull, isNull, notInArray, sql, type SQL } from "drizzle-orm";
import type { ChecklistItem } from "contract/checklist";
import { type ItemState, readItemKey } from "contract/checklist-parts";
import { isAdminCategory } from "contract/document-categories";
import { clientInvoiceStatuses } from "contract/invoices";
import type { NotificationKind } from "contract/notifications";
import { system } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { commentReadStatus } from "#server/database/tables/comment-read-status.ts";
import { comments } from "#server/database/tables/comments.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents } from "#server/database/tables/documents.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import type { ToldThing } from "#server/database/tables/notifications.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { users } from "#server/database/tables/users.ts";
import type { Telling } from "#server/events/telling.ts";
import { isAdmin, isAssignedTo, isOfRole, seesCase } from "#server/modules/cases/people-of-case.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { readCase } from "#server/modules/checklist/checklist.service.ts";

/** 0: of no case. */
type News = Omit<Telling, "caseId"> & { caseId: number };
/** What is told, and a condition on `users`. */
export type Part = { about: readonly ToldThing[]; mayKnow: SQL };
type Kind = (tx: Transaction, news: News) => Promise<readonly Part[]>;

const notAdmin = sql`not ${isAdmin}`;

export const kinds: Record<NotificationKind, Kind> = {
  /** Not to whoever has read it already. */
  async message(tx, { about, caseId }) {
    const rows = await tx
      .select({ id: comments.id })
      .from(comments)
      .where(and(inArray(comments.id, idsOf(about)), eq(comments.caseId, caseId)));
    const left = among(about, rows);
    const hasRead = sql`exists (
      select from ${commentReadStatus} where ${commentReadStatus.userId} = ${users.id}
        and ${inArray(commentReadStatus.commentId, idsOf(about))})`;
    return partsOf({ about: left, mayKnow: sql`${seesCase(caseId)} and not ${hasRead}` });
  },
  async document_uploaded(tx, { about, caseId }) {
    const rows = await tx
      .select({ id: documents.id, category: documents.category })
      .from(documents)
      .where(and(inArray(documents.id, idsOf(about)), eq(documents.caseId, caseId)))
      .for("share");
    const forAll = rows.filter(({ category }) => !isAdminCategory(category));
    const withKeys = await withItems(tx, caseId, about);
    return partsOf(
      { about: among(withKeys, rows), mayKnow: isAdmin },
      {
        about: among(withKeys, forAll),
        mayKnow: sql`${notAdmin} and ${isAssignedTo(caseId)}`,
      },
    );
  },
  /** Not of a review that was taken back. */
  async document_reviewed(tx, { about, caseId }) {
    const rows = await tx
      .select({ id: documents.id, category: documents.category })
      .from(documents)
      .innerJoin(documentReviews, eq(documentReviews.documentId, documents.id))
      .where(
        and(
          inArray(
            documentReviews.id,
            about.map(({ review = 0 }) => review),
          ),
          eq(documents.caseId, caseId),
          isNull(documentReviews.undoneAt),
        ),
      )
      .for("share");
    const forAll = rows.filter(({ category }) => !isAdminCategory(category));
    const withKeys = await withItems(tx, caseId, about);
    return partsOf({ about: among(withKeys, forAll), mayKnow: seesCase(caseId) });
  },
  /** Not of a request that was withdrawn. */
  async item_requested(tx, { about, caseId }) {
    const extras = about.map(({ key = "" }) => readItemKey(key));
    const extraIds = extras.flatMap((key) => (key && "extraId" in key ? [key.extraId] : []));
    const rows = await tx
      .select({ id: checklistDecisions.id })
      .from(checklistDecisions)
      .where(inArray(checklistDecisions.id, extraIds))
      .for("share");
    const isThere = rows.length === extraIds.length;
    return isThere ? partsOf({ about, mayKnow: seesCase(caseId) }) : [];
  },
  async status_changed(_tx, { about, caseId }) {
    return partsOf({ about, mayKnow: seesCase(caseId) });
  },
  invoice_sent: tellOfInvoices,
  invoice_completed: tellOfInvoices,
  async receipt_uploaded(tx, news) {
    const files = news.about.map(({ file = 0 }) => file);
    const rows = await tx
      .select({ file: paymentReceipts.storedFileId })
      .from(paymentReceipts)
      .where(inArray(paymentReceipts.storedFileId, files))
      .for("share");
    const left = news.about.filter((thing) => rows.some(({ file }) => file === thing.file));
    return left.length === 0 ? [] : tellOfInvoices(tx, { ...news, about: left });
  },
  /** Whoever has lost the case meanwhile was not assigned to it. */
  async assigned(_tx, { about, caseId }) {
    return partsOf({ about, mayKnow: isAssignedTo(caseId) });
  },
  /** Not of what came in meanwhile. */
  async deadline_near(tx, { about, caseId }) {
    const { items } = checklistOf(await readCase(tx, system, caseId));
    const open = new Set(items.filter(isOpenForClient).map(({ key }) => key));
    const left = about.filter(({ key = "" }) => open.has(key));
    return partsOf({ about: left, mayKnow: seesCase(caseId) });
  },
  /** Not to the person whose address it is, and not when it was put right meanwhile. */
  async mail_undeliverable(tx, { about, caseId }) {
    const rows = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(mailRecipients, eq(mailRecipients.userId, users.id))
      .where(
        and(
          inArray(users.id, idsOf(about)),
          isNotNull(mailRecipients.undeliverableAt),
          caseId === 0 ? undefined : isAssignedTo(caseId),
        ),
      )
      .for("key share", { of: users });
    const isAnother = notInArray(users.id, idsOf(about));
    return partsOf({
      about: among(about, rows),
      mayKnow: sql`${seesCase(caseId)} and ${isAnother}`,
    });
  },
};

const openForClient: readonly ItemState[] = ["missing", "changes_requested", "expired"];

function isOpenForClient({ providedBy, state }: ChecklistItem): boolean {
  return providedBy === "client" && openForClient.includes(state);
}

/** The same as `visibleInvoices`, asked of everybody at once. */
async function tellOfInvoices(tx: Transaction, { about, caseId }: News): Promise<readonly Part[]> {
  const rows = await tx
    .select({ id: invoices.id, status: invoices.status })
    .from(invoices)
    .where(and(inArray(invoices.id, idsOf(about)), eq(invoices.caseId, caseId)))
    .for("share");
  const shown: readonly string[] = clientInvoiceStatuses;
  const forClients = rows.filter(({ status }) => shown.includes(status));
  return partsOf(
    {
      about: among(about, rows),
      mayKnow: sql`(${isAdmin} or ${isOfRole("accountant")} or (${isOfRole("agent")} and ${isAssignedTo(caseId)}))`,
    },
    {
      about: among(about, forClients),
      mayKnow: sql`${isOfRole("client")} and ${isAssignedTo(caseId)}`,
    },
  );
}

/** With the item of the checklist that each document counts for, so that a click leads there. */
async function withItems(
  tx: Transaction,
  caseId: number,
  about: readonly ToldThing[],
): Promise<ToldThing[]> {
  const { items } = checklistOf(await readCase(tx, system, caseId));
  return about.map((thing) => {
    const item = items.find(({ documents: ofItem }) => ofItem.some(({ id }) => id === thing.id));
    return item ? { ...thing, key: item.key } : thing;
  });
}

function idsOf(about: readonly ToldThing[]): number[] {
  return about.map(({ id }) => id);
}

function among(about: readonly ToldThing[], rows: readonly { id: number }[]): ToldThing[] {
  return about.filter((thing) => rows.some(({ id }) => id === thing.id));
}

function partsOf(...parts: Part[]): Part[] {
  return parts.filter(({ about }) => about.length > 0);
}
