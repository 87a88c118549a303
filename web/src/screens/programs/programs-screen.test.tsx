import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { askedCategories } from "contract/checklist-parts";
import { documentCategoryLabel } from "contract/document-categories";
import type { Rule } from "contract/rules";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { buildRule } from "#web/testing/rule-records.ts";
import { toastStore } from "#web/ui/toast-store.ts";

let nextUser = 3000;

const seeded = (program: Rule["program"], firstId: number) =>
  askedCategories.map((category, index) =>
    buildRule({ id: firstId + index, program, category, label: documentCategoryLabel(category) }),
  );
const rules = [...seeded("vanuatu", 1), ...seeded("nauru", 27)];

async function openPrograms(stored: readonly Rule[] = rules) {
  nextUser += 1;
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const user = { id: nextUser, email: "admin@example.com", ...names };
  const counts = {
    openCases: 212,
    changedCases: 14,
    itemsAdded: 20,
    itemsRemoved: 3,
    itemsChanged: 6,
  };
  const server = answerWith({
    "GET /api/user": { body: { ...user, role: "admin", isAdmin: true } },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: 0 } },
    "GET /api/document-rules?retired=1": { body: stored },
    "GET /api/samples": { body: [] },
    "POST /api/document-rules/preview": {
      body: { ...counts, examples: [{ caseId: "VU-2026-0014", title: "Sarrouf" }] },
    },
    "PATCH /api/document-rules/1": { body: buildRule({ version: 4 }) },
    "POST /api/document-rules/1/restore": { body: buildRule() },
    "GET /api/document-rules/1/history": {
      body: [
        {
          at: "2026-11-20T08:00:00.000Z",
          person: { firstName: "Leila", lastName: "Demirtas", role: "admin" },
          kind: "changed",
          changes: { label: { from: "Pass", to: "Passport" } },
        },
        { at: "2026-11-01T08:00:00.000Z", person: null, kind: "created", changes: {} },
      ],
    },
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: "/programs" }));
  await screen.findByRole("heading", { level: 1, name: "Programs" });
  await screen.findAllByRole("tab");
  return server;
}

// The code of the screen is there before the first test looks for it.
beforeAll(() => import("./programs-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the rules of the programs", () => {
  it("stand under two tabs in four sections, 26 each", { tags: ["W-RUL-004"] }, async () => {
    await openPrograms();
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Vanuatu",
      "Nauru",
    ]);
    await screen.findByRole("table", { name: "Rules of Stage 1" });
    expect(
      within(screen.getByRole("main"))
        .getAllByRole("heading", { level: 2 })
        .map(({ textContent }) => textContent),
    ).toEqual(["Stage 1", "Stage 2", "Forms", "Issued by the government"]);
    expect(screen.getAllByRole("button", { name: /^Edit the rule for/ })).toHaveLength(26);
    act(() => void fireEvent.mouseDown(screen.getByRole("tab", { name: "Nauru" }), { button: 0 }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: "nauru" }));
    expect(screen.getAllByRole("button", { name: /^Edit the rule for/ })).toHaveLength(26);
  });

  it("are saved only after a preview of the same values", { tags: ["W-RUL-020"] }, async () => {
    const server = await openPrograms();
    fireEvent.click(await screen.findByRole("button", { name: "Edit the rule for Passport" }));
    const panel = await screen.findByRole("dialog", { name: "Passport" });
    const save = () => within(panel).getByRole("button", { name: "Save rule" });
    expect(save().hasAttribute("disabled")).toBe(true);
    fireEvent.change(within(panel).getByLabelText("Most files"), { target: { value: "5" } });
    expect(save().hasAttribute("disabled")).toBe(true);
    fireEvent.click(within(panel).getByRole("button", { name: "Preview" }));
    expect(
      await within(panel).findByText(
        /Changes 14 of 212 open cases:\s+20 items added, 3 removed, 6 change state\./,
      ),
    ).toBeTruthy();
    expect(within(panel).getByRole("link", { name: "VU-2026-0014" })).toBeTruthy();
    expect(save().hasAttribute("disabled")).toBe(false);
    // Other values need another preview.
    fireEvent.change(within(panel).getByLabelText("Most files"), { target: { value: "6" } });
    expect(save().hasAttribute("disabled")).toBe(true);
    fireEvent.click(within(panel).getByRole("button", { name: "Preview" }));
    await waitFor(() => expect(save().hasAttribute("disabled")).toBe(false));
    fireEvent.click(save());
    await vi.waitFor(() => expect(toastStore.read()[0]).toMatchObject({ title: "Rule saved" }));
    const sent = server.to("/api/document-rules/1")[0];
    expect(JSON.parse(sent?.body ?? "")).toEqual({ quantityMax: 6 });
    expect(sent?.headers.get("If-Match")).toBe('"3"');
  });

  it("say what is wrong with a value at its field, and ask nothing of the server", async () => {
    const server = await openPrograms();
    fireEvent.click(await screen.findByRole("button", { name: "Edit the rule for Passport" }));
    const panel = await screen.findByRole("dialog", { name: "Passport" });
    fireEvent.change(within(panel).getByLabelText("What the program calls it"), {
      target: { value: " " },
    });
    fireEvent.click(within(panel).getByRole("button", { name: "Preview" }));
    expect(await within(panel).findByText("Label is required")).toBeTruthy();
    expect(server.to("/api/document-rules/preview")).toEqual([]);
  });

  it("have a history, the newest change first", { tags: ["W-RUL-021"] }, async () => {
    await openPrograms();
    fireEvent.click(await screen.findByRole("button", { name: "Edit the rule for Passport" }));
    const panel = await screen.findByRole("dialog", { name: "Passport" });
    fireEvent.click(within(panel).getByRole("radio", { name: "History" }));
    const lines = await within(panel).findAllByRole("listitem");
    expect(lines[0]?.textContent).toContain("Leila Demirtas changed the rule");
    expect(lines[0]?.textContent).toContain("What the program calls it: “Pass” → “Passport”");
    expect(lines.at(-1)?.textContent).toContain("Deleted user created the rule");
  });

  it("are restored from the folded ones", async () => {
    const retired = buildRule({ retiredAt: "2026-11-20T08:00:00.000Z" });
    const server = await openPrograms([retired, ...rules.slice(1)]);
    fireEvent.click(await screen.findByRole("button", { name: "Retired (1)" }));
    fireEvent.click(screen.getByRole("button", { name: "Restore the rule for Passport" }));
    await vi.waitFor(() => expect(toastStore.read()[0]).toMatchObject({ title: "Rule restored" }));
    expect(server.to("/api/document-rules/1/restore")).toHaveLength(1);
  });

  it("say what an empty program means", async () => {
    await openPrograms([]);
    expect(
      await screen.findByText("No rules yet. Cases of this program have an empty checklist."),
    ).toBeTruthy();
  });
});
