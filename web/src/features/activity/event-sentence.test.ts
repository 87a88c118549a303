import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditEvent, auditActions } from "contract/activity";
import { actorName, eventSentence } from "./event-sentence.ts";

function buildEvent(fields: Partial<AuditEvent> & Pick<AuditEvent, "action">): AuditEvent {
  return {
    id: 1,
    createdAt: "2026-01-01T08:00:00.000Z",
    actor: { firstName: "Amina", lastName: "Rahman", email: "amina@example.com" },
    documentName: null,
    stage: null,
    metadata: null,
    ...fields,
  };
}

describe("what happened, as a sentence", () => {
  it.each<[string, Parameters<typeof buildEvent>[0]]>([
    ["created the case", { action: "create" }],
    [
      "changed the status from Onboarding to Courier",
      { action: "status_change", metadata: { from: "onboarding", to: "courier" } },
    ],
    [
      'uploaded "scan.pdf" to Stage 1',
      { action: "upload", documentName: "scan.pdf", stage: "stage1" },
    ],
    [
      'deleted "signed.pdf" from service agreements',
      { action: "delete", documentName: "signed.pdf", stage: "service-agreement" },
    ],
    ['downloaded "scan.pdf"', { action: "download", documentName: "scan.pdf", stage: "stage1" }],
    ["downloaded all documents of Stage 2", { action: "download", stage: "stage2" }],
    ["assigned Noor Saleh to the case", { action: "assign", metadata: { name: "Noor Saleh" } }],
    [
      "took Noor Saleh off the case",
      { action: "assign", metadata: { name: "Noor Saleh", removed: true } },
    ],
    ["wrote a message", { action: "comment" }],
    [
      "wrote a message with an attachment",
      { action: "comment", metadata: { attachment: "a.pdf" } },
    ],
    [
      "created invoice S1-2026-0001 for Stage 1",
      { action: "invoice_create", metadata: { invoiceId: "S1-2026-0001" }, stage: "Stage 1" },
    ],
    [
      'sent the payment receipt "paid.pdf"',
      { action: "payment_receipt_generate", documentName: "paid.pdf" },
    ],
    ["saved 3 applicants", { action: "update", metadata: { applicants: 3 } }],
    [
      'changed "scan.pdf": type from Passport to Personal Profile / CV',
      {
        action: "update",
        documentName: "scan.pdf",
        metadata: { category: { from: "passport", to: "cv" } },
      },
    ],
    [
      'updated the case: title from "A" to "B", FIU fee from $5,000.00 to $1.50, nationality from nothing to "Emirati"',
      {
        action: "update",
        metadata: {
          title: { from: "A", to: "B" },
          fiuFee: { from: 500_000, to: 150 },
          nationality: { from: null, to: "Emirati" },
        },
      },
    ],
    [
      "updated an invoice: status from Courier to Onboarding",
      { action: "invoice_update", metadata: { status: { from: "courier", to: "onboarding" } } },
    ],
    [
      'updated an invoice: status from "Sent" to "Completed"',
      { action: "invoice_update", metadata: { status: { from: "Sent", to: "Completed" } } },
    ],
  ])("%s [C-ACT-001, C-ACT-004]", (sentence, fields) => {
    expect(eventSentence(buildEvent(fields))).toBe(sentence);
  });

  it("is one for every kind of event, whatever an older portal has written into it", () => {
    const event = fc.record({
      action: fc.constantFrom(...auditActions),
      documentName: fc.option(fc.string()),
      stage: fc.option(fc.string()),
      metadata: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
    });
    fc.assert(
      fc.property(event, (fields) => {
        expect(eventSentence(buildEvent(fields))).toMatch(/^[a-z]+ /);
      }),
    );
  });
});

it("names who did it: both names, else the address; a deleted user, or the portal itself [C-ACT-004, D-187]", () => {
  const actor = { firstName: null, lastName: null, email: "amina@example.com" };
  expect(actorName(buildEvent({ action: "create" }))).toBe("Amina Rahman");
  expect(actorName(buildEvent({ action: "create", actor }))).toBe("amina@example.com");
  expect(actorName(buildEvent({ action: "create", actor: null }))).toBe("System");
  const deleted = { ...actor, email: null, deleted: true } as const;
  expect(actorName(buildEvent({ action: "create", actor: deleted }))).toBe("Deleted user");
});
