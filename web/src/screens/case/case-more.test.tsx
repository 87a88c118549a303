import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildCase } from "#web/testing/records.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { CaseHeader } from "./case-header.tsx";

type Person = { readonly role: "admin" | "agent" | "client" | "accountant"; isAdmin?: boolean };

const nobody = {
  update: false,
  remove: false,
  assign: false,
  changeStatus: false,
  removeDocuments: false,
  removeAgreements: false,
  readActivity: false,
};

async function show({ role, isAdmin = false }: Person, isFull: boolean, status = 200) {
  queryClient.clear();
  const path = "/api/cases/by-case-id/VU-2026-0001/export";
  const body = status === 200 ? "" : { message: "Something went wrong", code: "internal" };
  const server = answerWith({
    "GET /api/user": { body: { id: 1, email: "o@example.com", role, isAdmin } },
    "GET /api/cases/1/unread-count": { body: { unreadCount: 0 } },
    [`GET ${path}?audience=client`]: { body, status },
    [`GET ${path}?audience=bureau`]: { body, status },
  });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <CaseHeader caseFile={buildCase()} isFull={isFull} can={nobody} onOpen={() => undefined} />
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await queryClient.fetchQuery(currentUserQuery);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const buttons = await screen.findAllByRole("button");
  return { server, last: buttons.at(-1) };
}

function press(button: HTMLElement | undefined) {
  if (!button) throw new Error("There is no button");
  fireEvent.pointerDown(button, { button: 0, ctrlKey: false });
  fireEvent.click(button);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([true, false])(
  "ends the header of a case for staff, full or simple (%s)",
  { tags: ["W-NAV-005"] },
  async (isFull) => {
    for (const person of [{ role: "admin", isAdmin: true }, { role: "agent" }] as const) {
      const { last } = await show(person, isFull);
      expect(last?.getAttribute("aria-label")).toBe("More");
      press(last);
      const items = await screen.findAllByRole("menuitem");
      expect(items.map(({ textContent }) => textContent)).toEqual(["Dossiers", "Export case…"]);
      cleanup();
    }
  },
);

it("is not there for clients and accountants", { tags: ["W-NAV-005"] }, async () => {
  for (const role of ["client", "accountant"] as const) {
    const { last } = await show({ role }, true);
    expect(last?.textContent).toBe("Open Chat");
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
    cleanup();
  }
});

async function openDialog(status = 200) {
  const { server, last } = await show({ role: "agent" }, true, status);
  press(last);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Export case…" }));
  const dialog = await screen.findByRole("dialog", { name: "Export case" });
  fireEvent.click(screen.getByRole("radio", { name: "For the client" }));
  fireEvent.click(screen.getByRole("button", { name: "Export" }));
  return { server, dialog };
}

it("asks for whom, and saves the case for them", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
  const { server, dialog } = await openDialog();
  const path = "/api/cases/by-case-id/VU-2026-0001/export?audience=client";
  await waitFor(() => expect(server.to(path)).toHaveLength(1));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
});

it("stays open when there is no file, and says why", async () => {
  const { dialog } = await openDialog(500);
  await waitFor(() => expect(toastStore.read()[0]?.title).toBe("Download failed"));
  expect(dialog.isConnected).toBe(true);
});
