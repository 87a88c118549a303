import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applicantCategories } from "contract/applicants";
import { caseStatuses } from "contract/case-status";
import { itemStates, maritalStatuses, reviewStates } from "contract/checklist-parts";
import { addDays } from "contract/days";
import { documentCategories } from "contract/document-categories";
import { caseOf, decisionOf, documentOf, personOf, TODAY } from "#testing/checklist-facts.ts";
import { seededRules } from "#testing/seeded-rules.ts";
import { checklistFor } from "./checklist-for.ts";
import type { ChecklistInput } from "./checklist-input.ts";
import { checklistOf } from "./checklist-of.ts";
import { nextThings, readinessOf } from "./readiness.ts";

const day = fc.integer({ min: -1500, max: 1500 }).map((count) => addDays(TODAY, count));
const perhaps = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const country = fc.constantFrom("ARE", "GBR", "KAZ", "LBN", "CHN");
const PEOPLE = 10;

const anyPerson = fc.record({
  category: fc.constantFrom(...applicantCategories),
  gender: perhaps(fc.constantFrom("male" as const, "female" as const)),
  dateOfBirth: perhaps(fc.integer({ min: 0, max: 30_000 }).map((count) => addDays(TODAY, -count))),
  nationality: perhaps(fc.constantFrom("Lebanese", "Kazakhstani")),
  maritalStatus: perhaps(fc.constantFrom(...maritalStatuses)),
  residences: perhaps(fc.uniqueArray(country, { minLength: 1 })),
});
const anyDocument = fc.record({
  category: fc.constantFrom(...documentCategories),
  assignedTo: perhaps(fc.integer({ min: 1, max: PEOPLE + 1 })),
  reviewState: fc.constantFrom(...reviewStates),
  issuedOn: perhaps(day),
  expiresOn: perhaps(day),
  country: perhaps(country),
  validityWaived: fc.boolean(),
  extraItemId: perhaps(fc.integer({ min: 1, max: 30 })),
  isCurrent: fc.boolean(),
});
const anyDecision = fc.record({
  ruleId: perhaps(fc.integer({ min: 1, max: seededRules.length })),
  applicantId: perhaps(fc.integer({ min: 1, max: PEOPLE })),
  country: perhaps(country),
  verdict: perhaps(fc.constantFrom("not_required", "applies", "does_not_apply")),
  dueOn: perhaps(day),
});

const anyCase: fc.Arbitrary<ChecklistInput> = fc
  .record({
    program: fc.constantFrom("vanuatu" as const, "nauru" as const),
    status: fc.constantFrom(...caseStatuses),
    submissionOn: perhaps(day),
    people: fc.array(anyPerson, { maxLength: PEOPLE }),
    documents: fc.array(anyDocument, { maxLength: 500, size: "max" }),
    decisions: fc.uniqueArray(anyDecision, {
      maxLength: 60,
      selector: ({ ruleId, applicantId, country: where }) =>
        ruleId === null ? {} : `${ruleId} ${applicantId} ${where}`,
    }),
  })
  .map(({ program, status, submissionOn, people, documents, decisions }) =>
    caseOf({
      caseFile: { citizenshipProgram: program, status, submissionOn },
      applicants: people.map((person, index) => personOf({ ...person, id: index + 1 })),
      documents: documents.map((document, index) => documentOf({ ...document, id: index + 1 })),
      decisions: decisions.map((decision, index) =>
        decisionOf({
          ...decision,
          id: index + 1,
          ...(decision.ruleId === null && { title: "A paper", category: "other" }),
        }),
      ),
    }),
  );

describe("any case at all", () => {
  it(
    "has items in the nine states, each document once, and figures that add up",
    { tags: ["W-CHK-005..006", "W-RDY-002..003"] },
    () => {
      fc.assert(
        fc.property(anyCase, (input) => {
          const checklist = checklistOf(input);
          for (const { state } of checklist.items) expect(itemStates).toContain(state);
          expect(new Set(checklist.items.map(({ key }) => key)).size).toBe(checklist.items.length);

          const placed = [
            ...checklist.items.flatMap(({ documents }) => documents.map(({ id }) => id)),
            ...checklist.others.map(({ documentId }) => documentId),
          ];
          const current = input.documents.filter(({ isCurrent }) => isCurrent);
          expect(placed.toSorted((one, other) => one - other)).toEqual(current.map(({ id }) => id));

          const figures = readinessOf(checklist, input.documents);
          const { total, done, percent } = figures;
          expect(percent === 100).toBe(total > 0 && done === total);
          expect(percent === null).toBe(total === 0);
          const { missing, waiting, changesRequested, expired, undecided } = figures;
          expect(done + missing + waiting + changesRequested + expired + undecided).toBe(total);
        }),
        { numRuns: 60 },
      );
    },
  );
});

it("derives ten people with 500 documents in 20 ms", { tags: ["W-CHK-037"] }, () => {
  const people = Array.from({ length: 10 }, (_, index) =>
    personOf({
      id: index + 1,
      category: applicantCategories[Math.min(index, 3)],
      dateOfBirth: addDays(TODAY, -365 * (10 + index * 4)),
      residences: ["ARE", "GBR"],
    }),
  );
  const categories = documentCategories;
  const input = caseOf({
    caseFile: { status: "passport_production", submissionOn: "2026-12-12" },
    applicants: people,
    decisions: Array.from({ length: 100 }, (_, index) =>
      decisionOf({ id: index + 1, title: `Paper ${index}`, applicantId: (index % 10) + 1 }),
    ),
    documents: Array.from({ length: 500 }, (_, index) =>
      documentOf({
        id: index + 1,
        category: categories[index % categories.length],
        assignedTo: (index % 10) + 1,
        issuedOn: addDays(TODAY, -(index % 300)),
        expiresOn: addDays(TODAY, index % 700),
        extraItemId: index % 5 === 0 ? (index % 100) + 1 : null,
      }),
    ),
  });
  expect(checklistOf(input).items.length).toBeGreaterThan(250);
  const times = Array.from({ length: 60 }, () => {
    const before = process.cpuUsage();
    checklistOf(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).toSorted((one, other) => one - other);
  expect(times[Math.ceil(times.length * 0.95) - 1]).toBeLessThanOrEqual(20);
});

describe("the figures", () => {
  it("name neither a last good day nor the worst of nothing", { tags: ["W-RDY-021"] }, () => {
    const none = { worstValidity: null, earliestValidUntil: null };
    const figures = (...documents: ReturnType<typeof documentOf>[]) =>
      readinessOf(checklistOf(caseOf({ documents })), documents);
    expect(figures()).toMatchObject(none);
    expect(figures(documentOf({ category: "birth" }))).toMatchObject(none);
    const waiting = documentOf({ expiresOn: "2026-01-01", reviewState: "waiting" });
    expect(figures(waiting)).toMatchObject(none);
    expect(figures(documentOf({ expiresOn: "2031-01-01" }))).toMatchObject({
      worstValidity: "ok",
      earliestValidUntil: "2030-07-05",
    });
    const expired = documentOf({ id: 2, category: "cv", issuedOn: "2026-01-01" });
    expect(figures(documentOf({ expiresOn: "2031-01-01" }), expired)).toMatchObject({
      worstValidity: "expired",
      earliestValidUntil: "2026-06-30",
    });
  });

  it("count files that wait or are unsorted, the government's left out", () => {
    const documents = [
      documentOf({ id: 1, reviewState: "waiting" }),
      documentOf({ id: 2, category: "uncategorized", assignedTo: null }),
      documentOf({ id: 3, assignedTo: null }),
      documentOf({ id: 4, category: "vanuatu-id", assignedTo: null, reviewState: "waiting" }),
      documentOf({ id: 5, reviewState: "waiting", isCurrent: false }),
    ];
    const applicants = [personOf(), personOf({ id: 2, category: "Spouse" })];
    const checklist = checklistOf(caseOf({ documents, applicants }));
    expect(readinessOf(checklist, documents)).toMatchObject({ waitingFiles: 1, unsortedFiles: 2 });
  });
});

describe("what comes next", () => {
  const documents = [
    documentOf({ id: 1, category: "birth", reviewState: "waiting" }),
    documentOf({ id: 2, category: "passport", reviewState: "changes_requested" }),
    documentOf({ id: 3, category: "police-origin", issuedOn: "2026-01-01" }),
  ];
  const base = caseOf({
    caseFile: { status: "citizenship_application_second_stage" },
    applicants: [personOf({ maritalStatus: null })],
    documents,
  });
  const overdue = [
    decisionOf({ id: 1, ruleId: 6, dueOn: "2026-11-20" }),
    decisionOf({ id: 2, title: "Older", dueOn: "2026-11-02" }),
    decisionOf({ id: 3, ruleId: 2, dueOn: "2026-11-21" }),
  ];
  const next = (input: ChecklistInput, isStaff: boolean) =>
    nextThings(checklistOf(input), { isStaff });

  it(
    "is for staff what is overdue, then what waits, is undecided, out of date, to be changed, missing",
    { tags: ["W-CHK-059"] },
    () => {
      expect(next(base, true)).toEqual(["r5.p1", "r14.p1", "r4.p1"]);
      const decided = { ...base, applicants: [personOf()], documents: documents.slice(1) };
      expect(next(decided, true)).toEqual(["r4.p1", "r1.p1", "r2.p1"]);
      expect(next({ ...base, decisions: overdue }, true)).toEqual(["x2", "r6.p1", "r5.p1"]);
    },
  );

  it("is for others only what the client brings, what is to be changed first", () => {
    expect(next(base, false)).toEqual(["r1.p1", "r4.p1", "r2.p1"]);
    expect(next({ ...base, decisions: overdue }, false)).toEqual(["x2", "r6.p1", "r1.p1"]);
    const bureau = caseOf({
      rules: seededRules.filter(({ category }) => category === "nomination"),
    });
    expect(next(bureau, true)).toEqual(["r18.p1"]);
    expect(next(bureau, false)).toEqual([]);
  });
});

describe("who reads it", () => {
  const input = caseOf({
    caseFile: { status: "citizenship_application_second_stage" },
    applicants: [personOf({ maritalStatus: null }), personOf({ id: 2, category: "Spouse" })],
    documents: [
      documentOf({ category: "fiu-letter" }),
      documentOf({ id: 2, category: "vanuatu-id" }),
    ],
    decisions: [decisionOf({ ruleId: 1, verdict: "not_required", reason: "In the safe" })],
  });
  const checklist = checklistOf({
    ...input,
    rules: input.rules.filter(({ category }) => category !== "vanuatu-id"),
  });
  const figures = readinessOf(checklist, input.documents);
  const answer = (isAdmin: boolean, isStaff: boolean) =>
    checklistFor(checklist, figures, { isAdmin, isStaff });

  it("an agent knows nothing of the government's papers", () => {
    expect(answer(true, true).others).toEqual([{ documentId: 2, reason: "no_rule" }]);
    const { items, others, can } = answer(false, true);
    expect(others).toEqual([]);
    expect(items.some(({ group }) => group === "vanuatu")).toBe(false);
    expect(items.some(({ condition }) => condition !== null)).toBe(true);
    expect(can).toEqual({ decide: true, review: true });
  });

  it("others know neither questions nor deciders, but which fact is missing", () => {
    const { items, readiness, can } = answer(false, false);
    expect(items.every(({ condition, decision }) => condition === null && decision === null)).toBe(
      true,
    );
    const reasons = new Set(items.map(({ reason }) => reason));
    expect(reasons).toEqual(new Set([null, "optional", "maritalStatus"]));
    const { total, done, percent, ...rest } = readiness;
    expect([total, done, percent]).toEqual([figures.total, figures.done, figures.percent]);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    expect(can).toEqual({ decide: false, review: false });
  });
});
