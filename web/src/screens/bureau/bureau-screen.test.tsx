import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bureau } from "contract/bureau";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { toastStore } from "#web/ui/toast-store.ts";

const stored: Bureau = {
  name: "Settings Bureau",
  website: null,
  phone: null,
  ownName: null,
  usualName: "Settings Bureau",
  address: null,
  trn: "100000000000003",
  bankDetails: { USD: null, AED: null },
  letterFoot: null,
  logos: [],
  version: 4,
};

const shownToasts = () => toastStore.read().map(({ description }) => description);

let nextUser = 9100;

async function open(replies: Parameters<typeof answerWith>[0] = {}) {
  nextUser += 1;
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const server = answerWith({
    "GET /api/user": {
      body: { id: nextUser, email: "f@example.com", ...names, role: "admin", isAdmin: true },
    },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: 0 } },
    "GET /api/notifications/count": { body: { unread: 0 } },
    "GET /api/bureau": { body: stored },
    ...replies,
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: "/bureau" }));
  await screen.findByRole("heading", { level: 1, name: "Bureau" });
  return server;
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const preview = (paper: string) => screen.getByRole("region", { name: `Preview: ${paper}` });

beforeAll(() => import("./bureau-screen.tsx"), 30_000);
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

describe("who the bureau is", () => {
  it(
    "stands on a preview of each paper as it is typed, before it is saved",
    { tags: ["W-BUR-005"] },
    async () => {
      const server = await open();
      await screen.findByLabelText("Name");
      expect(preview("Invoice").textContent).toContain("Settings Bureau");
      await type("Name", "Harbour & Sons");
      await type("Postal address", "12 Harbour Road");
      await type("Bank details, USD", "IBAN 0001");
      await type("Line under letters", "Licensed since 2009");
      const invoice = preview("Invoice");
      for (const words of [
        "Harbour & Sons",
        "12 Harbour Road",
        "TRN: 100000000000003",
        "IBAN 0001",
        "Licensed since 2009",
      ])
        expect(invoice.textContent).toContain(words);
      fireEvent.click(screen.getByRole("radio", { name: "Checklist" }));
      expect(within(preview("Checklist")).getByText("Harbour & Sons")).toBeTruthy();
      fireEvent.click(screen.getByRole("radio", { name: "Mail" }));
      expect(within(preview("Mail")).getByText("Harbour & Sons")).toBeTruthy();
      expect(server.received.filter(({ method }) => method === "PUT")).toEqual([]);
    },
  );

  it(
    "is in the frame as soon as it is saved: the page is fetched anew",
    { tags: ["W-BUR-001"] },
    async () => {
      const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
      const saved = { ...stored, name: "Harbour & Sons", ownName: "Harbour & Sons", version: 5 };
      await open({ "PUT /api/bureau": { body: saved } });
      await type("Name", "Harbour & Sons");
      expect(reload).not.toHaveBeenCalled();
      fireEvent.click(screen.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    },
  );

  it("is refused at its field", async () => {
    await open();
    await type("Website", "harbour");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/Enter a web address/)).toBeTruthy();
  });
});

describe("a logo", () => {
  it("of another kind is refused before it is sent", async () => {
    const server = await open();
    const field = await screen.findByLabelText("Choose a picture, on light ground");
    fireEvent.change(field, { target: { files: [new File(["x"], "logo.pdf")] } });
    expect(shownToasts()).toContain("Please choose a PNG, JPEG or SVG picture");
    expect(server.received.filter(({ method }) => method === "PUT")).toEqual([]);
  });

  it("is shown on its own ground and can be removed", async () => {
    await open({ "GET /api/bureau": { body: { ...stored, logos: ["dark"] } } });
    const picture = await screen.findByRole<HTMLImageElement>("img", { name: "On dark ground" });
    expect(picture.getAttribute("src")).toBe("/api/bureau/logo?theme=dark&version=4");
    expect(screen.getByRole("button", { name: "Remove, on dark ground" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Remove, on light ground" })).toBeNull();
  });
});

describe("mails of the portal", () => {
  const press = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Send a test mail to me" }));

  it("are tried by an admin, who reads what came of it", async () => {
    const message = "Test mail sent to farid@example.com";
    await open({ "POST /api/operations/test-mail": { body: { message } } });
    await press();
    await vi.waitFor(() => expect(shownToasts()).toContain(message));
  });

  it("that the mail server refuses are told in its sentence", async () => {
    const message = "The mail server refused: Invalid login: 535";
    const body = { message, code: "service.refused" };
    await open({ "POST /api/operations/test-mail": { status: 502, body } });
    await press();
    await vi.waitFor(() => expect(shownToasts()).toContain(message));
  });
});
