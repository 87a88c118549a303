import { expect, it } from "vitest";
import { checklistSentence } from "./checklist-sentence.ts";

const item = { checklistKey: "r1.p1", label: "Proof of Address", person: "Rima Sarrouf" };
const extra = { extraId: 1, title: "Sale contract", person: null };

it.each([
  [
    "marked Proof of Address of Rima Sarrouf as not needed",
    { ...item, verdict: "not_required", changed: ["verdict"] },
  ],
  [
    "marked Proof of Address of Rima Sarrouf as needed",
    { ...item, verdict: "applies", changed: ["verdict"] },
  ],
  [
    "asked again for Proof of Address of Rima Sarrouf",
    { ...item, verdict: null, changed: ["verdict"] },
  ],
  [
    "set the due date of Proof of Address of Rima Sarrouf to 27 Nov 2026",
    { ...item, dueOn: "2026-11-27", changed: ["dueOn"] },
  ],
  [
    "removed the due date of Proof of Address",
    { ...item, person: null, dueOn: null, changed: ["dueOn"] },
  ],
  ["asked for “Sale contract”", { ...extra, change: "added" }],
  ["changed the request for “Sale contract”", { ...extra, change: "changed" }],
  ["withdrew the request for “Sale contract”", { ...extra, change: "removed" }],
  [
    "updated the case: handing in on from nothing to “2026-12-12”",
    { submissionOn: { from: null, to: "2026-12-12" } },
  ],
])("says: %s", { tags: ["W-REV-049"] }, (sentence, metadata) => {
  expect(checklistSentence(metadata)).toBe(sentence);
});

it("leaves other changes to others", () => {
  expect(checklistSentence({ title: { from: "A", to: "B" } })).toBeNull();
});
