import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { buildCase } from "#web/testing/records.ts";

let nextUser = 7500;
const CODE = "VU-2026-0014";

const paper = (documentId: number, label: string) => ({
  documentId,
  label,
  person: "SARROUF, NADIM",
  fileName: `${label}.pdf`,
  mimeType: "application/pdf",
  bytes: 2000,
  pages: 2,
  isTicked: false,
});
const passport = paper(11, "Passport");
const diploma = paper(12, "Diploma");

const missing = ["r1:1", "r2:1"].map((key, index) => ({
  key,
  label: `Police certificate ${index + 1}`,
  person: "SARROUF, NADIM",
  state: "missing",
  documentIds: [],
}));

function planOf(some: object) {
  const sections = [{ title: "SARROUF, NADIM", entries: [passport] }];
  const about = { title: "FIU, first stage", addressee: "Financial Intelligence Unit" };
  const none = { missing: [], later: 0, separate: [], problems: [], extras: [] };
  return { ...about, sections, ...none, pages: 2, bytes: 2000, checking: false, ...some };
}

/** Of an answer with these papers in this order. */
function answerOf(...chosen: (typeof passport)[]) {
  return planOf({
    title: "Answer to a request",
    sections: chosen.length === 0 ? [] : [{ title: "Papers", entries: chosen }],
    extras: [passport, diploma].filter((each) => !chosen.includes(each)),
  });
}

async function open(query: string, second: object = {}) {
  nextUser += 1;
  const names = { firstName: "Omar", lastName: "Fakhrazi", profileImageUrl: null };
  const user = { id: nextUser, email: "o@example.com", ...names, role: "agent", isAdmin: false };
  const plan = (rest: string) => `GET /api/cases/1/dossiers/plan?kind=${rest}`;
  const server = answerWith({
    "GET /api/user": { body: user },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: 0 } },
    "GET /api/notifications/count": { body: { unread: 0 } },
    [`GET /api/cases/by-case-id/${CODE}`]: {
      body: {
        case: buildCase({ id: 1, caseId: CODE }),
        documents: [],
        applicants: [],
        assignedUsers: [],
        can: {},
      },
    },
    [`GET /api/cases/by-case-id/${CODE}/dossiers`]: { body: [] },
    [plan("fiu")]: { body: planOf({ missing }) },
    [plan("citizenship")]: {
      body: planOf({ title: "Citizenship Office, second stage", ...second }),
    },
    [plan("answer")]: { body: answerOf() },
    [plan("answer&documents=11")]: { body: answerOf(passport) },
    [plan("answer&documents=11&documents=12")]: { body: answerOf(passport, diploma) },
    [plan("answer&documents=12&documents=11")]: { body: answerOf(diploma, passport) },
    "POST /api/cases/1/dossiers": { status: 201, body: {} },
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: `/case/${CODE}/dossiers/new?${query}` }));
  return server;
}

beforeAll(() => import("./dossiers-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const stepTo = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));

it(
  "what is missing stands in every step, as many as the plan has",
  { tags: ["W-DOS-048"] },
  async () => {
    await open("kind=fiu");
    const headings = ["1 For whom", "2 Papers", "3 Build"];
    for (const name of headings) {
      await screen.findByRole("heading", { name });
      expect((await screen.findAllByText("What is missing: 2"))[0]).toBeDefined();
      const next = headings[headings.indexOf(name) + 1];
      if (next) stepTo(next);
    }
  },
);

it("a kind is ready when nothing is missing and nothing is asked for later", async () => {
  const card = (name: RegExp) => screen.findByRole("button", { name });
  await open("kind=fiu", { later: 3 });
  expect(await card(/^FIU, first stage\s*2 missing$/)).toBeDefined();
  expect(await card(/^Citizenship Office, second stage\s*3 later$/)).toBeDefined();
  cleanup();
  queryClient.clear();
  await open("kind=fiu");
  expect(await card(/^Citizenship Office, second stage\s*Ready$/)).toBeDefined();
});

it("says that a kind is for admins, and keeps what was decided about each", async () => {
  await open("kind=fiu");
  const closed = await screen.findByRole("button", { name: /Built by admins\./ });
  expect(closed).toHaveProperty("disabled", true);
  const title = await screen.findByRole("textbox", { name: /Title/ });
  fireEvent.change(title, { target: { value: "Second try" } });
  fireEvent.click(await screen.findByRole("button", { name: /Citizenship Office/ }));
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: /Title/ })).toHaveProperty(
      "value",
      "Citizenship Office, second stage",
    ),
  );
  fireEvent.click(screen.getByRole("button", { name: /FIU, first stage/ }));
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: /Title/ })).toHaveProperty("value", "Second try"),
  );
});

it(
  "an answer has its papers in the order of keys, and is built by Ctrl+Enter",
  { tags: ["W-DOS-049"] },
  async () => {
    const server = await open("kind=answer&step=papers");
    fireEvent.click(await screen.findByRole("checkbox", { name: /Passport/ }));
    await screen.findByRole("button", { name: /^Passport/ });
    fireEvent.click(screen.getByRole("checkbox", { name: /Diploma/ }));
    const moved = await screen.findByRole("button", { name: /^Diploma/ });
    moved.focus();
    fireEvent.keyDown(moved, { key: "ArrowUp", altKey: true });
    const order = () =>
      screen
        .getAllByRole("button", { name: /^(Passport|Diploma)/ })
        .map((each) => each.textContent);
    expect(order()).toEqual(["Diploma SARROUF, NADIM", "Passport SARROUF, NADIM"]);
    expect(document.activeElement?.textContent).toContain("Diploma");
    stepTo("3 Build");
    const form = await screen.findByRole("form", { name: "3 Build" });
    await waitFor(() => expect(screen.getByText(/2 papers, 4 pages/)).toBeDefined());
    fireEvent.keyDown(form, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(server.to("/api/cases/1/dossiers")).toHaveLength(1));
    const [sent] = server.to("/api/cases/1/dossiers");
    expect(await screen.findByText("No dossiers yet.")).toBeDefined();
    expect(JSON.parse(sent!.body)).toMatchObject({ kind: "answer", documents: [12, 11] });
  },
);
