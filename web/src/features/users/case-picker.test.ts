import { expect, it } from "vitest";
import { findCases } from "./case-picker.tsx";

const cases = [
  { id: 1, title: "Haddad Family", caseId: "VU-2026-0001", nationality: "Lebanese" },
  { id: 2, title: "أمينة رحمن", caseId: "NR-2026-0002", nationality: null },
];
const find = (text: string) => findCases(cases, text).map(({ id }) => id);

it("finds cases by title, id and nationality, ignoring case and outer spaces [I-USER-010]", () => {
  expect(find(" haddad ")).toEqual([1]);
  expect(find("nr-2026")).toEqual([2]);
  expect(find("LEBAN")).toEqual([1]);
  expect(find("أمينة")).toEqual([2]);
  expect(find("")).toEqual([1, 2]);
  expect(find("null")).toEqual([]);
});
