import { describe, expect, it } from "vitest";
import { importColumns, type ImportSheet } from "contract/import-columns";
import { proposeMapping } from "contract/import-columns";
import { usualOptions } from "contract/imports";
import { unguardText } from "#server/files/sheets/formula-guard.ts";
import type { Cell } from "#server/files/sheets/table.ts";
import { checkImport } from "./check.ts";
import type { Known, SheetToCheck } from "./checked-rows.ts";
import { centsOf, dayOf } from "./values.ts";

const known: Known = {
  cases: new Map([["old-1", { id: 1, program: "vanuatu" }]]),
  advisers: new Map(),
  clients: new Map(),
  today: "2026-11-23",
};

/** Named cells of rows; the numbers are those of a spreadsheet. */
function sheet(name: ImportSheet, rows: Record<string, Cell>[]): SheetToCheck {
  const fields = importColumns[name].map(({ field }) => field);
  return {
    heads: importColumns[name].map(({ head }) => head),
    mapping: Object.fromEntries(fields.map((field, at) => [field, at])),
    rows: rows.map((cells, index) => ({
      number: index + 2,
      cells: fields.map((field) => cells[field] ?? ""),
    })),
  };
}

const good = { caseId: "NEW-1", title: "A", program: "Nauru", nationality: "Lebanese" };
const person = { caseId: "NEW-1", fullName: "A B", category: "Main Applicant" };

function problems(cases: Record<string, Cell>[], people: Record<string, Cell>[] = []) {
  const groups = checkImport({
    cases: sheet("cases", cases),
    people: people.length > 0 ? sheet("people", people) : null,
    options: usualOptions,
    known,
  });
  return groups.flatMap(({ row, people: ofCase }) =>
    [...(row ? [row] : []), ...ofCase].flatMap((one) =>
      one.problems.map(({ column, text }) => [one.number, column, text]),
    ),
  );
}

describe("each problem names row, column and its text", () => {
  it.for<[Record<string, Cell>, string, string]>([
    [{ caseId: "" }, "Case ID", "Case ID is missing"],
    [{ caseId: "A/1" }, "Case ID", "Case ID may only contain letters, numbers, spaces and . _ -"],
    [{ status: "gone" }, "Status", 'Unknown status "gone"'],
    [{ program: "atlantis" }, "Program", 'Unknown program "atlantis"'],
    [{ nationality: "martian" }, "Nationality", 'Unknown nationality "martian"'],
    [{ createdOn: "31/02/2024" }, "Created on", 'Invalid date "31/02/2024"'],
    [{ createdOn: "2027-01-01" }, "Created on", 'Invalid date "2027-01-01"'],
    [{ fiuFee: "much" }, "FIU fee", 'Invalid amount "much"'],
    [{ advisers: "no@body.example" }, "Advisers", "No user with the address no@body.example"],
    [{ caseId: "OLD-1" }, "Program", "The program of an existing case differs"],
    [{ title: "" }, "Title", "Title is missing"],
    [{ title: "x".repeat(201) }, "Title", "Longer than 200 characters"],
    [{ title: { error: "#REF!" } }, "Title", "The cell holds a formula error"],
  ])("%j", { tags: ["W-IMP-006"] }, ([cells, column, text]) => {
    expect(problems([{ ...good, ...cells }])).toContainEqual([2, column, text]);
  });

  it("of people", () => {
    expect(problems([good], [{ ...person, caseId: "NONE" }])).toEqual([
      [2, "Case ID", "People of a case that is not in the file or the portal"],
    ]);
    const many = Array.from({ length: 11 }, (_, at) => ({
      ...person,
      fullName: `A ${at}`,
      category: at === 0 ? "Main" : "Child",
    }));
    expect(problems([good], many)).toEqual([[12, null, "More than 10 people"]]);
    expect(problems([good], [person, person])).toEqual([
      [2, null, "Applicant names must be unique"],
      [3, null, "Applicant names must be unique"],
    ]);
  });

  it(
    "of two rows with one code, by the numbers of the spreadsheet",
    { tags: ["W-IMP-028"] },
    () => {
      expect(problems([good, { ...good, caseId: "new-1" }])).toEqual([
        [3, "Case ID", "Case ID stands in row 2 too"],
      ]);
    },
  );

  it("nothing is wrong with a good file", () => {
    expect(problems([good], [person])).toEqual([]);
  });
});

describe("days of a column", () => {
  const days = (...texts: string[]) => {
    const rows = texts.map((createdOn, at) => ({ ...good, caseId: `N-${at}`, createdOn }));
    const groups = checkImport({
      cases: sheet("cases", rows),
      people: null,
      options: usualOptions,
      known,
    });
    return groups.map(({ row }) => row?.values.createdOn ?? row?.problems[0]?.text);
  };

  it(
    "are day first or month first as one value shows, and a problem when two contradict",
    { tags: ["W-IMP-007"] },
    () => {
      expect(days("03/04/2024", "25/12/2024")).toEqual(["2024-04-03", "2024-12-25"]);
      expect(days("03/04/2024", "12/25/2024")).toEqual(["2024-03-04", "2024-12-25"]);
      const unclear = "Day and month cannot be told apart in this column";
      expect(days("25/12/2024", "12/25/2024")).toEqual([unclear, unclear]);
    },
  );

  it("are read in any script, and in words", { tags: ["W-IMP-008"] }, () => {
    expect(dayOf("٢٠٢٦-١١-٢١", "dayFirst")).toBe("2026-11-21");
    expect(dayOf("21 Nov 2026", "monthFirst")).toBe("2026-11-21");
    expect(dayOf("21/11/2026", "dayFirst")).toBe("2026-11-21");
    expect(dayOf("soon", "dayFirst")).toBeNull();
  });
});

it("amounts are read with either mark", () => {
  for (const text of ["5,000.00", "5000", "5.000,00", "USD 5,000"])
    expect([text, centsOf(text, "point")]).toEqual([text, 500_000]);
  expect(centsOf("5,000", "comma")).toBe(500);
  expect(centsOf("5.5", "point")).toBe(550);
  expect(centsOf("-5", "point")).toBeNull();
});

it("a text that was guarded against formulas loses one mark", () => {
  expect(unguardText("'=1+1")).toBe("=1+1");
  expect(unguardText("''=1+1")).toBe("'=1+1");
  expect(unguardText("'tis")).toBe("'tis");
  expect(unguardText("=1+1")).toBe("=1+1");
});

it("heads are recognised by what people call them", { tags: ["W-IMP-004"] }, () => {
  expect(proposeMapping("cases", ["File no.", "Title"])).toMatchObject({ caseId: 0, title: 1 });
  expect(proposeMapping("people", ["Ref", "DOB"])).toMatchObject({ caseId: 0, dateOfBirth: 1 });
});
