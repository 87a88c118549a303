import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaseRow } from "contract/case-lists";
import { type CaseStatus, caseStatuses } from "contract/case-status";
import type { Role } from "contract/session";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { toastStore } from "#web/ui/toast-store.ts";

const LIST = "groupBy=status";
let nextUser = 1;

function buildRow(id: number, status: CaseStatus): CaseRow {
  return {
    id,
    caseId: `VU-2026-000${id}`,
    title: `Family ${id}`,
    status,
    nationality: "Lebanese",
    citizenshipProgram: "vanuatu",
    numberOfApplicants: 2,
    assignedUsers: [],
    assignedCount: 0,
    updatedAt: `2026-11-0${9 - id}T08:00:00.000Z`,
    version: 4,
    unreadCount: 0,
    readiness: null,
    needs: null,
    group: status,
  };
}

const rows = [
  buildRow(1, "onboarding"),
  buildRow(2, "onboarding"),
  buildRow(3, "bank_clearance"),
  buildRow(4, "bank_clearance"),
];

function countsOf(all: readonly CaseRow[]) {
  const count = (status: CaseStatus) => all.filter((row) => row.status === status).length;
  return {
    total: all.length,
    byStatus: Object.fromEntries(caseStatuses.map((status) => [status, count(status)])),
    attention: null,
    only: null,
    found: all.length,
    groups: caseStatuses
      .filter((status) => count(status) > 0)
      .map((status) => ({ key: status, label: status, count: count(status) })),
    next: null,
    preparing: 0,
  };
}

/** The board as somebody of this role opens it; a move is answered with `status`. */
async function openBoard(role: Role, moveStatus = 200) {
  nextUser += 1;
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const user = { id: nextUser, email: `${role}@example.com`, ...names };
  const page = { body: { rows, next: null, preparing: 0 } };
  const server = answerWith({
    "GET /api/user": { body: { ...user, role, isAdmin: role === "admin" } },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    [`GET /api/cases/counts?${LIST}`]: { body: countsOf(rows) },
    [`GET /api/cases/page?${LIST}&sort=updatedAt&order=desc`]: page,
    [`GET /api/cases/page?${LIST}&sort=status&order=asc`]: page,
    "GET /api/cases/page?unread=true&limit=20": { body: { rows: [], next: null, preparing: 0 } },
    "PATCH /api/cases/by-case-id/VU-2026-0001": {
      status: moveStatus,
      body:
        moveStatus === 200
          ? { ...rows[0], status: "bank_clearance", version: 5, updatedAt: "2026-11-22T08:00:00Z" }
          : { message: "Somebody else was faster", code: "edit.conflict" },
    },
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: "/board" }));
  await screen.findByRole("heading", { level: 1, name: "Board" });
  return server;
}

const titlesIn = (column: string) =>
  within(screen.getByRole("region", { name: new RegExp(`^${column}`) }))
    .queryAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
  // Columns have a height, so that their virtual lists draw cards.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(136);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function moveFirstTo(digit: string): Promise<void> {
  const card = await screen.findByRole("link", { name: "Family 1" });
  fireEvent.keyDown(card, { key: "m" });
  const dialog = await screen.findByRole("dialog", { name: "Move to…" });
  fireEvent.keyDown(within(dialog).getAllByRole("button")[1] as Element, { key: digit });
}

/** As a browser tells of a card that is pulled over a column and let go there. */
async function dropFirstOn(column: string): Promise<void> {
  const link = await screen.findByRole("link", { name: "Family 1" });
  const card = link.closest("article") as HTMLElement;
  const target = screen.getByRole("region", { name: new RegExp(`^${column}`) });
  const dataTransfer = new DataTransfer();
  const tell = (element: Element, type: string) =>
    act(async () => {
      element.dispatchEvent(
        Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true }), { dataTransfer }),
      );
      await new Promise((drawn) => requestAnimationFrame(drawn));
    });
  vi.spyOn(document, "elementFromPoint").mockReturnValue(card);
  await tell(card, "dragstart");
  await tell(target, "dragenter");
  await tell(target, "dragover");
  await tell(target, "drop");
  await tell(card, "dragend");
}

describe("the board", () => {
  it(
    "moves the focused card with M and a digit, and says where it went",
    { tags: ["W-VIE-010"] },
    async () => {
      const server = await openBoard("admin");
      await moveFirstTo("4");
      await waitFor(() => expect(titlesIn("Bank Clearance")).toContain("Family 1"));
      expect(await screen.findByText("Moved to Bank Clearance, 1 of 3")).toBeTruthy();
      const [sent] = server.to("/api/cases/by-case-id/VU-2026-0001");
      expect(sent).toMatchObject({ method: "PATCH", body: '{"status":"bank_clearance"}' });
      expect(sent?.headers.get("If-Match")).toBe('"4"');
      expect(toastStore.read()[0]).toMatchObject({
        title: "Moved to Bank Clearance",
        action: { label: "Undo" },
      });
    },
  );

  it(
    "puts a card back when somebody else was faster, with the existing toast",
    { tags: ["W-VIE-009"] },
    async () => {
      await openBoard("admin", 409);
      await moveFirstTo("4");
      await waitFor(() => expect(toastStore.read()[0]?.variant).toBe("destructive"));
      await waitFor(() => expect(titlesIn("Onboarding")).toEqual(["Family 1", "Family 2"]));
    },
  );

  it(
    "changes the status of a card that is dropped in a column, and puts it back on a conflict",
    { tags: ["W-VIE-009"] },
    async () => {
      for (const status of [200, 409]) {
        const server = await openBoard("admin", status);
        await dropFirstOn("Bank Clearance");
        await waitFor(() =>
          expect(server.to("/api/cases/by-case-id/VU-2026-0001")).toHaveLength(1),
        );
        const [sent] = server.to("/api/cases/by-case-id/VU-2026-0001");
        expect(sent).toMatchObject({ method: "PATCH", body: '{"status":"bank_clearance"}' });
        expect(sent?.headers.get("If-Match")).toBe('"4"');
        const isMoved = status === 200;
        if (!isMoved)
          await waitFor(() => expect(toastStore.read()[0]?.variant).toBe("destructive"));
        const left = isMoved ? ["Family 2"] : ["Family 1", "Family 2"];
        await waitFor(() => expect(titlesIn("Onboarding")).toEqual(left));
        expect(titlesIn("Bank Clearance").includes("Family 1")).toBe(isMoved);
        cleanup();
        queryClient.clear();
      }
    },
  );

  it(
    "asks before a case is cancelled or becomes a citizen's",
    { tags: ["W-VIE-011"] },
    async () => {
      const server = await openBoard("admin");
      const card = await screen.findByRole("link", { name: "Family 1" });
      fireEvent.keyDown(card, { key: "m" });
      const dialog = await screen.findByRole("dialog", { name: "Move to…" });
      fireEvent.click(within(dialog).getByRole("button", { name: /^Cancelled/ }));
      expect(await screen.findByText("Move Family 1 to Cancelled?")).toBeTruthy();
      expect(server.to("/api/cases/by-case-id/VU-2026-0001")).toEqual([]);
    },
  );

  it("shows an agent his cases and moves none", { tags: ["W-VIE-012"] }, async () => {
    await openBoard("agent");
    const card = await screen.findByRole("link", { name: "Family 1" });
    fireEvent.keyDown(card, { key: "m" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Move/ })).toBeNull();
    expect(titlesIn("Bank Clearance")).toEqual(["Family 3", "Family 4"]);
  });
});
