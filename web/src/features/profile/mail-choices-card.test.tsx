import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MailChoice, MailChoices } from "contract/mail-choices";
import { type NotificationKind, notificationKinds } from "contract/notifications";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { MailChoicesCard } from "./mail-choices-card.tsx";

const PATH = "/api/profile/notifications";

function told(more: Partial<MailChoices> = {}): MailChoices {
  return {
    kinds: [
      { kind: "message", mail: "soon" },
      { kind: "document_uploaded", mail: "daily" },
    ],
    mailsOn: true,
    remindersOn: true,
    undeliverable: null,
    zone: "Pacific/Kiritimati",
    ...more,
  };
}

function show(choices: MailChoices, put: Parameters<typeof answerWith>[0][string] = {}) {
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "farid@example.com",
    firstName: "Farid",
    lastName: "Haddad",
    profileImageUrl: null,
    isAdmin: false,
    role: "client",
  });
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    [`GET ${PATH}`]: { body: choices },
    [`PUT ${PATH}`]: put,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MailChoicesCard />
    </QueryClientProvider>,
  );
  return server;
}

const sent = (server: ReturnType<typeof answerWith>) =>
  server
    .to(PATH)
    .filter(({ method }) => method === "PUT")
    .map(({ body }) => JSON.parse(body) as unknown);
const group = (name: string) => screen.findByRole("radiogroup", { name });
const chosen = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole<HTMLInputElement>("radio")
    .find(({ checked }) => checked)?.value;
const isToasted = (title: string, description: string) =>
  toastStore.read().some((each) => each.title === title && each.description === description);

beforeEach(() => {
  stubResizeObserver();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const labels: Record<NotificationKind, string> = {
  message: "Messages",
  document_uploaded: "Uploaded documents",
  document_reviewed: "Reviewed documents",
  item_requested: "Documents asked for",
  status_changed: "Status of a case",
  invoice_sent: "Invoices to pay",
  receipt_uploaded: "Payment receipts",
  invoice_completed: "Paid and completed invoices",
  assigned: "Assigned to a case",
  deadline_near: "Due dates",
  mail_undeliverable: "Mails that do not arrive",
};

describe("the choice of mails", () => {
  it(
    "asks of each kind that is offered, by its label, and of no other",
    { tags: ["W-PRF-002"] },
    async () => {
      const choices: MailChoice[] = ["soon", "daily", "never"];
      const kinds = notificationKinds.map((kind, index) => ({
        kind,
        mail: choices[index % 3] ?? "soon",
      }));
      show(told({ kinds: kinds.slice(0, -1) }));
      const table = await screen.findByRole("table", { name: "Notifications" });
      const groups = within(table).getAllByRole("radiogroup");
      expect(groups.map((each) => [each.getAttribute("aria-label"), chosen(each)])).toEqual(
        kinds.slice(0, -1).map(({ kind, mail }) => [labels[kind], mail]),
      );
      for (const each of groups)
        expect(
          within(each)
            .getAllByRole("radio")
            .map((radio) => radio.closest("label")?.textContent),
        ).toEqual(["Soon", "Once a day", "Never"]);
    },
  );

  it(
    "comes into sight when an address leads to it, once it is there",
    { tags: ["W-PRF-001"] },
    async () => {
      const scroll = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockReturnValue();
      show(told());
      await group("Messages");
      expect(scroll).not.toHaveBeenCalled();
      cleanup();
      queryClient.clear();
      window.location.hash = "#notifications";
      show(told());
      expect(scroll).not.toHaveBeenCalled();
      await group("Messages");
      expect(scroll.mock.contexts).toEqual([document.querySelector("#notifications")]);
      window.location.hash = "";
      scroll.mockRestore();
    },
  );

  it("explains itself", { tags: ["W-PRF-001"] }, async () => {
    show(told());
    for (const text of [
      "In the portal you see everything. Choose what also comes by mail.",
      "Soon: five minutes after something happens, together with whatever else happens in the case. Once a day: at 8 in the morning (Pacific/Kiritimati).",
      "Mails about your account and its safety are always sent.",
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText("Mails are switched off.")).toBeNull();
    expect(screen.queryByText(/have not arrived/)).toBeNull();
  });

  it("is saved when it is made", async () => {
    const saved = told({ kinds: [{ kind: "message", mail: "never" }] });
    const server = show(told(), { body: saved });
    fireEvent.click(within(await group("Messages")).getByRole("radio", { name: "Never" }));
    await waitFor(() => expect(isToasted("Success", "Saved")).toBe(true));
    expect(sent(server)).toEqual([{ mail: { message: "never" } }]);
    expect(chosen(await group("Messages"))).toBe("never");
  });

  it("is the old one again when it could not be saved", async () => {
    const server = show(told(), { status: 500, body: "" });
    const messages = await group("Messages");
    fireEvent.click(within(messages).getByRole("radio", { name: "Never" }));
    await waitFor(() => expect(isToasted("Error", "Failed to save")).toBe(true));
    expect(sent(server)).toHaveLength(1);
    await waitFor(() => expect(chosen(messages)).toBe("soon"));
    expect(chosen(await group("Uploaded documents"))).toBe("daily");
  });

  it("offers to switch mails on that are off, and says when an address fails", async () => {
    const undeliverable = { since: "2026-11-02T09:00:00.000Z", code: "5.1.1" };
    const server = show(told({ mailsOn: false, undeliverable }), { body: told() });
    const failing = await screen.findByRole("alert");
    expect(failing.textContent).toBe(
      "Mails to farid@example.com have not arrived since 2 Nov 2026. Correct the address or ask your mail provider.",
    );
    expect(screen.getByText("Mails are switched off.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Switch on" }));
    await waitFor(() => expect(sent(server)).toEqual([{ mailsOn: true }]));
    await waitFor(() => expect(screen.queryByText("Mails are switched off.")).toBeNull());
  });

  it("has a switch for reminders, for clients alone", async () => {
    const server = show(told(), { body: told({ remindersOn: false }) });
    fireEvent.click(await screen.findByRole("switch", { name: "Remind me of missing documents" }));
    await waitFor(() => expect(sent(server)).toEqual([{ remindersOn: false }]));
    cleanup();
    queryClient.clear();
    show(told({ remindersOn: null }));
    expect(await screen.findByRole("switch", { name: "Mails about cases" })).toBeTruthy();
    expect(screen.queryByRole("switch", { name: "Remind me of missing documents" })).toBeNull();
  });

  it("says that it could not be loaded", async () => {
    show(told());
    cleanup();
    queryClient.clear();
    answerWith({ [`GET ${PATH}`]: { status: 500, body: "" } });
    render(
      <QueryClientProvider client={queryClient}>
        <MailChoicesCard />
      </QueryClientProvider>,
    );
    expect(await screen.findByText("The choice of mails could not be loaded.")).toBeTruthy();
  });
});
