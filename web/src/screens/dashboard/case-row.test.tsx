import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { CaseRow as Row } from "contract/case-lists";
import { buildChecklist } from "#web/testing/checklist-records.ts";
import { CaseRow } from "./case-row.tsx";

const row: Row = {
  id: 1,
  caseId: "VU-2026-0014",
  title: "Nadim Sarrouf",
  status: "bank_clearance",
  nationality: "Lebanese",
  citizenshipProgram: "vanuatu",
  numberOfApplicants: 4,
  assignedUsers: [],
  assignedCount: 0,
  updatedAt: "2026-11-20T08:00:00.000Z",
  version: 4,
  unreadCount: 0,
  readiness: null,
  needs: null,
  group: null,
};

async function cellsOf(shown: Row): Promise<HTMLElement[]> {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <table>
        <tbody>
          <CaseRow caseFile={shown} isAdmin={false} onOpen={() => undefined} />
        </tbody>
      </table>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(<RouterProvider router={router as never} />);
  return screen.findAllByRole("cell");
}

afterEach(cleanup);

it(
  "shows ring and figure behind the status, what waits as their title",
  { tags: ["W-RDY-010", "W-RDY-015"] },
  async () => {
    const { readiness } = buildChecklist();
    const cells = await cellsOf({ ...row, readiness });
    expect(cells[2]?.textContent).toBe("Bank Clearance");
    expect(cells[3]?.textContent).toBe("1 of 8");
    expect(cells[3]?.querySelector("[title]")?.getAttribute("title")).toBe(
      "To review 2, To sort 1, To decide 3",
    );
    expect(
      screen.getByRole("img", { name: "Checklist of Nadim Sarrouf: 1 of 8, 12 %" }),
    ).toBeTruthy();
    expect(cells[4]?.textContent).toBe("4");
  },
);

it(
  "shows a dash while nothing is known, or nothing is asked for",
  { tags: ["W-RDY-016"] },
  async () => {
    expect((await cellsOf(row))[3]?.textContent).toBe("–");
    cleanup();
    const { readiness } = buildChecklist();
    const none = { ...row, readiness: { ...readiness, total: 0, done: 0, percent: null } };
    expect((await cellsOf(none))[3]?.textContent).toBe("–");
  },
);
