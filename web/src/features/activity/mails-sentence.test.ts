import { expect, it } from "vitest";
import type { AuditEvent } from "contract/activity";
import { eventSentence, isToldAlone } from "./event-sentence.ts";

const event: AuditEvent = {
  id: 1,
  seq: 1,
  createdAt: "2026-01-01T08:00:00.000Z",
  actor: null,
  action: "update",
  documentName: null,
  stage: null,
  metadata: null,
};

it("tells whom mails do not reach, and that they are tried again", { tags: ["W-MAI-026"] }, () => {
  const lines = ["undeliverable", "tried again"].map((mail) => ({
    ...event,
    metadata: { mail, userId: 7, name: "Clara Client" },
  }));
  expect(lines.map(eventSentence)).toEqual([
    "Mails to Clara Client do not arrive",
    "tries mails to Clara Client again",
  ]);
  // Nobody's doing: no name stands before it.
  expect(lines.map(isToldAlone)).toEqual([true, false]);
});
