import { expect, it } from "vitest";
import { notificationKinds } from "contract/notifications";
import { caselessLine, summaryOf } from "./news-lines.ts";

const told = (count: number, changes = count) =>
  notificationKinds
    .map((kind, id) => ({
      id,
      kind,
      count,
      lastAt: "2026-11-02T09:00:00.000Z",
      data: { about: [], ...(kind === "document_reviewed" && { changes }) },
    }))
    .toReversed();

it(
  "says of each kind how much, for one and for several, in one order",
  { tags: ["W-MAI-014"] },
  () => {
    expect(summaryOf(told(1))).toEqual([
      "1 new message",
      "1 document was uploaded",
      "1 document was reviewed",
      "1 document needs changes",
      "1 document is asked for",
      "The status has changed",
      "1 invoice is to be paid",
      "1 payment receipt was uploaded",
      "1 invoice was settled",
      "You were assigned to this case",
      "1 due date is near or past",
      "Mails to somebody in this case do not arrive",
    ]);
    // Several rows of a kind are one line.
    expect(summaryOf([...told(1), ...told(2)])).toEqual([
      "3 new messages",
      "3 documents were uploaded",
      "3 documents were reviewed",
      "3 documents need changes",
      "3 documents are asked for",
      "The status has changed",
      "3 invoices are to be paid",
      "3 payment receipts were uploaded",
      "3 invoices were settled",
      "You were assigned to this case",
      "3 due dates are near or past",
      "Mails to somebody in this case do not arrive",
    ]);
    expect(summaryOf(told(2, 0))).not.toContain("0 documents need changes");
    expect([told(1), told(2)].map((rows) => caselessLine(rows.slice(0, 1)))).toEqual([
      "Mails to 1 person do not arrive",
      "Mails to 2 people do not arrive",
    ]);
  },
);
