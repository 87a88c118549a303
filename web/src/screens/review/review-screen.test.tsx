import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { QueueRow } from "contract/reviews";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { buildDocument, buildQueueRow } from "#web/testing/queue-records.ts";
import { toastStore } from "#web/ui/toast-store.ts";

let nextUser = 2000;
const NAMES = ["Anna Ek", "Bo Lind", "Cleo Marsh"];

/** Word files, which no browser shows: nothing is fetched for them. */
function rowOf(id: number, fields: Partial<QueueRow> = {}): QueueRow {
  const name = NAMES[id - 1] ?? "Dana Ross";
  const document = buildDocument({
    id,
    originalName: `Paper ${id}.docx`,
    mimeType: "application/msword",
  });
  const row = buildQueueRow();
  return { ...row, document, person: row.person && { ...row.person, fullName: name }, ...fields };
}

const issueDate = {
  label: "Police Certificate (Origin)",
  form: null,
  help: null,
  note: null,
  window: { basis: "issue-date" as const, days: 180, warnDays: 30, referenceDay: "2026-11-09" },
};

type Queue = { rows: QueueRow[] };

async function openDesk(queue: Queue, address = "/review") {
  nextUser += 1;
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const user = { id: nextUser, email: "a@example.com", ...names };
  const list = () => ({ body: { total: queue.rows.length, next: null, rows: queue.rows } });
  const decided = (id: number) => () => {
    const row = queue.rows.find(({ document }) => document.id === id);
    queue.rows = queue.rows.filter(({ document }) => document.id !== id);
    const review = { id: 90 + id, documentId: id, decision: "accepted", by: null };
    return { status: 201, body: { document: row?.document, review } };
  };
  const server = answerWith({
    "GET /api/user": { body: { ...user, role: "agent", isAdmin: false } },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: queue.rows.length } },
    "GET /api/reviews": list,
    "GET /api/reviews?program=nauru": () => ({ body: { total: 0, next: null, rows: [] } }),
    ...Object.fromEntries(
      [1, 2, 3].map((id) => [`POST /api/documents/${id}/reviews`, decided(id)]),
    ),
    "DELETE /api/documents/1/reviews/91": () => {
      queue.rows = [rowOf(1), ...queue.rows];
      return { body: rowOf(1).document };
    },
    "GET /api/documents/1/reviews": {
      body: [{ id: 5, by: { firstName: "Omar", lastName: "Fakhrazi", role: "agent" } }],
    },
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: address }));
  return server;
}

const queueOf = (...ids: number[]): Queue => ({ rows: ids.map((id) => rowOf(id)) });
const shownPerson = () => within(screen.getByRole("region", { name: "Decision" }));
const press = (key: string, init: Partial<KeyboardEventInit> = {}) =>
  fireEvent.keyDown(document.body, { key, ...init });
const sees = (name: string) => waitFor(() => expect(shownPerson().getByText(name)).toBeTruthy());

// The code of the screen is there before the first test looks for it.
beforeAll(() => import("./review-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the review desk", () => {
  it(
    "is worked through by keys: accept, skip, back and forth, undo",
    { tags: ["W-REV-033", "W-REV-038"] },
    async () => {
      const queue = queueOf(1, 2, 3);
      const server = await openDesk(queue);
      await screen.findByRole("heading", { level: 1, name: "Review" });
      await sees("Anna Ek");
      press("ArrowRight");
      await sees("Bo Lind");
      press("ArrowLeft");
      await sees("Anna Ek");
      press("s");
      await sees("Bo Lind");
      press("a");
      await sees("Cleo Marsh");
      expect(server.to("/api/documents/2/reviews")).toHaveLength(1);
      expect(toastStore.read()[0]).toMatchObject({
        title: 'Accepted "Paper 2.docx"',
        action: { label: "Undo" },
        duration: 10_000,
      });
      // What was skipped comes back at the end.
      press("ArrowRight");
      await sees("Anna Ek");
      press("r");
      expect(screen.getByRole("form", { name: "Ask for changes" })).toBeTruthy();
    },
  );

  it(
    "takes back by Z, and brings the document back as the one looked at",
    { tags: ["W-REV-033", "W-REV-038"] },
    async () => {
      const queue = queueOf(1, 2);
      const server = await openDesk(queue);
      await sees("Anna Ek");
      press("a");
      await sees("Bo Lind");
      press("z");
      await sees("Anna Ek");
      expect(server.received.some(({ method }) => method === "DELETE")).toBe(true);
      expect(toastStore.read()[0]).toMatchObject({ title: "Decision taken back" });
    },
  );

  it("accepts one document however long A is held down", { tags: ["W-REV-034"] }, async () => {
    const queue = queueOf(1, 2, 3);
    const server = await openDesk(queue);
    await sees("Anna Ek");
    press("a");
    for (let repeated = 0; repeated < 5; repeated += 1) press("a", { repeat: true });
    await sees("Bo Lind");
    expect(server.received.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it(
    "leaves keys to fields, to Ctrl, Alt and Meta, and all letters to whoever turned them off",
    { tags: ["W-REV-035"] },
    async () => {
      const queue = queueOf(1, 2);
      const server = await openDesk(queue);
      await sees("Anna Ek");
      for (const modifier of ["ctrlKey", "altKey", "metaKey"] as const)
        press("a", { [modifier]: true });
      fireEvent.keyDown(screen.getByLabelText(/Internal note/), { key: "a" });
      fireEvent.click(screen.getByRole("switch", { name: "Single-key shortcuts" }));
      for (const key of ["a", "r", "s", "z"]) press(key);
      expect(server.received.filter(({ method }) => method === "POST")).toHaveLength(0);
      expect(screen.queryByRole("form")).toBeNull();
      await sees("Anna Ek");
      expect(localStorage.getItem("reviewShortcuts")).toBe("off");
      press("ArrowRight");
      await sees("Bo Lind");
    },
  );

  it(
    "asks for the date that counts: A goes to it, Enter accepts with it",
    { tags: ["W-REV-037"] },
    async () => {
      const queue: Queue = { rows: [rowOf(1, { rule: issueDate }), rowOf(2)] };
      const server = await openDesk(queue);
      await sees("Anna Ek");
      press("a");
      const field = screen.getByLabelText("Issued on");
      expect(document.activeElement).toBe(field);
      expect(server.received.filter(({ method }) => method === "POST")).toHaveLength(0);
      fireEvent.change(field, { target: { value: "2026-11-02" } });
      fireEvent.keyDown(field, { key: "Enter" });
      await sees("Bo Lind");
      expect(JSON.parse(server.to("/api/documents/1/reviews")[0]?.body ?? "")).toMatchObject({
        decision: "accepted",
        issuedOn: "2026-11-02",
        version: 1,
      });
    },
  );

  it(
    "accepts a paper that shows no date when that is ticked",
    { tags: ["W-REV-037"] },
    async () => {
      const queue: Queue = { rows: [rowOf(1, { rule: issueDate }), rowOf(2)] };
      const server = await openDesk(queue);
      await sees("Anna Ek");
      fireEvent.click(screen.getByRole("checkbox", { name: "The document shows no date" }));
      press("a");
      await sees("Bo Lind");
      expect(JSON.parse(server.to("/api/documents/1/reviews")[0]?.body ?? "")).toMatchObject({
        withoutDate: true,
      });
    },
  );

  it("warns of what is too old before it is accepted", { tags: ["W-VAL-012"] }, async () => {
    await openDesk({ rows: [rowOf(1, { rule: issueDate })] });
    await sees("Anna Ek");
    fireEvent.change(screen.getByLabelText("Issued on"), { target: { value: "2026-04-18" } });
    expect(
      screen.getByText("Issued 205 days before 9 Nov 2026; at most 180 are allowed."),
    ).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: "Count it as valid anyway" })).toBeTruthy();
  });

  it(
    "fills the text of a reason, sends it as edited, with Ctrl+Enter",
    { tags: ["W-REV-039"] },
    async () => {
      const queue = queueOf(1, 2);
      const server = await openDesk(queue);
      await sees("Anna Ek");
      fireEvent.click(screen.getByRole("button", { name: /^Ask for changes/ }));
      const form = screen.getByRole("form", { name: "Ask for changes" });
      fireEvent.click(within(form).getByRole("radio", { name: "Another person's" }));
      const text = within(form).getByLabelText<HTMLTextAreaElement>("The client reads this");
      expect(text.value).toBe(
        "This document belongs to someone else. Here we need the one of Anna Ek.",
      );
      fireEvent.change(text, { target: { value: "Please send yours." } });
      fireEvent.keyDown(text, { key: "Enter", ctrlKey: true });
      await sees("Bo Lind");
      expect(JSON.parse(server.to("/api/documents/1/reviews")[0]?.body ?? "")).toMatchObject({
        decision: "changes_requested",
        reasonCode: "wrong_person",
        publicText: "Please send yours.",
      });
    },
  );

  it("offers the sample only where the rule has one", { tags: ["W-REV-040"] }, async () => {
    await openDesk({ rows: [rowOf(1, { sampleId: 4 }), rowOf(2)] });
    await sees("Anna Ek");
    expect(screen.getByRole("button", { name: "Show sample" })).toBeTruthy();
    press("ArrowRight");
    await sees("Bo Lind");
    expect(screen.queryByRole("button", { name: "Show sample" })).toBeNull();
  });

  it("leaves what somebody else has decided, and says who", { tags: ["W-REV-041"] }, async () => {
    const queue = queueOf(1, 2);
    await openDesk(queue);
    await sees("Anna Ek");
    queue.rows = queue.rows.slice(1);
    await act(() => queryClient.invalidateQueries());
    await sees("Bo Lind");
    await vi.waitFor(() =>
      expect(toastStore.read()[0]).toMatchObject({
        title: "Omar Fakhrazi has already decided on this document.",
      }),
    );
  });

  it(
    "puts the focus on the next heading and says what comes next",
    { tags: ["W-REV-042"] },
    async () => {
      const queue = queueOf(1, 2, 3);
      await openDesk(queue);
      await sees("Anna Ek");
      press("a");
      await sees("Bo Lind");
      expect(document.activeElement?.id).toBe("review-heading");
      expect(
        screen.getByText("Accepted. Next: Police Certificate (Origin) of Bo Lind, 1 of 2."),
      ).toBeTruthy();
    },
  );

  it(
    "rests when nothing waits, and shows a new upload by itself",
    { tags: ["W-REV-043"] },
    async () => {
      const queue: Queue = { rows: [] };
      await openDesk(queue);
      expect(await screen.findByText("Nothing to review.")).toBeTruthy();
      expect(screen.getByText("New uploads appear here by themselves.")).toBeTruthy();
      queue.rows = [rowOf(1)];
      await act(() => queryClient.invalidateQueries());
      await sees("Anna Ek");
    },
  );

  it("says so when the filters leave nothing", async () => {
    await openDesk(queueOf(1), "/review?program=nauru");
    expect(await screen.findByText("Nothing to review with these filters.")).toBeTruthy();
  });

  it("asks for type and person first where they are missing", async () => {
    const unsorted = buildDocument({ id: 1, category: "uncategorized", assignedTo: null });
    const row = rowOf(1, {
      document: { ...unsorted, originalName: "scan.docx" },
      item: null,
      person: null,
      rule: null,
    });
    await openDesk({ rows: [row] });
    expect(await screen.findByText("Sort it first")).toBeTruthy();
    const accept = screen.getByRole("button", { name: /^Accept/ });
    expect(accept.hasAttribute("disabled")).toBe(true);
    expect(accept.title).toBe("Choose a type and a person first");
  });
});
