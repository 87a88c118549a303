import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { CaseRow } from "contract/case-lists";
import { CaseReadiness, ReadinessFigure } from "./case-readiness.tsx";

const ofStaff: NonNullable<CaseRow["readiness"]> = {
  total: 45,
  done: 41,
  percent: 91,
  missing: 1,
  waiting: 1,
  changesRequested: 1,
  expired: 0,
  expiring: 0,
  undecided: 1,
  waitingFiles: 2,
  unsortedFiles: 1,
  overdue: 1,
  nextDueOn: null,
  worstValidity: null,
  earliestValidUntil: null,
};
const title = "Sarrouf Family";

afterEach(cleanup);

it(
  "is a ring with a name, its figure and at most three chips, the rest as a number",
  { tags: ["W-RDY-015"] },
  () => {
    const { container } = render(
      <CaseReadiness caseFile={{ title, readiness: ofStaff, needs: null }} />,
    );
    expect(
      screen.getByRole("img", { name: "Checklist of Sarrouf Family: 41 of 45, 91 %" }),
    ).toBeTruthy();
    expect(container.textContent).toBe("41 of 45To review 2To sort 1To decide 1+1");
  },
);

it("has the chips as its tooltip where there is no room for them", () => {
  const { container } = render(<ReadinessFigure caseFile={{ title, readiness: ofStaff }} />);
  expect(container.textContent).toBe("41 of 45");
  expect(screen.getByTitle("To review 2, To sort 1, To decide 1, Overdue 1")).toBeTruthy();
});

it("is ring and figure alone for those who are told no more", { tags: ["W-RDY-012"] }, () => {
  const nothing = Object.fromEntries(Object.keys(ofStaff).map((field) => [field, null]));
  const readiness = { ...nothing, total: 45, done: 41, percent: 91 } as typeof ofStaff;
  const { container } = render(<CaseReadiness caseFile={{ title, readiness, needs: null }} />);
  expect(container.textContent).toBe("41 of 45");
  expect(screen.getByRole("img", { name: /41 of 45, 91 %$/ })).toBeTruthy();
});

it("is a dash while nothing is known or asked for", { tags: ["W-RDY-016"] }, () => {
  for (const readiness of [null, { ...ofStaff, total: 0, done: 0, percent: null }]) {
    const { container } = render(<ReadinessFigure caseFile={{ title, readiness }} />);
    expect(container.textContent).toBe("–");
    cleanup();
  }
});

it(
  "tells a client how much is needed of him, and nothing where that is nothing",
  { tags: ["W-HOM-017"] },
  () => {
    const shown = (open: number, overdue = 0) => {
      const caseFile = { title, readiness: null, needs: { open, overdue } };
      const { container } = render(<CaseReadiness caseFile={caseFile} />);
      const isAmber = container.querySelector(".text-tint-ink") !== null;
      const told = { text: container.textContent, isAmber };
      cleanup();
      return told;
    };
    expect(shown(3)).toEqual({ text: "–3 needed from you", isAmber: false });
    expect(shown(3, 1)).toEqual({ text: "–3 needed from you", isAmber: true });
    expect(shown(0).text).toBe("–");
  },
);
