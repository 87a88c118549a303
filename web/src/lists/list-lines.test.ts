import { describe, expect, it } from "vitest";
import { linesOf, type ListLine, placeGroups, placesOf } from "./list-lines.ts";

const groups = placeGroups([
  { key: "a", label: "A", count: 5 },
  { key: "b", label: "B", count: 1 },
  { key: "c", label: "C", count: 2 },
  { key: "d", label: "D", count: 2 },
]);
const open = new Set<string>();

function drawn(line: ListLine | undefined): string {
  if (line === undefined) return "nothing";
  if (line.kind === "head") return `head ${line.group.key}`;
  if (line.kind === "rows") return `${line.places.start}-${line.places.end}`;
  return line.groups.map(({ key }) => key).join("+");
}

function linesWith(columns: number, closed: ReadonlySet<string> = open, hasHeads = true) {
  const lines = linesOf(groups, { closed, columns, hasHeads });
  return Array.from({ length: lines.count }, (_, index) => drawn(lines.at(index)));
}

describe("the lines of a list", () => {
  it("are known from the counts alone, small groups side by side", () => {
    expect(linesWith(3)).toEqual(["head a", "0-3", "3-5", "b+c", "d"]);
    expect(linesWith(1).join(" ")).toBe(
      "head a 0-1 1-2 2-3 3-4 4-5 head b 5-6 head c 6-7 7-8 head d 8-9 9-10",
    );
  });

  it("leave out what is closed, and heads where there are no groups", () => {
    expect(linesWith(3, new Set(["a"]))).toEqual(["head a", "b+c", "d"]);
    expect(linesWith(3, open, false)).toEqual(["0-3", "3-5", "5-6", "6-8", "8-10"]);
  });

  it("say where a group begins, and which places are in sight", () => {
    const lines = linesOf(groups, { closed: open, columns: 3, hasHeads: true });
    expect(lines.indexOfGroup("c")).toBe(3);
    expect(lines.indexOfGroup("x")).toBe(-1);
    expect(lines.at(99)).toBeUndefined();
    expect(placesOf([lines.at(2), lines.at(3)], open)).toEqual({ start: 3, end: 8 });
    expect(placesOf([lines.at(0)], open)).toBeNull();
  });

  it("of a hundred thousand rows cost no object each", () => {
    const many = placeGroups([{ key: "all", label: "", count: 100_000 }]);
    const lines = linesOf(many, { closed: open, columns: 3, hasHeads: false });
    expect(lines.count).toBe(33_334);
    expect(drawn(lines.at(33_333))).toBe("99999-100000");
  });
});
