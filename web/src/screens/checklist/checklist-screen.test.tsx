import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Checklist } from "contract/checklist";
import type { Role } from "contract/session";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { buildChecklist, buildClientChecklist, family } from "#web/testing/checklist-records.ts";
import { buildDocument } from "#web/testing/queue-records.ts";
import { buildCase } from "#web/testing/records.ts";
import { toastStore } from "#web/ui/toast-store.ts";

const CODE = "VU-2026-0014";
let nextUser = 1000;

type Opening = {
  readonly checklist?: Checklist;
  readonly address?: string;
  readonly applicants?: typeof family;
};

async function openChecklist(role: Role, opening: Opening = {}) {
  nextUser += 1;
  const { address = `/case/${CODE}/checklist`, applicants = family } = opening;
  const checklist =
    opening.checklist ?? (role === "client" ? buildClientChecklist() : buildChecklist());
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const user = { id: nextUser, email: `${role}@example.com`, ...names };
  const caseFile = buildCase({ id: 1, caseId: CODE, numberOfApplicants: 3 });
  const reviewer = { firstName: "Omar", lastName: "Fakhrazi", role: "agent" };
  const server = answerWith({
    "GET /api/user": { body: { ...user, role, isAdmin: role === "admin" } },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: 0 } },
    [`GET /api/cases/by-case-id/${CODE}`]: {
      body: {
        case: caseFile,
        documents: [buildDocument({ id: 42, originalName: "scan_0042.pdf" })],
        applicants,
        assignedUsers: [],
        can: {},
      },
    },
    [`GET /api/cases/by-case-id/${CODE}/checklist`]: { body: checklist },
    "GET /api/cases/1/applicants": { body: applicants },
    "GET /api/documents/12/reviews": {
      body: [
        {
          id: 5,
          documentId: 12,
          decision: "changes_requested",
          reasonCode: null,
          publicText: "Please send one from the last 90 days.",
          internalNote: null,
          previousState: "waiting",
          by: reviewer,
          createdAt: "2026-11-18T08:00:00.000Z",
          undoneAt: null,
        },
      ],
    },
    "PUT /api/cases/1/checklist/items/r11.p2": {
      body: checklist.items.find(({ key }) => key === "r11.p2"),
    },
    "PUT /api/cases/1/checklist/items/x7": {
      body: checklist.items.find(({ key }) => key === "x7"),
    },
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: address }));
  await screen.findByRole("heading", { level: 2, name: "Nadim Sarrouf" });
  return server;
}

const section = (name: string) => screen.getByRole("region", { name });
const itemNames = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole("listitem")
    .map((item) => item.getAttribute("aria-label"))
    .filter(Boolean);

// The code of the screen is there before the first test looks for it.
beforeAll(() => import("./checklist-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the checklist of a case", () => {
  it(
    "shows each person with figure and stages, the state before the label",
    { tags: ["W-CHK-060"] },
    async () => {
      await openChecklist("agent");
      expect(section("Nadim Sarrouf").textContent).toContain("1 of 4");
      expect(
        within(section("Nadim Sarrouf")).getAllByRole("heading", { level: 3 })[1]?.textContent,
      ).toBe("Stage 20 of 2");
      expect(itemNames(section("Rima Sarrouf"))).toEqual([
        "Changes asked: Proof of Address, Rima Sarrouf",
        "To decide: Employment / Business Proof, Rima Sarrouf",
      ]);
      expect(screen.getByRole("region", { name: "Applicant 3" })).toBeTruthy();
    },
  );

  it(
    "orders by stage when asked to, and keeps that in the address",
    { tags: ["W-CHK-060"] },
    async () => {
      await openChecklist("agent");
      fireEvent.click(screen.getByRole("radio", { name: "By stage" }));
      expect((await screen.findByRole("region", { name: "Stage 2" })).textContent).toContain(
        "0 of 4",
      );
      expect(router.state.location.search).toMatchObject({ by: "stage" });
    },
  );

  it("shows what is open alone, from the address on", { tags: ["W-CHK-061"] }, async () => {
    await openChecklist("agent", { address: `/case/${CODE}/checklist?open=1` });
    expect(screen.getByRole("switch", { name: "Open only" }).getAttribute("aria-checked")).toBe(
      "true",
    );
    expect(itemNames(section("Nadim Sarrouf"))).toEqual([
      "To review: Bank Statements, Nadim Sarrouf",
      "Missing: Sale contract behind the April deposit, Nadim Sarrouf",
      "Missing: Nomination Form, Nadim Sarrouf",
    ]);
    fireEvent.click(screen.getByRole("switch", { name: "Open only" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("open"));
  });

  it(
    "speaks to clients in their words, without a staff menu or a question",
    { tags: ["W-CHK-062"] },
    async () => {
      await openChecklist("client");
      expect(itemNames(section("Rima Sarrouf"))).toEqual([
        "Please change: Proof of Address, Rima Sarrouf",
        "We will tell you: Employment / Business Proof, Rima Sarrouf",
      ]);
      expect(screen.queryByRole("button", { name: "Needed" })).toBeNull();
      expect(screen.queryByRole("button", { name: "Ask for a document" })).toBeNull();
      expect(screen.queryByText(/if working/)).toBeNull();
      fireEvent.pointerDown(
        screen.getByRole("button", { name: "Actions for Proof of Address for Rima Sarrouf" }),
        { button: 0, ctrlKey: false },
      );
      const menu = await screen.findByRole("menu");
      expect(within(menu).queryByText("Not needed…")).toBeNull();
      expect(within(menu).queryByText("Set due date…")).toBeNull();
    },
  );

  it(
    "tells clients what the bureau prepares, and asks nothing of them for it",
    { tags: ["W-CHK-063"] },
    async () => {
      await openChecklist("client");
      const forms = screen.getByLabelText("To send: Nomination Form, Nadim Sarrouf");
      expect(forms.textContent).toContain("We prepare this.");
      expect(forms.textContent).not.toContain("you sign");
      expect(screen.getAllByText("2 need something from you").length).toBeGreaterThan(0);
    },
  );

  it(
    "opens the upload with what is asked of whom as its heading",
    { tags: ["W-CHK-064", "W-REV-048"] },
    async () => {
      await openChecklist("client");
      const row = screen.getByLabelText("Please change: Proof of Address, Rima Sarrouf");
      expect(row.textContent).toContain("Please send one from the last 90 days.");
      expect(await within(row).findByText(/Omar Fakhrazi/)).toBeTruthy();
      fireEvent.click(within(row).getByRole("button", { name: /^Upload a new version/ }));
      const dialog = await screen.findByRole("dialog", {
        name: "Proof of Address for Rima Sarrouf",
      });
      expect(within(dialog).getByLabelText("Issued on")).toBeTruthy();
      expect(within(dialog).queryByText("Accept at once")).toBeNull();
    },
  );

  it(
    "asks staff why a paper is not needed before it can be saved",
    { tags: ["W-CHK-065"] },
    async () => {
      const server = await openChecklist("agent");
      fireEvent.pointerDown(
        screen.getByRole("button", {
          name: "Actions for Sale contract behind the April deposit for Nadim Sarrouf",
        }),
        { button: 0, ctrlKey: false },
      );
      fireEvent.click(await screen.findByRole("menuitem", { name: "Not needed…" }));
      const dialog = await screen.findByRole("dialog");
      const save = within(dialog).getByRole("button", { name: "Save" });
      expect(save.hasAttribute("disabled")).toBe(true);
      fireEvent.change(within(dialog).getByLabelText("Why"), { target: { value: "Paid by card" } });
      fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
      await vi.waitFor(() =>
        expect(toastStore.read()[0]).toMatchObject({ title: "Marked as not needed" }),
      );
      const [sent] = server.to("/api/cases/1/checklist/items/x7");
      expect(JSON.parse(sent?.body ?? "")).toEqual({
        verdict: "not_required",
        reason: "Paid by card",
      });
      expect(sent?.headers.get("If-Match")).toBe('"3"');
    },
  );

  it("answers an open question with one press", { tags: ["W-CHK-048"] }, async () => {
    const server = await openChecklist("agent");
    expect(screen.getByText("Needed if working.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Needed" }));
    await vi.waitFor(() =>
      expect(server.to("/api/cases/1/checklist/items/r11.p2")[0]?.body).toBe(
        '{"verdict":"applies"}',
      ),
    );
    expect(server.to("/api/cases/1/checklist/items/r11.p2")[0]?.headers.get("If-Match")).toBe(
      '"0"',
    );
  });

  it(
    "leads staff from a file of no type to the desk; clients read that it is being sorted",
    { tags: ["W-CHK-066"] },
    async () => {
      await openChecklist("agent");
      const others = section("Other files");
      expect(others.textContent).toContain("scan_0042.pdf");
      expect(others.textContent).toContain("No type yet");
      expect(
        within(others).getByRole("link", { name: "Sort scan_0042.pdf" }).getAttribute("href"),
      ).toBe("/review?case=1&document=42");
      cleanup();
      queryClient.clear();
      await openChecklist("client");
      expect(section("Other files").textContent).toContain("We are sorting these.");
      expect(within(section("Other files")).queryByRole("link")).toBeNull();
    },
  );

  it(
    "names a missing fact once for each person, with what depends on it",
    { tags: ["W-CHK-067"] },
    async () => {
      await openChecklist("client");
      expect(
        screen.getByText("Add the date of birth of Applicant 3: 2 more items depend on it."),
      ).toBeTruthy();
      expect(
        screen
          .getByRole("link", { name: "Add the date of birth of Applicant 3" })
          .getAttribute("href"),
      ).toContain(`/case/${CODE}?tab=applicants`);
    },
  );

  it("announces a birthday that changes the checklist", { tags: ["W-VAL-016"] }, async () => {
    await openChecklist("client");
    expect(
      screen.getByText("Applicant 3 turns 18 on 14 Jan 2027: the checklist changes that day."),
    ).toBeTruthy();
  });

  it(
    "tells clients the day of handing in, which staff alone can set",
    { tags: ["W-VAL-015"] },
    async () => {
      await openChecklist("client");
      expect(screen.getByText("We plan to hand in on 12 Dec 2026.")).toBeTruthy();
      expect(screen.queryByLabelText("Handing in on")).toBeNull();
      cleanup();
      queryClient.clear();
      await openChecklist("agent");
      expect(screen.getByLabelText("Handing in on")).toBeTruthy();
      expect(screen.queryByText(/We plan to hand in/)).toBeNull();
    },
  );

  it("folds what is not needed and what comes later until somebody looks", async () => {
    await openChecklist("agent");
    expect(screen.queryByLabelText(/Oath of Allegiance/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Later (1)" }));
    expect(screen.getByLabelText("Later: Oath of Allegiance, Nadim Sarrouf")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Not needed (1)" })).toBeTruthy();
  });

  it("opens every fold for printing", { tags: ["W-CHK-071"] }, async () => {
    await openChecklist("agent");
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect(screen.getByLabelText("Later: Oath of Allegiance, Nadim Sarrouf")).toBeTruthy();
    expect(
      screen.getByLabelText("Not needed: Other Supporting Document, Nadim Sarrouf"),
    ).toBeTruthy();
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(screen.queryByLabelText(/Oath of Allegiance/)).toBeNull();
  });
});
