import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { callers, permissionRows, permissionsOf } from "./permissions-matrix.ts";
import permissions from "./permissions.json" with { type: "json" };

const specification = readFileSync(
  new URL("../../docs/specification/permissions.md", import.meta.url),
  "utf8",
);

const specifiedLines = specification
  .split("\n")
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map((cells) => ({ line: Number(cells[1]), call: cells[2] ?? "", cells: cells.slice(3, 11) }));

it("holds each of the 95 lines of the specification, cell for cell", () => {
  expect(specifiedLines).toHaveLength(95);
  for (const { line, cells } of specifiedLines) {
    const rows = permissions.filter((row) => row.line === line);
    expect(rows, `line ${line}`).not.toHaveLength(0);
    for (const row of rows) {
      expect(callers.map((caller) => row.expected[caller])).toEqual(cells);
    }
  }
});

it("names every call of the specification with its method and its path", () => {
  const spelledOut = specifiedLines
    .map(({ line, call }) => ({ line, call: call.replaceAll(/\{[^}]+\}/g, ":id") }))
    .filter(({ call }) => /^[A-Z]+ \/\S+( \(status\))?$/.test(call));
  expect(spelledOut).toHaveLength(87);
  for (const { line, call } of spelledOut) {
    const [method = "", path = ""] = call.split(" ");
    expect(permissionsOf(method, path).line).toBe(line);
  }
});

const ofChecklists = readFileSync(
  new URL("../../docs/specification/work/checklist.md", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => /^\| W(?:[1-9]|1[0-5]) \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map((cells) => ({ call: cells[2] ?? "", cells: cells.slice(3, 11) }));

/** The table shortens what stands before. */
const placeOf: Record<string, string> = {
  "…/by-case-id/{caseId}/checklist": "/api/cases",
  "…/checklist/missing": "/api/cases/by-case-id/{caseId}",
};
const namesOf = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, ":");

it(
  "holds the calls about checklists and reviews cell for cell; every endpoint is called by everybody elsewhere",
  { tags: ["W-CHK-079", "W-REV-051"] },
  () => {
    expect(ofChecklists).toHaveLength(15);
    for (const { call, cells } of ofChecklists) {
      const [method, short = ""] = call.split(" ");
      const path = short.replace("…", placeOf[short] ?? "/api/cases/{id}");
      const rows = permissions.filter(
        (each) => each.method === method && namesOf(each.path) === namesOf(path),
      );
      expect(rows, call).toHaveLength(1);
      expect(callers.map((caller) => rows[0]?.expected[caller])).toEqual(cells);
    }
  },
);

it("has one row for each call", () => {
  const calls = permissionRows.map((row) => `${row.method} ${row.path}`);
  expect(new Set(calls).size).toBe(calls.length);
});

it("finds a row whatever the parameters are called, and refuses a call without one", () => {
  expect(permissionsOf("GET", "/api/cases/:numericId/applicants").line).toBe(27);
  expect(() => permissionsOf("GET", "/api/secrets")).toThrow("no row for GET /api/secrets");
});
