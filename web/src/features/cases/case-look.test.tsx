import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Program } from "contract/case-parts";
import { caseStatuses } from "contract/case-status";
import { statusTint } from "./case-look.ts";
import { ProgramName } from "./program-name.tsx";

afterEach(cleanup);

it("gives each status a colour of its own", { tags: ["C-DASH-057"] }, () => {
  const hues = caseStatuses.map((status) => statusTint(status).hue);
  expect(new Set(hues).size).toBe(caseStatuses.length);
});

it.each([
  ["vanuatu", "Vanuatu"],
  ["nauru", "Nauru"],
  ["another one", "Nauru"],
])("shows the program '%s' as %s", { tags: ["C-DASH-056"] }, (program, shown) => {
  render(<ProgramName program={program as Program} />);
  expect(screen.getByText(shown)).toBeTruthy();
});
