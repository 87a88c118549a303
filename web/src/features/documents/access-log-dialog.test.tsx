import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CaseDocument, DocumentAccess } from "contract/documents";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { AccessLogDialog } from "./access-log-dialog.tsx";

const OPENINGS = "GET /api/documents/1/openings";
const scan = { id: 1, originalName: "scan.pdf" } as CaseDocument;
const opening = (id: number, change: Partial<DocumentAccess> = {}): DocumentAccess => ({
  id,
  openedAt: "2025-11-20T21:30:00.000Z",
  way: "view",
  person: { firstName: "Omar", lastName: "Nasser", role: "agent" },
  ...change,
});

function show(replies: Parameters<typeof answerWith>[0]) {
  const server = answerWith(replies);
  render(
    <QueryClientProvider client={queryClient}>
      <AccessLogDialog document={scan} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return server;
}

const lines = async () =>
  (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe("who opened a document", () => {
  it("is told with role, way and time; a deleted account keeps its line", async () => {
    const body = [opening(3), opening(2, { way: "archive", person: null })];
    show({ [OPENINGS]: { body } });
    expect(await lines()).toEqual([
      "Omar NasserAgentViewed · 21 Nov 2025",
      "Deleted userDownloaded in a ZIP · 21 Nov 2025",
    ]);
    expect(screen.queryByText(/newest/)).toBeNull();
  });

  it("says that nobody has, and that there may be more than are shown", async () => {
    show({ [OPENINGS]: { body: [] } });
    expect(await screen.findByText("Nobody has opened this document yet.")).toBeTruthy();
    cleanup();
    show({ [OPENINGS]: { body: Array.from({ length: 100 }, (_, index) => opening(index)) } });
    expect(await screen.findByText(/The newest 100 are shown/)).toBeTruthy();
  });

  it("can be asked for again after a failure, and is asked anew at each look", async () => {
    let isDown = true;
    show({
      [OPENINGS]: () => (isDown ? { status: 500, body: "" } : { body: [opening(1)] }),
    });
    expect(screen.getByText("Loading who opened it...")).toBeTruthy();
    expect(await screen.findByText("Failed to load who opened this document")).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await lines()).toHaveLength(1);
    cleanup();
    show({ [OPENINGS]: { body: [opening(2), opening(1)] } });
    await vi.waitFor(async () => expect(await lines()).toHaveLength(2));
  });
});
