import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Notification, notificationKinds } from "contract/notifications";
import type { CurrentUser } from "contract/session";
import { inParts, notificationText } from "./notification-text.ts";

const agent = { role: "agent", isAdmin: false } as CurrentUser;
const client = { role: "client", isAdmin: false } as CurrentUser;
const sofia = { id: 2, firstName: "Sofia", lastName: "Ardenko", profileImageUrl: null };

function told(kind: Notification["kind"], more: Partial<Notification> = {}): Notification {
  return {
    id: 1,
    kind,
    phase: null,
    count: 1,
    changes: 0,
    actor: sofia,
    case: { id: 7, caseId: "VU-2026-0014", title: "Family Sarrouf" },
    subject: null,
    category: null,
    status: null,
    dueOn: null,
    link: "/case/VU-2026-0014",
    unreadMessages: 0,
    firstAt: "2026-11-02T09:00:00.000Z",
    lastAt: "2026-11-02T09:00:00.000Z",
    readAt: null,
    ...more,
  };
}

function due(phase: Notification["phase"], more: Partial<Notification>): Notification {
  return told("deadline_near", { actor: null, phase, ...more });
}

const sentences: [string, Notification][] = [
  ["Sofia Ardenko wrote a message", told("message")],
  ["Sofia Ardenko wrote 3 messages", told("message", { count: 3 })],
  ["Sofia Ardenko uploaded scan.pdf", told("document_uploaded", { subject: "scan.pdf" })],
  ["Sofia Ardenko uploaded a document", told("document_uploaded")],
  ["Sofia Ardenko uploaded 2 documents", told("document_uploaded", { count: 2, subject: "b.pdf" })],
  ["Proof of Address was accepted", told("document_reviewed", { category: "address" })],
  [
    "Proof of Address: changes are needed",
    told("document_reviewed", { category: "address", changes: 1 }),
  ],
  ["4 documents were accepted", told("document_reviewed", { count: 4, category: "address" })],
  [
    "4 documents were reviewed, 2 need changes",
    told("document_reviewed", { count: 4, changes: 2, category: "address" }),
  ],
  ["Sofia Ardenko asks for Sale contract", told("item_requested", { subject: "Sale contract" })],
  ["Sofia Ardenko asks for 2 documents", told("item_requested", { count: 2 })],
  ["The case moved to Bank Clearance", told("status_changed", { status: "bank_clearance" })],
  [
    "The case moved to Bank Clearance",
    told("status_changed", { status: "bank_clearance", count: 2 }),
  ],
  ["Invoice AO-2026-0008 is to be paid", told("invoice_sent", { subject: "AO-2026-0008" })],
  ["2 invoices are to be paid", told("invoice_sent", { count: 2, subject: "AO-2026-0008" })],
  [
    "Sofia Ardenko uploaded a payment receipt for AO-2026-0008",
    told("receipt_uploaded", { subject: "AO-2026-0008" }),
  ],
  ["Sofia Ardenko uploaded 2 payment receipts", told("receipt_uploaded", { count: 2 })],
  [
    "Invoice AO-2026-0008 was marked as paid",
    told("invoice_completed", { subject: "AO-2026-0008", status: "Paid by client" }),
  ],
  [
    "Invoice AO-2026-0008 is completed",
    told("invoice_completed", { subject: "AO-2026-0008", status: "Completed" }),
  ],
  ["2 invoices were settled", told("invoice_completed", { count: 2, status: "Completed" })],
  ["Sofia Ardenko assigned you to this case", told("assigned")],
  ["Deed is due on 4 Dec 2026", due("near", { subject: "Deed", dueOn: "2026-12-04" })],
  ["3 documents are due by 4 Dec 2026", due("near", { count: 3, dueOn: "2026-12-04" })],
  ["Deed is 14 days overdue", due("overdue", { subject: "Deed", dueOn: "2026-11-18" })],
  ["Deed is 1 day overdue", due("overdue", { subject: "Deed", dueOn: "2026-12-01" })],
  ["2 documents are overdue", due("overdue", { count: 2, dueOn: "2026-11-18" })],
  ["Passport is no longer valid for the submission", due("expired", { subject: "Passport" })],
  ["2 documents are no longer valid for the submission", due("expired", { count: 2 })],
  ["The last reminder was sent; 4 still open", due("last_reminder", { count: 4 })],
  ["Mails to Omar Haddad do not arrive", told("mail_undeliverable", { subject: "Omar Haddad" })],
  ["Mails to 2 people do not arrive", told("mail_undeliverable", { count: 2 })],
];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-12-02T08:00:00Z"), toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

describe("what a notification says", () => {
  it.each(sentences)("is: %s", { tags: ["W-NTF-028"] }, (sentence, each) => {
    expect(notificationText(each, agent)).toBe(sentence);
  });

  it("is known for every kind", { tags: ["W-NTF-028"] }, () => {
    expect(new Set(sentences.map(([, { kind }]) => kind))).toEqual(new Set(notificationKinds));
  });

  it("is another sentence for the client who is assigned", { tags: ["W-NTF-028"] }, () => {
    expect(notificationText(told("assigned"), client)).toBe("You can now follow this case");
  });

  it("names the portal where nobody did it, and a deleted user", { tags: ["W-NTF-028"] }, () => {
    const nobody = told("message", { actor: null });
    expect(notificationText(nobody, agent)).toBe("The portal wrote a message");
    const deleted = told("message", { actor: { ...sofia, firstName: "", lastName: "" } });
    expect(notificationText(deleted, agent)).toBe("Deleted user wrote a message");
  });

  it("is told in parts, so that names read their own way", () => {
    expect(inParts("ليلى asks for Sale contract", ["ليلى", "Sale contract"])).toEqual([
      { part: "ليلى", isName: true },
      { part: " asks for ", isName: false },
      { part: "Sale contract", isName: true },
    ]);
    expect(inParts("2 invoices were settled", ["Nobody", ""])).toHaveLength(1);
  });
});
