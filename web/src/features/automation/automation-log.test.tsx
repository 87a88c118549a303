import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebhookLog } from "contract/automation";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { AutomationLog } from "./automation-log.tsx";

const LOGS = "GET /api/webhook-logs?limit=100";
const log: WebhookLog = {
  id: 1,
  type: "document_upload",
  status: "failed",
  caseId: 7,
  caseTitle: "Amina Rahman",
  errorMessage: "Connection refused",
  createdAt: "2025-11-20T21:30:00.000Z",
  triggeredBy: "amina@example.com",
  httpStatus: 502,
  webhookUrl: "https://hooks.example/documents",
  attemptCount: 3,
} as WebhookLog;

function show(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <AutomationLog />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "amina@example.com",
    firstName: "Amina",
    lastName: "Rahman",
    profileImageUrl: null,
    isAdmin: true,
    role: "admin",
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the automation log", () => {
  it(
    "asks for a hundred entries and counts those it got, under 'Automation History'",
    { tags: ["I-HOOK-001..002", "I-HOOK-010"] },
    async () => {
      const server = answerWith({ [LOGS]: { body: { logs: [log, { ...log, id: 2 }] } } });
      show();
      expect(await screen.findByText("2 total events")).toBeTruthy();
      expect(server.received.map(({ url }) => url)).toEqual(["/api/webhook-logs?limit=100"]);
      const area = screen.getByRole("region", { name: "Automation History" });
      // A spacing unit is 4 pixels: 125 of them are 500.
      expect(area.parentElement?.className).toContain("h-125");
    },
  );

  it(
    "shows everything about an entry, and how often it was tried",
    { tags: ["I-HOOK-003..004"] },
    async () => {
      answerWith({ [LOGS]: { body: { logs: [log] } } });
      show();
      const entry = (await screen.findByText("Amina Rahman")).closest("li");
      const shown = entry?.textContent?.toLowerCase().replaceAll(/\s/g, " ");
      for (const part of [
        "Document upload",
        "Failed",
        "Connection refused",
        "21 Nov 2025, 1:30 am",
        "Triggered by amina@example.com",
        "HTTP 502",
        "https://hooks.example/documents",
        "Attempt 3",
      ])
        expect(shown).toContain(part.toLowerCase());
    },
  );

  it(
    "does not count the first attempt, and calls a status it does not know 'Unknown'",
    { tags: ["I-HOOK-004", "I-HOOK-008"] },
    async () => {
      const odd = { ...log, status: "lost", attemptCount: 1 };
      answerWith({ [LOGS]: { body: { logs: [odd] } } });
      show();
      expect(await screen.findByText("Unknown")).toBeTruthy();
      expect(screen.queryByText(/Attempt/)).toBeNull();
    },
  );

  it("says that it is empty", { tags: ["I-HOOK-005"] }, async () => {
    answerWith({ [LOGS]: { body: { logs: [] } } });
    show();
    expect(await screen.findByText("No automation logs found")).toBeTruthy();
    expect(screen.getByText("Webhook automations will appear here once triggered")).toBeTruthy();
  });

  it(
    "says that it is loading, and that it could not",
    { tags: ["I-HOOK-006..007", "I-ERR-070"] },
    async () => {
      answerWith({ [LOGS]: { status: 500, body: "" } });
      show();
      expect(screen.getByText("Loading automation logs...")).toBeTruthy();
      expect(await screen.findByText("Failed to load automation logs")).toBeTruthy();
      expect(screen.getByText("Failed to fetch automation logs")).toBeTruthy();
    },
  );
});
