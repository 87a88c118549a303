import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SampleDocument } from "contract/samples";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { CaseSamples } from "./case-samples.tsx";
import { SampleList } from "./sample-list.tsx";

const sample = (id: number, category: string) => ({
  id,
  name: `Form ${id}.pdf`,
  originalName: `Form ${id}.pdf`,
  mimeType: "application/pdf",
  fileSize: 1024,
  uploadedAt: "2026-01-01T00:00:00.000Z",
  uploadedBy: { firstName: "Amina", lastName: "Rahman" },
  category,
  program: "vanuatu",
});

function show(body: unknown[]): void {
  answerWith({
    "GET /api/sample-documents": { body },
    "GET /api/sample-documents/1": { status: 500, body: "" },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <CaseSamples program="vanuatu" />
    </QueryClientProvider>,
  );
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("groups the samples of a case by their category", { tags: ["C-SAMP-001"] }, async () => {
  show([sample(1, "stage-2"), sample(2, "application-forms"), sample(3, "stage-1")]);
  const headings = await screen.findAllByRole("heading");
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "Application Forms 1",
    "Stage 1 1",
    "Stage 2 1",
  ]);
});

it("says that there are no samples", { tags: ["C-SAMP-002"] }, async () => {
  show([]);
  expect(await screen.findByText("No sample documents available")).toBeTruthy();
});

it("says that a sample could not be downloaded", { tags: ["C-ERR-031"] }, async () => {
  show([sample(1, "stage-1")]);
  fireEvent.click(await screen.findByRole("button", { name: "Download Form 1.pdf" }));
  await vi.waitFor(() =>
    expect(toastStore.read()[0]).toMatchObject({
      title: "Download failed",
      description: "Failed to download sample document",
    }),
  );
});

it("asks before a sample is deleted", { tags: ["C-SAMP-007"] }, async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <SampleList samples={[sample(1, "stage-1") as SampleDocument]} mayRemove heading="h3" />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete Form 1.pdf" }));
  expect(await screen.findByText("Are you sure you want to delete this document?")).toBeTruthy();
});
