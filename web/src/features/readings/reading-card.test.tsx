import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PassportReading } from "contract/readings";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildDocument } from "#web/testing/queue-records.ts";
import { buildEmptyReading, buildFields, buildReading } from "#web/testing/reading-records.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { ReadingCard } from "./reading-card.tsx";

const passport = buildDocument({ category: "passport", originalName: "Main - Passport.jpg" });
const VERDICTS = "/api/documents/1/reading/verdicts";
const READING = "GET /api/documents/1/reading";

function show(first: PassportReading, replies: Parameters<typeof answerWith>[0] = {}) {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    [READING]: { body: first },
    ...replies,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ReadingCard document={passport} person={{ id: 3, fullName: "Nadim Sarrouf" }} hasKeys />
    </QueryClientProvider>,
  );
  return server;
}

const decided = (reading: PassportReading) => ({ body: { applicant: null, reading } });
const bodiesTo = (server: ReturnType<typeof show>, path: string) =>
  server
    .to(path)
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as object);
const button = (name: string) => screen.findByRole("button", { name });

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what was read from a passport", () => {
  it("stands value by value beside what the portal knows, equal ones in one line", async () => {
    show(buildReading());
    expect(
      await screen.findByRole("button", { name: "Name, sex, nationality: the same" }),
    ).toBeTruthy();
    const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "FieldIn the passportIn the portalAction",
      "Date of birth12 Mar 1979Checked–Use",
      "Passport numberLR0012345Checked–Use",
      "Issuing countryLebanonCompare by eye–Use",
      "Valid until4 Jul 2031Checked–Use",
    ]);
    fireEvent.click(await button("Name, sex, nationality: the same"));
    expect(screen.getByRole("row", { name: /^Sex Male/ })).toBeTruthy();
  });

  it("takes by U what matches, and nothing that differs", { tags: ["W-MRZ-045"] }, async () => {
    const fields = buildFields({ dateOfBirth: { compared: "different", current: "1979-03-13" } });
    const server = show(buildReading({ fields }), {
      [`POST ${VERDICTS}`]: decided(buildReading()),
    });
    await button("Use what matches U");
    fireEvent.keyDown(document.body, { key: "u" });
    await waitFor(() => expect(toastStore.read()[0]).toMatchObject({ title: "Used 5 values" }));
    const use = "use";
    expect(bodiesTo(server, VERDICTS)).toEqual([
      {
        applicantVersion: 4,
        fields: {
          name: use,
          sex: use,
          nationality: use,
          passportNumber: use,
          passportExpiresOn: use,
        },
      },
    ]);
  });

  it("has nothing to take where all differs", { tags: ["W-MRZ-045"] }, async () => {
    const different = { compared: "different" as const };
    const fields = buildFields().map((field) => ({ ...field, ...different }));
    const server = show(buildReading({ fields }));
    expect((await button("Use what matches U")).hasAttribute("disabled")).toBe(true);
    fireEvent.keyDown(document.body, { key: "u" });
    expect(server.to(VERDICTS)).toEqual([]);
  });

  it("is taken value by value, goes on to the next, and is taken back for ten seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const taken = buildFields({
      dateOfBirth: { verdict: "taken", compared: "same", current: "1979-03-12" },
    });
    const server = show(buildReading(), {
      [`POST ${VERDICTS}`]: decided(buildReading({ fields: taken, version: 5 })),
      [`DELETE ${VERDICTS}/dateOfBirth`]: decided(buildReading({ version: 6 })),
    });
    fireEvent.click(await button("Use: Date of birth"));
    const undo = await button("Undo: Date of birth");
    expect(toastStore.read()[0]).toMatchObject({ title: "Date of birth used" });
    expect(screen.getByText("Date of birth used.")).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole("button", { name: "Use: Passport number" }),
      ),
    );
    fireEvent.click(undo);
    expect(await button("Use: Date of birth")).toBeTruthy();
    expect(server.received.some(({ method }) => method === "DELETE")).toBe(true);

    fireEvent.click(await button("Use: Date of birth"));
    await button("Undo: Date of birth");
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByRole("button", { name: "Undo: Date of birth" })).toBeNull();
    expect(screen.getByRole("row", { name: /^Date of birth .* Used$/ })).toBeTruthy();
  });

  it("strikes the old value through until the new one is saved", async () => {
    const fields = buildFields({ nationality: { compared: "different", current: "Syrian" } });
    let answer: (reply: Response) => void = () => undefined;
    show(buildReading({ fields }));
    const fetchBefore = fetch;
    await button("Replace: Nationality");
    vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
      url === VERDICTS ? new Promise((give) => (answer = give)) : fetchBefore(url, init),
    );
    fireEvent.click(await button("Replace: Nationality"));
    await waitFor(() => expect(screen.getByText("Syrian").tagName).toBe("DEL"));
    answer(new Response(JSON.stringify({ applicant: null, reading: buildReading() })));
    await waitFor(() => expect(screen.queryByText("Syrian")).toBeNull());
  });

  it(
    "names neither case nor person where the reader may not see them",
    { tags: ["W-MRZ-050"] },
    async () => {
      const text = "The same passport number is in another case. Ask an admin.";
      show(buildReading({ warnings: [{ code: "number_elsewhere", text }] }));
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.queryByRole("link")).toBeNull();
    },
  );

  it(
    "files it with the one whose it looks like, and compares anew",
    { tags: ["W-MRZ-048"] },
    async () => {
      const rima = { id: 8, caseId: 7, fullName: "Rima Sarrouf", category: "Spouse", version: 1 };
      let now = buildReading({
        warnings: [
          {
            code: "wrong_person",
            text: "This looks like the passport of Rima Sarrouf.",
            applicantId: 8,
          },
        ],
      });
      const server = show(now, {
        [READING]: () => ({ body: now }),
        "GET /api/cases/7/applicants": { body: [rima] },
        "PATCH /api/documents/1/assignment": () => {
          now = buildReading({ applicantId: 8 });
          return { body: { ...passport, assignedTo: 8 } };
        },
      });
      fireEvent.click(await button("File it with Rima Sarrouf"));
      await waitFor(() => expect(screen.queryByText(/looks like the passport/)).toBeNull());
      const sent = server.received.find(({ method }) => method === "PATCH");
      expect(JSON.parse(sent?.body ?? "")).toEqual({
        assignedTo: 8,
        newName: "Spouse - Passport.jpg",
      });
      expect(toastStore.read()[0]).toMatchObject({ title: "Filed with Rima Sarrouf" });
    },
  );

  it.each([
    [{ state: "queued" }, "Reading the passport…", []],
    [{ state: "running" }, "Reading the passport…", []],
    [
      { state: "unreadable", problem: "no_lines" },
      "The two lines could not be read.",
      ["Read again", "Type the two lines"],
    ],
    [
      { state: "unreadable", problem: "locked" },
      "The PDF is locked with a password.",
      ["Type the two lines"],
    ],
    [{ state: "unreadable", problem: "word" }, "Word files are not read.", ["Type the two lines"]],
    [
      { state: "failed", problem: "timeout" },
      "Reading failed.",
      ["Read again", "Type the two lines"],
    ],
    [
      { state: "cleared", clearedAt: "2026-11-20T08:00:00.000Z" },
      "The reading was deleted on 20 Nov 2026.",
      ["Read again"],
    ],
  ] as const)("says why there is nothing: %o", async (fields, sentence, buttons) => {
    show(buildEmptyReading(fields));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(buttons);
  });

  it("is asked for again, and waits in sight of the old values", async () => {
    let now = buildReading();
    show(now, {
      [READING]: () => ({ body: now }),
      "POST /api/documents/1/reading": () => {
        now = buildReading({ state: "queued" });
        return { status: 201, body: { state: "queued" } };
      },
    });
    const more = await button("More about this reading");
    fireEvent.keyDown(more, { key: "Enter" });
    fireEvent.click(await screen.findByRole("menuitem", { name: "Read again" }));
    expect(await screen.findByText("Reading the passport…")).toBeTruthy();
    expect(screen.getByText("LR0012345")).toBeTruthy();
  });

  it("can be read where nobody has asked for it yet, and is absent where it is refused", async () => {
    show(buildReading(), { [READING]: { status: 404, body: { message: "Not found" } } });
    expect(await button("Read again")).toBeTruthy();
    cleanup();
    queryClient.clear();
    show(buildReading(), { [READING]: { status: 403, body: { message: "No" } } });
    await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  });

  it("shows each character below its own", async () => {
    show(buildReading());
    const strip = await screen.findByRole("group", { name: "The two lines of the passport" });
    const [, second] = strip.querySelectorAll("[data-line]");
    expect(second?.children).toHaveLength(44);
    expect(second?.textContent).toBe(buildReading().lines?.[1]);
  });
});
