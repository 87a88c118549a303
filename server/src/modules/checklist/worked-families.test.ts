import { describe, expect, it } from "vitest";
import type { ChecklistItem } from "contract/checklist";
import { documentCategoryLabel } from "contract/document-categories";
import { familyOf } from "#testing/families.ts";
import { checklistOf, type DerivedChecklist } from "./checklist-of.ts";
import { nextThings, readinessOf } from "./readiness.ts";

const [SARROUF, LIN, TIMUR] = ["VU-2026-0014", "VU-2026-0006", "NR-2026-0003"];

const letters: Partial<Record<ChecklistItem["state"], string>> = {
  accepted: "A",
  changes_requested: "C",
  waiting: "W",
  missing: "M",
  undecided: "U",
  not_yet_due: "L",
  expiring: "E",
  expired: "X",
};

function lettersOf(item: ChecklistItem | undefined): string {
  if (!item) return "·";
  return letters[item.state] ?? `N ${item.reason?.slice(0, item.reason === "covered" ? 2 : 1)}`;
}

/** As the specification draws it: a line for each category, a column for each person, 'N c' where a condition says no. */
function tableOf({ items, people }: DerivedChecklist): Record<string, string> {
  const ofRules = items.filter(({ ruleId }) => ruleId !== null);
  const lines = Map.groupBy(ofRules, ({ category, country }) => `${category}${country ?? ""}`);
  return Object.fromEntries(
    [...lines].map(([line, found]) => {
      const ofCase = found.find(({ applicantId }) => applicantId === null);
      const columns = people.map((person) =>
        lettersOf(found.find(({ applicantId }) => applicantId === person.applicantId)),
      );
      return [line, ofCase ? lettersOf(ofCase) : columns.join(" | ")];
    }),
  );
}

const figuresOf = (code: string, isUpgraded = false) => {
  const family = familyOf(code, { isUpgraded });
  return readinessOf(checklistOf(family), family.documents);
};

const done = { total: 45, done: 41, percent: 91 };
const nothingOpen = { missing: 0, waiting: 0, changesRequested: 0, expired: 0, expiring: 0 };

describe("Sarrouf", () => {
  const family = familyOf(SARROUF);
  const checklist = checklistOf(family);

  it("is asked for 76 papers in these states", { tags: ["W-CHK-001"] }, () => {
    expect(tableOf(checklist)).toEqual({
      passport: "A | A | A | A",
      id: "A | A | A | U",
      "police-residenceARE": "A | A | A | ·",
      "police-origin": "A | A | A | ·",
      birth: "A | A | A | A",
      cv: "A | A | A | ·",
      asset: "A | · | · | ·",
      "bank-statement": "A | N c | · | ·",
      "bank-reference": "A | · | · | ·",
      address: "A | C | N c | ·",
      employment: "A | N c | N c | ·",
      medical: "A | A | A | A",
      photos: "A | A | A | A",
      marriage: "· | A | · | ·",
      school: "· | · | A | A",
      "non-married": "· | · | A | ·",
      other: "N o | · | W | N c",
      nomination: "A | A | A | A",
      "passport-form": "L | L | L | L",
      oath: "L | L | L | ·",
      "fiu-letter": "A",
      "approval-in-principle": "M",
      "vanuatu-id": "L | L | L | N o",
      "vanuatu-birth": "L | L | L | L",
      "vanuatu-citizenship": "L | L | L | L",
      "vanuatu-passport": "L | L | L | L",
    });
    const extras = checklist.items.filter(({ extraId }) => extraId !== null);
    expect(extras).toMatchObject([
      {
        label: "Sale contract behind the April deposit",
        state: "missing",
        applicantId: 1,
        need: "required",
        providedBy: "client",
        files: { min: 1, max: 20, accepted: 0, waiting: 0 },
        window: null,
        help: "The notarised copy, every page. The receiving bank asks for it.",
      },
    ]);
    expect(checklist.items).toHaveLength(76);
    expect(checklist.items.filter(({ group }) => group !== "vanuatu")).toHaveLength(58);
    expect(checklist.others).toEqual([
      { documentId: 44, category: "uncategorized", reason: "uncategorized" },
    ]);
  });

  it("has 41 of 45, told by person and by stage", { tags: ["W-RDY-001"] }, () => {
    expect(readinessOf(checklist, family.documents)).toMatchObject({
      ...done,
      missing: 1,
      waiting: 1,
      changesRequested: 1,
      undecided: 1,
      expired: 0,
      expiring: 0,
      waitingFiles: 2,
      unsortedFiles: 1,
      overdue: 0,
      nextDueOn: "2026-11-27",
      clientOpen: 2,
      clientOverdue: 0,
    });
    expect(checklist.people.map((person) => [person.done, person.total])).toEqual([
      [14, 15],
      [10, 11],
      [11, 12],
      [6, 7],
    ]);
    const ofGroup = (group: ChecklistItem["group"]) => {
      const items = checklist.items.filter((item) => item.counted && item.group === group);
      return [items.filter(({ state }) => state === "accepted").length, items.length];
    };
    expect([ofGroup("stage1"), ofGroup("stage2"), ofGroup("forms")]).toEqual([
      [20, 21],
      [17, 20],
      [4, 4],
    ]);
  });

  it(
    "asks its client next for what he can bring, never for what waits for the bureau",
    { tags: ["W-CHK-058"] },
    () => {
      const next = nextThings(checklist, { isStaff: false });
      const named = next.map((key) => checklist.items.find((item) => item.key === key));
      expect(named.map((item) => [item?.label, item?.applicantId])).toEqual([
        [documentCategoryLabel("address"), 2],
        ["Sale contract behind the April deposit", 1],
      ]);
    },
  );

  it("has 41 of 50 right after the upgrade", () => {
    expect(figuresOf(SARROUF, true)).toMatchObject({
      ...nothingOpen,
      total: 50,
      done: 41,
      waiting: 1,
      undecided: 8,
    });
  });
});

describe("Lin", () => {
  it("is asked for 72 papers, all of them there", { tags: ["W-CHK-002"] }, () => {
    const checklist = checklistOf(familyOf(LIN));
    expect(tableOf(checklist)).toEqual({
      passport: "A | A | E | A",
      id: "A | A | N c | A",
      "police-residenceARE": "A | A | · | ·",
      "police-residenceCHN": "N co | · | · | N co",
      "police-origin": "A | A | · | A",
      birth: "A | A | A | A",
      cv: "A | A | · | A",
      asset: "A | · | · | ·",
      "bank-statement": "A | N c | · | ·",
      "bank-reference": "A | · | · | ·",
      address: "A | A | · | A",
      employment: "A | N c | · | ·",
      medical: "A | A | A | A",
      photos: "A | A | A | A",
      marriage: "· | A | · | ·",
      other: "N o | · | N c | A",
      nomination: "A | A | A | A",
      "passport-form": "A | A | A | A",
      oath: "A | A | · | A",
      "fiu-letter": "A",
      "approval-in-principle": "A",
      "vanuatu-id": "A | A | N o | A",
      "vanuatu-birth": "A | A | A | A",
      "vanuatu-citizenship": "A | A | A | A",
      "vanuatu-passport": "M | M | M | M",
    });
    expect(checklist.items).toHaveLength(72);
    expect(checklist.items.filter(({ group }) => group !== "vanuatu")).toHaveLength(54);
    const expiring = checklist.items.filter(({ state }) => state === "expiring");
    expect(expiring.map(({ documents }) => documents[0]?.validUntil)).toEqual(["2027-02-03"]);
  });

  it("has 47 of 47, and 47 of 53 right after the upgrade", { tags: ["W-RDY-001"] }, () => {
    expect(figuresOf(LIN)).toMatchObject({
      ...nothingOpen,
      total: 47,
      done: 47,
      percent: 100,
      expiring: 1,
      undecided: 0,
    });
    expect(figuresOf(LIN, true)).toMatchObject({
      ...nothingOpen,
      total: 53,
      done: 47,
      missing: 1,
      undecided: 5,
    });
  });
});

describe("Timur", () => {
  it("is asked for 23 papers, most of them later", { tags: ["W-CHK-003"] }, () => {
    const checklist = checklistOf(familyOf(TIMUR));
    expect(checklist.items).toHaveLength(23);
    expect(checklist.items.filter(({ group }) => group !== "vanuatu")).toHaveLength(17);
    const states = Map.groupBy(checklist.items, ({ state }) => state);
    const categories = (state: ChecklistItem["state"]) =>
      states.get(state)?.map(({ category }) => category);
    expect(categories("expired")).toEqual(["id"]);
    expect(categories("waiting")).toEqual(["police-origin"]);
    expect(categories("missing")).toEqual(["fiu-letter"]);
    expect(categories("accepted")).toEqual([
      "passport",
      "police-residence",
      "birth",
      "cv",
      "nomination",
    ]);
    const optional = states.get("not_required")?.map(({ reason }) => reason);
    expect(optional).toEqual(["optional", "optional", "optional"]);
    expect(categories("not_yet_due")).toHaveLength(12);
    expect(states.size).toBe(6);
  });

  it("has 5 of 7, and still 5 of 7 right after the upgrade", { tags: ["W-RDY-001"] }, () => {
    expect(figuresOf(TIMUR)).toMatchObject({
      ...nothingOpen,
      total: 7,
      done: 5,
      percent: 71,
      expired: 1,
      waiting: 1,
      undecided: 0,
    });
    expect(figuresOf(TIMUR, true)).toMatchObject({ total: 7, done: 5, waiting: 2 });
  });
});

it("shows all nine states in the three of them", () => {
  const states = [SARROUF, LIN, TIMUR].flatMap((code) =>
    checklistOf(familyOf(code)).items.map(({ state }) => state),
  );
  expect(new Set(states).size).toBe(9);
});
