import { describe, expect, it } from "vitest";
import { itemStates } from "contract/checklist-parts";
import { documentCategories } from "contract/document-categories";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { familyOf } from "#testing/families.ts";
import type { PlanDocument, PlanInput, PlanPerson } from "./plan-input.ts";
import { planOf } from "./plan-of.ts";

/** The family of the demonstration: every PDF has two pages. */
function sarrouf(more: Partial<PlanInput> = {}): PlanInput {
  const input = familyOf("VU-2026-0014");
  const names = ["Nadim Sarrouf", "Rima Sarrouf", "Karim Sarrouf", "Lea Sarrouf"];
  return {
    kind: "fiu",
    program: "vanuatu",
    items: checklistOf(input).items,
    applicants: input.applicants.map(({ id, position }) => ({
      id,
      position,
      fullName: names[position] ?? `Person ${position}`,
      passportName: null,
    })),
    documents: input.documents.map((document) => ({
      ...document,
      bytes: 1000,
      facts: { pages: 2, problem: null },
    })),
    isAdmin: true,
    chosen: [],
    ...more,
  };
}

const person: PlanPerson = { id: 1, position: 0, fullName: "Nadim Sarrouf", passportName: null };
const paper = (id: number, more: Partial<PlanDocument> = {}): PlanDocument => ({
  id,
  category: "passport",
  assignedTo: 1,
  originalName: `scan_${id}.pdf`,
  mimeType: "application/pdf",
  country: null,
  issuedOn: null,
  expiresOn: null,
  reviewState: "accepted",
  isCurrent: true,
  extraItemId: null,
  bytes: 10,
  facts: { pages: 1, problem: null },
  ...more,
});
const item: PlanInput["items"][number] = {
  key: "r1.p1",
  category: "passport",
  label: "Passport",
  country: null,
  applicantId: 1,
  state: "missing",
  extraId: null,
  documents: [],
};
const small = (documents: PlanDocument[], more: Partial<PlanInput> = {}): PlanInput => ({
  kind: "fiu",
  program: "vanuatu",
  items: [],
  applicants: [person],
  documents,
  isAdmin: true,
  chosen: [],
  ...more,
});
const idsIn = (input: PlanInput) =>
  planOf(input).sections.flatMap(({ entries }) => entries.map(({ documentId }) => documentId));

describe("the plan of a dossier", () => {
  it(
    "has the papers of the recipe by person, and no scan that nobody has named",
    { tags: ["W-DOS-001"] },
    () => {
      const input = sarrouf();
      const plan = planOf(input);
      const order = [
        "nomination",
        "passport",
        "id",
        "birth",
        "police-origin",
        "police-residence",
        "cv",
      ];
      expect(plan.title).toBe("FIU, first stage");
      expect(plan.addressee).toBe("Financial Intelligence Unit");
      const people = input.applicants.map(({ fullName }) => fullName);
      const titles = plan.sections.map(({ title }) => title);
      expect(titles).toEqual(people.filter((name) => titles.includes(name)));
      expect(titles.length).toBeGreaterThan(1);
      for (const { entries } of plan.sections) {
        const places = entries.map(({ documentId }) =>
          order.indexOf(input.documents.find(({ id }) => id === documentId)?.category ?? ""),
        );
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }
      const names = plan.sections.flatMap(({ entries }) => entries.map(({ fileName }) => fileName));
      expect(input.documents.map(({ originalName }) => originalName)).toContain("scan_0042.pdf");
      expect(names).not.toContain("scan_0042.pdf");
    },
  );

  it("is the same however the papers were handed over", { tags: ["W-DOS-002"] }, () => {
    const input = sarrouf();
    const shuffled = {
      ...input,
      items: input.items.toReversed(),
      applicants: input.applicants.toReversed(),
      documents: input.documents.toReversed(),
    };
    expect(planOf(shuffled)).toEqual(planOf(input));
  });

  it("takes 10 people and 500 documents in 50 ms", { tags: ["W-DOS-002"] }, () => {
    const applicants = Array.from({ length: 10 }, (_, index) => ({
      ...person,
      id: index + 1,
      position: index,
    }));
    const documents = Array.from({ length: 500 }, (_, index) =>
      paper(index + 1, {
        assignedTo: (index % 10) + 1,
        category: documentCategories[index % documentCategories.length] ?? "passport",
      }),
    );
    const input = small(documents, { applicants, kind: "citizenship" });
    const spent = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      planOf(input);
      return performance.now() - begun;
    });
    expect(Math.min(...spent)).toBeLessThan(50);
  });

  it(
    "takes current accepted documents alone; what waits stands among the missing",
    { tags: ["W-DOS-003"] },
    () => {
      expect(
        idsIn(
          small([
            paper(1),
            paper(2, { reviewState: "waiting" }),
            paper(3, { reviewState: "changes_requested" }),
            paper(4, { isCurrent: false }),
          ]),
        ),
      ).toEqual([1]);
      const items = itemStates.map((state) => ({ ...item, key: state, state }));
      const plan = planOf(small([], { items }));
      expect(plan.missing.map(({ state }) => state).toSorted()).toEqual([
        "changes_requested",
        "expired",
        "missing",
        "undecided",
        "waiting",
      ]);
    },
  );

  it("counts what the checklist asks for later, of its own kind and of what one may see", () => {
    const items = (["passport", "passport", "vanuatu-id", "cv"] as const).map(
      (category, index) => ({
        ...item,
        key: String(index),
        category,
        state: "not_yet_due" as const,
      }),
    );
    const later = (more: Partial<PlanInput>) => planOf(small([], { items, ...more })).later;
    expect(later({ kind: "passport" })).toBe(3);
    expect(later({ kind: "passport", isAdmin: false })).toBe(2);
    expect(later({ kind: "answer" })).toBe(0);
  });

  it("puts a paper out of date among the missing until its tick", { tags: ["W-DOS-004"] }, () => {
    const expired: typeof item = {
      ...item,
      state: "expired",
      documents: [{ id: 7, state: "expired" }] as (typeof item)["documents"],
    };
    const before = planOf(small([paper(7)], { items: [expired] }));
    expect(before.sections).toEqual([]);
    expect(before.missing).toMatchObject([{ key: "r1.p1", state: "expired", documentIds: [7] }]);
    const after = planOf(small([paper(7)], { items: [expired], chosen: [7] }));
    expect(after.missing).toEqual([]);
    expect(after.sections[0]?.entries).toMatchObject([{ documentId: 7, isTicked: true }]);
  });

  it(
    "speaks of the Programme Office in Nauru, by the labels of its rules",
    { tags: ["W-DOS-005"] },
    () => {
      const item = {
        key: "r9.p1",
        category: "medical" as const,
        label: "Medical examination form",
        country: null,
        applicantId: 1,
        state: "accepted" as const,
        extraId: null,
        documents: [{ id: 3, state: "accepted" }] as PlanInput["items"][number]["documents"],
      };
      const plan = planOf(
        small([paper(3, { category: "medical" })], {
          kind: "citizenship",
          program: "nauru",
          items: [item],
        }),
      );
      expect(plan.addressee).toBe("Programme Office");
      expect(plan.title).toBe("Citizenship application");
      expect(plan.sections[0]?.entries[0]?.label).toBe("Medical examination form");
    },
  );

  it(
    "refuses a name that no typeface has, unless the passport's is known",
    { tags: ["W-DOS-034"] },
    () => {
      const problemsOf = (fullName: string, passportName: string | null = null) =>
        planOf(small([], { applicants: [{ ...person, fullName, passportName }] })).problems;
      for (const name of ["Şükrü Łącki", "Ελένη", "Тимур", "ريما صرّوف"])
        expect(problemsOf(name)).toEqual([]);
      expect(problemsOf("林浩然")).toMatchObject([
        { problem: "name", text: "Add the name in Latin letters: 林浩然." },
      ]);
      expect(problemsOf("林浩然", "LIN, HAORAN")).toEqual([]);
    },
  );

  it("leaves out what cannot be read and says so", () => {
    const locked = paper(2, { facts: { pages: null, problem: "locked" } });
    const plan = planOf(small([paper(1), locked]));
    expect(plan.sections[0]?.entries).toHaveLength(1);
    expect(plan.problems).toMatchObject([{ documentId: 2, problem: "locked" }]);
  });

  it("keeps the order of an answer as it was chosen", () => {
    const input = small([paper(1), paper(2), paper(3)], { kind: "answer", chosen: [3, 1] });
    expect(idsIn(input)).toEqual([3, 1]);
    expect(planOf(input).extras.map(({ documentId }) => documentId)).toEqual([2]);
  });
});
