import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaseStatus } from "contract/case-status";
import { type CaseReminders, reminderStops } from "contract/reminders";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildReminders, buildSchedule } from "#web/testing/reminder-records.ts";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import { RemindersCard } from "./reminders-card.tsx";

const CODE = "VU-2026-0014";
const path = `/api/cases/by-case-id/${CODE}/reminders`;

async function open(
  reminders: Partial<CaseReminders>,
  { status = "courier" as CaseStatus, replies = {} } = {},
) {
  queryClient.clear();
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reminder-schedule": { body: buildSchedule() },
    [`GET ${path}`]: { body: buildReminders(reminders) },
    "GET /api/cases/1/reminders/preview": {
      body: { subject: `Documents needed in case ${CODE}`, text: "Hello,\n\nThese documents" },
    },
    "GET /api/cases/1/reminders/preview?note=Please+call+me.": {
      body: { subject: `Documents needed in case ${CODE}`, text: "Hello,\n\nPlease call me." },
    },
    "PATCH /api/cases/1/reminders": { body: buildReminders().plan },
    "POST /api/cases/1/reminders": { status: 201, body: { sent: 1 } },
    ...replies,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RemindersCard caseFile={{ id: 1, caseId: CODE, status }} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole("switch");
  return server;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-02T08:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the card of reminders", () => {
  const sentences: [string, Partial<CaseReminders>, CaseStatus?][] = [
    ["Next reminder: Thursday, 5 Nov 2026 at 9:00", {}],
    ["Reminders are switched off for the bureau.", { stop: "bureau_off" }],
    ["Reminders are off for this case.", { stop: "off" }],
    ["No reminders while the case is On Hold.", { stop: "case_status" }, "hold"],
    ["Nothing is open for the client.", { stop: "nothing_open" }],
    [
      "Nobody can be reminded: Ann: has not registered yet; Bo: has switched reminders off; Cy: mails do not arrive.",
      {
        stop: "nobody",
        recipients: [
          { userId: null, name: "Ann", canBeReminded: false, reason: "not_registered" },
          { userId: 2, name: "Bo", canBeReminded: false, reason: "reminders_off" },
          { userId: 3, name: "Cy", canBeReminded: false, reason: "undeliverable" },
        ],
      },
    ],
    [
      "8 reminders were sent. The next round starts when you ask for something new.",
      { stop: "most_reached", plan: { ...buildReminders().plan, sentInRound: 8 } },
    ],
    [
      "1 reminder was sent. The next round starts when you ask for something new.",
      { stop: "most_reached", plan: { ...buildReminders().plan, sentInRound: 1 } },
    ],
    ["There is no working day in the next 60 days.", { stop: "no_working_day" }],
    [
      "Paused until 1 Dec 2026.",
      { plan: { ...buildReminders().plan, pausedUntil: "2026-12-01" }, nextOn: "2026-12-01" },
    ],
    [
      "Reminders are off for this case.",
      { plan: { ...buildReminders().plan, pausedUntil: "2026-12-01" }, stop: "off" },
    ],
  ];

  it(
    "says what becomes of the next one, in one sentence for each reason",
    { tags: ["W-CHS-028"] },
    async () => {
      for (const [sentence, { nextOn, ...reminders }, status] of sentences) {
        const day = reminders.stop ? null : (nextOn ?? "2026-11-05");
        await open({ ...reminders, nextOn: day }, status ? { status } : {});
        expect(screen.getByRole("status").textContent).toBe(sentence);
        cleanup();
      }
      const told = new Set(sentences.map(([, { stop }]) => stop));
      expect(reminderStops.filter((stop) => !told.has(stop))).toEqual([]);
    },
  );

  it(
    "shows the very mail before it is sent, and whom it goes to",
    { tags: ["W-CHS-017"] },
    async () => {
      const server = await open({
        recipients: [
          { userId: 7, name: "Clara Client", canBeReminded: true, reason: null },
          { userId: 8, name: "Omar Haddad", canBeReminded: false, reason: "reminders_off" },
        ],
      });
      fireEvent.click(button("Remind now"));
      const dialog = within(await screen.findByRole("dialog"));
      expect(await dialog.findByText(/These documents/)).toBeTruthy();
      const [clara, omar] = dialog.getAllByRole<HTMLButtonElement>("checkbox");
      expect(clara?.getAttribute("aria-checked")).toBe("true");
      expect(omar?.disabled).toBe(true);
      expect(dialog.getByText(": has switched reminders off")).toBeTruthy();
      const note = dialog.getByLabelText("A line of your own (optional)");
      fireEvent.change(note, { target: { value: "Please call me." } });
      const mail = await dialog.findByRole("region", { name: "The mail" });
      await waitFor(() => expect(mail.textContent).toContain("Please call me."));
      fireEvent.click(dialog.getByRole("button", { name: "Send reminder" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      const sent = server.received.find(({ method }) => method === "POST");
      expect(JSON.parse(sent?.body ?? "")).toEqual({ userIds: [7], note: "Please call me." });
    },
  );

  it("is paused and goes on, and is switched off for the case", async () => {
    const server = await open({ plan: { ...buildReminders().plan, pausedUntil: "2026-12-01" } });
    fireEvent.click(button("Resume"));
    fireEvent.click(screen.getByRole("switch", { name: "Remind the clients of this case" }));
    const bodies = () =>
      server.received
        .filter(({ method }) => method === "PATCH")
        .map(({ body }) => JSON.parse(body) as unknown);
    await waitFor(() => expect(bodies()).toEqual([{ pausedUntil: null }, { isOn: false }]));
  });

  it("cannot remind while nothing is open or the case rests", async () => {
    await open({ stop: "nothing_open", openCount: 0, nextOn: null });
    expect(button("Remind now").disabled).toBe(true);
    cleanup();
    await open({ stop: "case_status", nextOn: null }, { status: "citizen" });
    expect(button("Remind now").disabled).toBe(true);
  });

  it("lists the last ones, by whom they were sent", async () => {
    const one = { id: 1, sentOn: "2026-10-30", sentAt: "2026-10-30T05:00:00.000Z", userId: 7 };
    const clara = { ...one, name: "Clara Client", note: null };
    const omar = { id: 3, firstName: "Omar", lastName: "Fakhrazi", profileImageUrl: null };
    await open({
      sent: [
        { ...clara, items: 3, number: 1, by: "schedule", staff: null },
        { ...clara, id: 2, items: 1, number: null, by: "hand", staff: omar },
      ],
    });
    fireEvent.click(button("Sent reminders"));
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "30 Oct 2026, Clara Client, 3 items, by the schedule",
      "30 Oct 2026, Clara Client, 1 item, by Omar Fakhrazi",
    ]);
  });
});
