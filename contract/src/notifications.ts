/** What happened in the cases that concern somebody, one line for each kind of thing, behind the bell. */
import * as z from "zod/mini";
import { documentCategories } from "./document-categories.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Timestamp } from "./fields.ts";
import { countBetween, Cursor, listQuery } from "./list-query.ts";

export const notificationKinds = [
  "message",
  "document_uploaded",
  "document_reviewed",
  "item_requested",
  "status_changed",
  "invoice_sent",
  "receipt_uploaded",
  "invoice_completed",
  "assigned",
  "deadline_near",
  "mail_undeliverable",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How a due date, or what stands for one, concerns somebody. */
export const deadlinePhases = ["near", "overdue", "expired", "last_reminder"] as const;
export type DeadlinePhase = (typeof deadlinePhases)[number];

export const NOTIFICATION_PAGE_SIZE = 30;
export const MOST_NOTIFICATIONS_AT_ONCE = 500;
/** As answers tell it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/;
const SAY_WHICH = "Say which notifications";

export const Notification = z.object({
  id: z.number(),
  kind: z.enum(notificationKinds),
  /** Of a kind that speaks of days. */
  phase: z.nullable(z.enum(deadlinePhases)),
  /** How many things it tells of: messages, documents, invoices. */
  count: z.number(),
  /** Of reviewed documents: how many need changes. */
  changes: z.number(),
  /** Who did it; null: the portal itself. */
  actor: z.nullable(
    z.object({
      id: z.number(),
      firstName: z.string(),
      lastName: z.string(),
      profileImageUrl: z.nullable(z.string()),
    }),
  ),
  case: z.nullable(z.object({ id: z.number(), caseId: z.string(), title: z.string() })),
  /** Name, title or number of the last thing it tells of; null when that is no longer for this reader. */
  subject: z.nullable(z.string()),
  category: z.nullable(z.enum(documentCategories)),
  /** Of the case or of the invoice, as it was told. */
  status: z.nullable(z.string()),
  /** The latest day that it tells of. */
  dueOn: z.nullable(z.string()),
  /** The address of the screen that shows it. */
  link: z.string(),
  /** Of the case's chat; 0 for what is no message. */
  unreadMessages: z.number(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  readAt: z.nullable(Timestamp),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationPage = z.object({
  items: z.array(Notification),
  /** For the page after; null at the end. */
  next: z.nullable(z.string()),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

export const NotificationQuery = listQuery({
  before: z.optional(Cursor),
  limit: z._default(countBetween(1, 100, "Invalid limit"), NOTIFICATION_PAGE_SIZE),
});

export const UnreadNotifications = z.object({ unread: z.number() });

export const ReadNotificationsInput = z
  .object({
    ids: z.optional(
      z
        .array(Id)
        .check(
          z.minLength(1, SAY_WHICH),
          z.maxLength(
            MOST_NOTIFICATIONS_AT_ONCE,
            `Please mark at most ${MOST_NOTIFICATIONS_AT_ONCE} notifications at once`,
          ),
        ),
    ),
    all: z.optional(z.literal(true)),
    caseId: z.optional(Id),
    /** What came, or joined a line, after this moment stays unread. */
    seenAt: z.optional(
      // Another pattern of the library would be part of every first load.
      z.string("Invalid time").check(z.refine(isMoment, "Invalid time")),
    ),
  })
  .check(
    z.refine(
      ({ ids, all, caseId }) =>
        [ids, all, caseId].filter((named) => named !== undefined).length === 1,
      SAY_WHICH,
    ),
  );

export const notificationsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/notifications",
    access: "signedIn",
    scope: "session",
    summary: "One's own notifications: unread ones first, then the newest",
    query: NotificationQuery,
    response: NotificationPage,
  }),
  count: endpoint({
    method: "GET",
    path: "/api/notifications/count",
    access: "signedIn",
    scope: "session",
    summary: "How many of one's own notifications are unread",
    response: UnreadNotifications,
    passive: true,
  }),
  markRead: endpoint({
    method: "POST",
    path: "/api/notifications/read",
    access: "signedIn",
    scope: "session",
    summary: "Mark one's own notifications as read: some, those of a case but messages, or all",
    body: ReadNotificationsInput,
    response: UnreadNotifications,
  }),
};

function isMoment(text: string): boolean {
  if (!MOMENT.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text.slice(0, 10));
}
