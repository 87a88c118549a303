import { describe, expect, it } from "vitest";
import type { DocumentState } from "contract/checklist-parts";
import { addDays, dayIn } from "contract/days";
import { caseOf, documentOf, itemsOf, personOf, ruleOf } from "#testing/checklist-facts.ts";
import type { DocumentFacts } from "./checklist-input.ts";
import { checklistOf } from "./checklist-of.ts";
import { placeOfDocument } from "./document-place.ts";

type Dates = Partial<DocumentFacts>;
type Days = { submissionOn?: string | null; today?: string };

function stateOf(
  category: "passport" | "police-origin" | "bank-statement",
  dates: Dates,
  { submissionOn = null, today = "2026-11-21" }: Days = {},
): DocumentState | undefined {
  const input = caseOf({
    caseFile: { submissionOn },
    documents: [documentOf({ category, ...dates })],
    today,
  });
  const item = itemsOf(input, category)[0];
  const state = item?.documents[0]?.state;
  expect(item?.state).toBe(state);
  return state;
}

describe("the last good day", () => {
  it("holds to the day", { tags: ["W-VAL-001"] }, () => {
    const issued = (issuedOn: string) => stateOf("police-origin", { issuedOn });
    expect(issued("2026-05-24")).toBe("expired");
    expect([issued("2026-05-25"), issued("2026-06-24")]).toEqual(["expiring", "expiring"]);
    expect(issued("2026-06-25")).toBe("accepted");
    const expires = (expiresOn: string) => stateOf("passport", { expiresOn });
    expect(expires("2027-05-19")).toBe("expired");
    expect([expires("2027-05-20"), expires("2027-08-18")]).toEqual(["expiring", "expiring"]);
    expect(expires("2027-08-19")).toBe("accepted");
  });

  it("is the earlier of two", { tags: ["W-VAL-002"] }, () => {
    const fresh = { issuedOn: "2026-11-01" };
    expect(stateOf("police-origin", { ...fresh, expiresOn: "2026-11-20" })).toBe("expired");
    expect(stateOf("police-origin", { ...fresh, expiresOn: "2028-01-01" })).toBe("accepted");
    const old = { issuedOn: "2026-05-24", expiresOn: "2028-01-01" };
    expect(stateOf("police-origin", old)).toBe("expired");
  });

  it("is the paper's own where it has no day of issue", { tags: ["W-VAL-018"] }, () => {
    expect(stateOf("police-origin", { expiresOn: "2026-11-20" })).toBe("expired");
    expect(stateOf("police-origin", { expiresOn: "2026-11-21" })).toBe("expiring");
    expect(stateOf("bank-statement", { expiresOn: "2028-01-01" })).toBe("accepted");
  });

  it(
    "is none without a date, a window, or by word of whoever accepted it",
    { tags: ["W-VAL-003"] },
    () => {
      expect(stateOf("police-origin", {})).toBe("accepted");
      expect(stateOf("passport", { issuedOn: "1999-01-01" })).toBe("accepted");
      const waived = { issuedOn: "2020-01-01", validityWaived: true };
      expect(stateOf("police-origin", waived)).toBe("accepted");
      const documents = [documentOf({ category: "birth", issuedOn: "1990-01-01" })];
      expect(itemsOf(caseOf({ documents }), "birth")).toMatchObject([
        { state: "accepted", window: null, documents: [{ validUntil: null }] },
      ]);
    },
  );

  it("is told of accepted papers alone", () => {
    const dates = { issuedOn: "2020-01-01", reviewState: "waiting" } as const;
    expect(stateOf("police-origin", dates)).toBe("waiting");
  });
});

describe("the day of handing in", () => {
  const issued = { issuedOn: "2026-06-01" };

  it("ahead judges what will be out of date then", { tags: ["W-VAL-004"] }, () => {
    expect(stateOf("police-origin", issued)).toBe("expiring");
    expect(stateOf("police-origin", issued, { submissionOn: "2026-12-12" })).toBe("expired");
  });

  it("behind freezes what was judged on it", { tags: ["W-VAL-005"] }, () => {
    for (const today of ["2026-11-21", "2027-11-21", "2036-11-21"])
      expect(stateOf("police-origin", issued, { submissionOn: "2026-11-09", today })).toBe(
        "accepted",
      );
    expect(stateOf("police-origin", issued, { submissionOn: "2026-12-12" })).toBe("expired");
  });

  it("does not stop papers of identity from ageing", { tags: ["W-VAL-006"] }, () => {
    const passport = (today: string) =>
      stateOf("passport", { expiresOn: "2027-08-02" }, { submissionOn: "2026-06-17", today });
    expect([passport("2026-06-20"), passport("2026-11-21"), passport("2027-02-04")]).toEqual([
      "accepted",
      "expiring",
      "expired",
    ]);
  });
});

it("ends a paper's last day at midnight in Dubai", { tags: ["W-VAL-007"] }, () => {
  const state = (moment: string) =>
    stateOf(
      "police-origin",
      { issuedOn: "2026-05-25" },
      { today: dayIn("Asia/Dubai", new Date(moment)) },
    );
  expect(dayIn("Asia/Dubai", new Date("2026-11-21T19:59:59Z"))).toBe("2026-11-21");
  expect(state("2026-11-21T19:59:59Z")).toBe("expiring");
  expect(dayIn("Asia/Dubai", new Date("2026-11-21T20:00:00Z"))).toBe("2026-11-22");
  expect(state("2026-11-21T20:00:00Z")).toBe("expired");
});

describe("a birthday ahead", () => {
  const turnsOf = (dateOfBirth: string, caseFile: Parameters<typeof caseOf>[0] = {}) =>
    checklistOf(
      caseOf({
        applicants: [
          personOf(),
          personOf({ id: 2, category: "Dependent Child", maritalStatus: "single", dateOfBirth }),
        ],
        ...caseFile,
      }),
    ).people[1]?.turns;

  it("is announced within 90 days", () => {
    expect(turnsOf("2008-11-22")).toEqual({ age: 18, on: "2026-11-22" });
    const last = addDays("2026-11-21", 90);
    expect(turnsOf(`2009${last.slice(4)}`)).toEqual({ age: 18, on: last });
    expect(turnsOf(`2009${addDays(last, 1).slice(4)}`)).toBeNull();
    expect(turnsOf("2008-11-21")).toBeNull();
    expect(turnsOf("2007-11-22")).toBeNull();
    expect(turnsOf("2000-11-22")).toEqual({ age: 26, on: "2026-11-22" });
  });

  it("of 29 February is on 1 March of other years", () => {
    expect(turnsOf("2009-02-28", { today: "2027-01-15" })).toEqual({ age: 18, on: "2027-02-28" });
    expect(turnsOf("2012-02-29", { today: "2030-01-15" })).toEqual({ age: 18, on: "2030-03-01" });
  });

  it(
    "is announced neither by what is frozen, nor the government's, nor a closed case",
    { tags: ["W-VAL-017"] },
    () => {
      const born = "2008-11-22";
      const frozen = { caseFile: { submissionOn: "2026-11-09" } };
      expect(turnsOf("2000-11-22", frozen)).toBeNull();
      expect(turnsOf(born, frozen)).toEqual({ age: 18, on: "2026-11-22" });
      const rules = [ruleOf("vanuatu", "cv")];
      expect(turnsOf(born, { rules })).toEqual({ age: 18, on: "2026-11-22" });
      expect(turnsOf(born, { ...frozen, rules })).toBeNull();
      expect(turnsOf(born, { ...frozen, rules: [ruleOf("vanuatu", "id")] })).not.toBeNull();
      const government = [
        ruleOf("vanuatu", "vanuatu-id", {
          clauses: [{ kind: "Dependent Child", need: "required", minAge: 18 }],
        }),
      ];
      expect(turnsOf(born, { rules: government })).toBeNull();
      expect(turnsOf(born, { caseFile: { status: "citizen" } })).toBeNull();
      expect(turnsOf(born, { caseFile: { status: "cancelled" } })).toBeNull();
    },
  );

  it("changes what a child of 17 is asked for", () => {
    const counted = (today: string) => {
      const { people, items } = checklistOf(
        caseOf({
          applicants: [
            personOf({ residences: ["ARE", "LBN"] }),
            personOf({
              id: 2,
              category: "Dependent Child",
              maritalStatus: "single",
              dateOfBirth: "2008-11-22",
            }),
          ],
          today,
        }),
      );
      const id = items.find((item) => item.applicantId === 2 && item.category === "id");
      const total = people.reduce((sum, person) => sum + person.total, 0);
      return [total, id?.state];
    };
    expect(counted("2026-11-21")).toEqual([11, "undecided"]);
    expect(counted("2026-11-22")).toEqual([14, "missing"]);
  });
});

describe("the place of a document", () => {
  const documents = [
    documentOf({ id: 1, category: "police-origin", issuedOn: "2026-11-01" }),
    documentOf({ id: 2, category: "birth" }),
    documentOf({ id: 3, category: "address", assignedTo: null, reviewState: "waiting" }),
    documentOf({ id: 4, category: "uncategorized", assignedTo: null }),
    documentOf({ id: 5, category: "bank-statement" }),
  ];
  const spouse = personOf({ id: 2, category: "Spouse" });
  const checklist = checklistOf(caseOf({ documents, applicants: [personOf(), spouse] }));
  const place = (id: number) =>
    placeOfDocument(checklist, documents[id - 1] ?? documentOf({ id: 99 }));

  it("says item, rule, day and the date that accepting asks", () => {
    expect(place(1)).toMatchObject({
      item: { key: "r4.p1" },
      document: { validUntil: "2027-04-30" },
      rule: { id: 4 },
      referenceDay: "2026-11-21",
      asksFor: { field: "issuedOn", basis: "issue-date" },
    });
    expect(place(2).asksFor).toBeNull();
    expect(place(5).asksFor).toEqual({ field: "issuedOn", basis: "period-end" });
  });

  it("of a document without item is the rule of its category alone", () => {
    expect(place(3)).toMatchObject({ item: null, document: null, rule: { id: 10 }, asksFor: null });
    expect(place(4)).toMatchObject({ item: null, rule: null, referenceDay: null, asksFor: null });
  });
});
