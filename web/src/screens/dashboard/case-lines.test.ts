import { expect, it } from "vitest";
import type { ListedCase } from "contract/cases";
import type { CaseGroup } from "#web/features/cases/case-order.ts";
import { linesOf } from "./case-lines.ts";

const groupOf = (key: string, count: number): CaseGroup => ({
  key,
  label: key,
  status: null,
  cases: Array.from(
    { length: count },
    (_, index) => ({ id: `${key}${index}` }) as never as ListedCase,
  ),
});
const drawn = (groups: readonly CaseGroup[], columns: number, closed: readonly string[] = []) =>
  linesOf(groups, { columns, closed: new Set(closed), hasHeads: true }).map((line) => {
    if (line.kind === "head") return `${line.group.key}:`;
    if (line.kind === "cases") return line.cases.length;
    return line.groups.map(({ key, cases }) => `${key}${cases.length}`).join(" ");
  });

const groups = [
  groupOf("a", 5),
  groupOf("b", 1),
  groupOf("c", 2),
  groupOf("d", 2),
  groupOf("e", 2),
];

it("puts groups that fill no line beside each other, as far as they have room", () => {
  expect(drawn(groups, 3)).toEqual(["a:", 3, 2, "b1 c2", "d2", "e2"]);
  expect(drawn(groups, 5)).toEqual(["a:", 5, "b1 c2 d2", "e2"]);
});

it("keeps every group in its place when one of them is closed", () => {
  expect(drawn(groups, 3, ["a", "c"])).toEqual(["a:", "b1 c2", "d2", "e2"]);
});

it("gives each group lines of its own where there is one column, as in a table", () => {
  expect(drawn([groupOf("a", 1), groupOf("b", 2)], 1)).toEqual(["a:", 1, "b:", 1, 1]);
});
