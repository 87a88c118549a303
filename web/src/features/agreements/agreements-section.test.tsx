import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { AgreementsSection } from "./agreements-section.tsx";

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it(
  "is a list that closes and opens, with a dialog to add to it",
  { tags: ["C-CASE-028..030"] },
  async () => {
    answerWith({ "GET /api/cases/by-case-id/VU-2026-0007/service-agreements": { body: [] } });
    render(
      <QueryClientProvider client={queryClient}>
        <AgreementsSection caseFile={{ id: 7, caseId: "VU-2026-0007" }} mayRemove={false} />
      </QueryClientProvider>,
    );
    const empty = "No service agreements uploaded yet...";
    expect(await screen.findByText(empty)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^Service Agreements/ }));
    expect(screen.queryByText(empty)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: /^Service Agreements/ }));
    expect(screen.getByText(empty)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Upload Agreement" }));
    expect(await screen.findByRole("dialog", { name: "Upload Agreement" })).toBeTruthy();
  },
);
