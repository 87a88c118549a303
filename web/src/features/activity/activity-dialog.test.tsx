import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { ActivityDialog } from "./activity-dialog.tsx";

const NEWEST = "GET /api/cases/7/audit?limit=30";
const before = (seq: number) => `GET /api/cases/7/audit?before=${seq}&limit=30`;
const NOTES = "GET /api/cases/7/internal-notes";
const event = (id: number) => ({
  id,
  seq: id + 500,
  createdAt: "2025-11-20T21:30:00.000Z",
  actor: { firstName: "Amina", lastName: "Rahman", email: "amina@example.com" },
  action: "create",
  documentName: null,
  stage: null,
  metadata: {},
});
const events = (count: number, last = count) =>
  Array.from({ length: count }, (_, index) => event(last - index));
const NONE = { body: [] };
const lineCount = () => screen.getAllByRole("listitem").length;

function show(replies: Parameters<typeof answerWith>[0]) {
  const server = answerWith({ "GET /api/csrf-token": { body: { csrfToken: "t" } }, ...replies });
  render(
    <QueryClientProvider client={queryClient}>
      <ActivityDialog caseFile={{ id: 7, title: "A case" }} open onOpenChange={() => undefined} />
    </QueryClientProvider>,
  );
  return server;
}

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the activity of a case", () => {
  it("is nothing without events and notes", { tags: ["C-ACT-002"] }, async () => {
    show({ [NEWEST]: { body: [] }, [NOTES]: { body: [] } });
    expect(await screen.findByText("No activity")).toBeTruthy();
  });

  it(
    "may have notes without events, shown beside each other",
    { tags: ["C-ACT-001", "C-ACT-003"] },
    async () => {
      const note = { id: 1, message: "Call the bank", createdAt: event(1).createdAt, user: null };
      show({ [NEWEST]: { body: [] }, [NOTES]: { body: [note] } });
      expect(await screen.findByText("No audit events found for this case.")).toBeTruthy();
      expect(screen.getByText("Call the bank")).toBeTruthy();
    },
  );

  it(
    "comes in pages of 30, with more to load while a page is full",
    { tags: ["C-ACT-020..021"] },
    async () => {
      show({
        [NEWEST]: { body: events(30, 33) },
        [before(504)]: { body: events(3) },
        [NOTES]: NONE,
      });
      fireEvent.click(await screen.findByRole("button", { name: "Load more activity" }));
      await waitFor(() => expect(lineCount()).toBe(33));
      expect(screen.queryByRole("button", { name: "Load more activity" })).toBeNull();
    },
  );

  it(
    "doubles and hides no line when another arrives before more is loaded",
    { tags: ["W-LST-049"] },
    async () => {
      let written = 40;
      const server = show({
        [NEWEST]: () => ({ body: events(30, written) }),
        [before(511)]: { body: events(10) },
        [before(512)]: { body: events(11) },
        [NOTES]: NONE,
      });
      const more = await screen.findByRole("button", { name: "Load more activity" });
      written += 1;
      fireEvent.click(more);
      await waitFor(() => expect(lineCount()).toBe(40));
      expect(server.to("/api/cases/7/audit?before=511&limit=30")).toHaveLength(1);
      // Read anew, every page moves along behind the one before it.
      await queryClient.invalidateQueries();
      await waitFor(() => expect(lineCount()).toBe(41));
    },
  );

  it("says what could not be loaded", { tags: ["C-ERR-035..037"] }, async () => {
    show({ [NEWEST]: { status: 500 }, [NOTES]: { status: 500 } });
    expect(await screen.findByText("Failed to fetch audit events")).toBeTruthy();
    expect(await screen.findByText("Failed to fetch internal notes")).toBeTruthy();
    expect(screen.getByText("Failed to load activity")).toBeTruthy();
  });

  it("is for admins", { tags: ["C-ERR-034"] }, async () => {
    show({ [NEWEST]: { status: 403 }, [NOTES]: { body: [] } });
    expect(await screen.findByText("Admin access required")).toBeTruthy();
  });
});

describe("an internal note", () => {
  it(
    "is sent by Ctrl or Cmd and Enter, and never when it is blank",
    { tags: ["C-ACT-017..018"] },
    async () => {
      const note = { id: 1, message: "Call", createdAt: event(1).createdAt, user: null };
      const server = show({
        [NEWEST]: { body: [] },
        [NOTES]: { body: [] },
        "POST /api/cases/7/internal-notes": { status: 201, body: note },
      });
      const sent = () =>
        server.received.filter(({ method, url }) => method === "POST" && url.includes("notes"));
      const box = await screen.findByRole("textbox");
      fireEvent.change(box, { target: { value: "   " } });
      fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
      fireEvent.change(box, { target: { value: "Call" } });
      fireEvent.keyDown(box, { key: "Enter" });
      expect(sent()).toHaveLength(0);
      fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
      await waitFor(() => expect(sent()).toHaveLength(1));
      fireEvent.change(box, { target: { value: "Call again" } });
      fireEvent.keyDown(box, { key: "Enter", metaKey: true });
      await waitFor(() => expect(sent()).toHaveLength(2));
    },
  );
});
