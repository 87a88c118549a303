import { describe, expect, it } from "vitest";
import { buildChecklist, family } from "#web/testing/checklist-records.ts";
import { beginningOf, listedPeople, type Section, sectionsOf } from "./checklist-sections.ts";

const people = listedPeople(family);
const everything = { arrangement: "person", openOnly: false, state: null } as const;
const drawn = (sections: readonly Section[]) =>
  sections.map(({ title, done, total, parts }) => ({
    [`${title} ${done}/${total}`]: parts.map(({ title: part, lines, notNeeded, later }) => [
      part,
      ...lines.map((line) =>
        line.kind === "item" ? line.item.label : `${line.fact} ${line.count}`,
      ),
      ...notNeeded.map(({ label }) => `(${label})`),
      ...later.map(({ label }) => `[${label}]`),
    ]),
  }));

describe("the sections of a checklist", () => {
  it(
    "are people in order, each with its stages, what is not needed or later folded",
    { tags: ["W-CHK-060"] },
    () => {
      expect(drawn(sectionsOf(buildChecklist(), people, everything))).toEqual([
        {
          "Nadim Sarrouf 1/4": [
            ["Stage 1", "Passport"],
            [
              "Stage 2",
              "Bank Statements",
              "Sale contract behind the April deposit",
              "(Other Supporting Document)",
            ],
            ["Forms", "Nomination Form", "[Oath of Allegiance]"],
          ],
        },
        { "Rima Sarrouf 0/2": [["Stage 2", "Proof of Address", "Employment / Business Proof"]] },
        { "Applicant 3 0/2": [["Stage 1", "dateOfBirth 2"]] },
        { "Issued by the government 0/0": [["The whole case", "FIU Clearance Letter"]] },
      ]);
    },
  );

  it(
    "begin with every head and sixty lines, while the others are drawn",
    { tags: ["W-CHK-072"] },
    () => {
      const items = Array.from({ length: 100 }, (_, at) => ({
        ...buildChecklist().items[0]!,
        key: `many${at}`,
      }));
      const sections = sectionsOf({ ...buildChecklist(), items }, people, everything);
      const begun = beginningOf(sections);
      const count = (all: readonly Section[]) =>
        all.flatMap(({ parts }) => parts.flatMap(({ lines }) => lines)).length;
      expect([count(sections), count(begun)]).toEqual([100, 60]);
      expect(begun.map(({ title, total }) => [title, total])).toEqual(
        sections.map(({ title, total }) => [title, total]),
      );
    },
  );

  it("are stages with the people in each, counted by stage", { tags: ["W-CHK-060"] }, () => {
    const sections = sectionsOf(buildChecklist(), people, { ...everything, arrangement: "stage" });
    expect(drawn(sections)[1]).toEqual({
      "Stage 2 0/4": [
        [
          "Nadim Sarrouf",
          "Bank Statements",
          "Sale contract behind the April deposit",
          "(Other Supporting Document)",
        ],
        ["Rima Sarrouf", "Proof of Address", "Employment / Business Proof"],
      ],
    });
  });

  it(
    "show the open ones alone, a missing fact as one line",
    { tags: ["W-CHK-061", "W-CHK-067"] },
    () => {
      const sections = sectionsOf(buildChecklist(), people, { ...everything, openOnly: true });
      const lines = sections.flatMap(({ parts }) => parts.flatMap((part) => part.lines));
      expect(lines.map((line) => (line.kind === "item" ? line.item.key : line.fact))).toEqual([
        "r9.p1",
        "x7",
        "r18.p1",
        "r10.p2",
        "r11.p2",
        "dateOfBirth",
        "r21.case",
      ]);
    },
  );

  it("show one state alone, as the legend counts it", () => {
    const waiting = sectionsOf(buildChecklist(), people, { ...everything, state: "waiting" });
    expect(drawn(waiting)).toEqual([{ "Nadim Sarrouf 1/4": [["Stage 2", "Bank Statements"]] }]);
  });
});
