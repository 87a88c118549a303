import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditEvent, auditActions } from "contract/activity";
import { actorName, eventSentence } from "./event-sentence.ts";

function buildEvent(fields: Partial<AuditEvent> & Pick<AuditEvent, "action">): AuditEvent {
  return {
    id: 1,
    seq: 1,
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
      "uploaded “scan.pdf” to Stage 1",
      { action: "upload", documentName: "scan.pdf", stage: "stage1" },
    ],
    [
      "uploaded “Bank letter.pdf” to Admin Files",
      { action: "upload", documentName: "Bank letter.pdf", stage: "admin" },
    ],
    [
      "uploaded “advice.pdf” to Payment receipts",
      { action: "upload", documentName: "advice.pdf", stage: "other" },
    ],
    [
      "deleted “signed.pdf” from Service Agreements",
      { action: "delete", documentName: "signed.pdf", stage: "service-agreement" },
    ],
    ["downloaded “scan.pdf”", { action: "download", documentName: "scan.pdf", stage: "stage1" }],
    [
      "deleted invoice S1-2026-0001",
      { action: "delete", documentName: "S1-2026-0001", stage: "Stage 1" },
    ],
    ["downloaded the whole case", { action: "download", stage: "export" }],
    ["downloaded all documents of Stage 2", { action: "download", stage: "stage2" }],
    ["assigned Noor Saleh to the case", { action: "assign", metadata: { name: "Noor Saleh" } }],
    [
      "took Noor Saleh off the case",
      { action: "assign", metadata: { name: "Noor Saleh", removed: true } },
    ],
    ["wrote a message", { action: "comment" }],
    ["wrote a message by mail", { action: "comment", metadata: { source: "mail" } }],
    [
      "wrote a message with an attachment",
      { action: "comment", metadata: { attachment: "a.pdf" } },
    ],
    [
      "created invoice S1-2026-0001 for Stage 1",
      { action: "invoice_create", metadata: { invoiceId: "S1-2026-0001" }, stage: "Stage 1" },
    ],
    [
      "sent the payment receipt “paid.pdf” for invoice S1-2026-0001",
      {
        action: "payment_receipt_generate",
        documentName: "paid.pdf",
        metadata: { invoiceId: "S1-2026-0001" },
      },
    ],
    ["saved 3 applicants", { action: "update", metadata: { applicants: 3 } }],
    [
      "changed the full name of an applicant from “Noor” to “Noor Saleh” and set the date of birth to 3 Feb 2001",
      {
        action: "update",
        metadata: {
          applicants: 3,
          applicantId: 7,
          fullName: { from: "Noor", to: "Noor Saleh" },
          dateOfBirth: { from: null, to: "2001-02-03" },
        },
      },
    ],
    [
      "changed the type of “scan.pdf” from Passport to Personal Profile / CV and changed the applicant",
      {
        action: "update",
        documentName: "scan.pdf",
        metadata: { category: { from: "passport", to: "cv" }, assignedTo: { from: 1, to: 2 } },
      },
    ],
    [
      "renamed “scan.pdf” to “Passport.pdf”",
      {
        action: "update",
        documentName: "Passport.pdf",
        metadata: { originalName: { from: "scan.pdf", to: "Passport.pdf" } },
      },
    ],
    [
      "approved “scan.pdf”",
      {
        action: "update",
        documentName: "scan.pdf",
        metadata: { isApproved: { from: false, to: true } },
      },
    ],
    [
      "changed the title from “A” to “B”, changed the FIU fee from $5,000.00 to $1.50, set the nationality to Emirati and removed the description",
      {
        action: "update",
        metadata: {
          title: { from: "A", to: "B" },
          fiuFee: { from: 500_000, to: 150 },
          nationality: { from: null, to: "Emirati" },
          description: { from: "Long", to: "" },
        },
      },
    ],
    [
      "changed the status of invoice S1-2026-0001 from Sent to Completed and changed the total fee from 1,836.00 to 4,039.66",
      {
        action: "invoice_update",
        documentName: "S1-2026-0001",
        metadata: {
          status: { from: "Sent", to: "Completed" },
          totalFee: { from: 183_600, to: 403_966 },
        },
      },
    ],
    [
      "moved invoice S1-2026-0001 to another case",
      {
        action: "invoice_update",
        documentName: "S1-2026-0001",
        metadata: { caseId: { from: 1, to: 2 } },
      },
    ],
  ])("%s", { tags: ["C-ACT-001", "C-ACT-004"] }, (sentence, fields) => {
    expect(eventSentence(buildEvent(fields))).toBe(sentence);
  });

  const said = { action: "update", documentName: "Spouse - scan.pdf" } as const;
  it.each<[string, Parameters<typeof buildEvent>[0]]>([
    [
      "accepted “Spouse - scan.pdf”",
      { ...said, metadata: { isApproved: true, review: "accepted", validityWaived: false } },
    ],
    [
      "accepted “Spouse - scan.pdf” although it is out of date",
      { ...said, metadata: { isApproved: true, review: "accepted", validityWaived: true } },
    ],
    [
      "asked for changes to “Spouse - scan.pdf”: The copy is too old",
      { ...said, metadata: { review: "changes_requested", reasonCode: "too_old", reviewId: 1 } },
    ],
    ["put “Spouse - scan.pdf” back to review", { ...said, metadata: { review: "reopened" } }],
    ["took back the decision on “Spouse - scan.pdf”", { ...said, metadata: { review: "undone" } }],
    [
      "uploaded a new version of “Spouse - scan.pdf”",
      { ...said, action: "upload", stage: "stage2", metadata: { documentId: 2, replaces: 1 } },
    ],
    [
      "changed “Spouse - scan.pdf”: issued on from nothing to “2026-11-02”",
      { ...said, metadata: { issuedOn: { from: null, to: "2026-11-02" } } },
    ],
    [
      "changed “Spouse - scan.pdf”: expires on from “2026-11-02” to nothing, country from nothing to “LBN”",
      {
        ...said,
        metadata: {
          expiresOn: { from: "2026-11-02", to: null },
          country: { from: null, to: "LBN" },
        },
      },
    ],
  ])("of a review: %s", { tags: ["W-REV-049"] }, (sentence, fields) => {
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

it(
  "names who did it: both names, else the address; a deleted user, or the portal itself",
  { tags: ["C-ACT-004", "D-187"] },
  () => {
    const actor = { firstName: null, lastName: null, email: "amina@example.com" };
    expect(actorName(buildEvent({ action: "create" }))).toBe("Amina Rahman");
    expect(actorName(buildEvent({ action: "create", actor }))).toBe("amina@example.com");
    expect(actorName(buildEvent({ action: "create", actor: null }))).toBe("System");
    const deleted = { ...actor, email: null, deleted: true } as const;
    expect(actorName(buildEvent({ action: "create", actor: deleted }))).toBe("Deleted user");
  },
);
