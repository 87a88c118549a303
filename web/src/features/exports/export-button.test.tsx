import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { CurrentUser, Role } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { ExportButton, MessagesExport } from "./export-button.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function choose(format: string) {
  render(<ExportButton list="cases" query={{ q: "sarr", status: undefined, groupBy: "none" }} />);
  fireEvent.click(screen.getByRole("button", { name: "Export" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: format }));
}

it("offers CSV and Excel of what the list was asked for", async () => {
  const path = "GET /api/exports/cases?q=sarr&groupBy=none&format=xlsx";
  const server = answerWith({ [path]: { body: "" } });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
  await choose("Excel");
  await waitFor(() =>
    expect(server.to("/api/exports/cases?q=sarr&groupBy=none&format=xlsx")).toHaveLength(1),
  );
});

it.each<[Role, number]>([
  ["agent", 1],
  ["admin", 1],
  ["accountant", 0],
  ["client", 0],
])("of a conversation is for staff: %s", (role, buttons) => {
  queryClient.clear();
  queryClient.setQueryData(currentUserQuery.queryKey, {
    role,
    isAdmin: role === "admin",
  } as CurrentUser);
  render(
    <QueryClientProvider client={queryClient}>
      <MessagesExport caseId="VU-2026-0001" />
    </QueryClientProvider>,
  );
  expect(screen.queryAllByRole("button", { name: "Export" })).toHaveLength(buttons);
});

it("says why there is no file", async () => {
  answerWith({
    "GET /api/exports/cases?q=sarr&groupBy=none&format=csv": { status: 500, body: "" },
  });
  await choose("CSV");
  await waitFor(() =>
    expect(toastStore.read()[0]).toMatchObject({
      title: "Download failed",
      description: "Failed to export",
    }),
  );
});
