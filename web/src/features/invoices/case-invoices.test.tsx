import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Invoice, invoiceStatuses } from "contract/invoices";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { CaseInvoices } from "./case-invoices.tsx";
import { stageHues, statusHues } from "./invoice-look.ts";

const LIST = "GET /api/cases/by-case-id/VU-2026-0007/invoices";
const file = (id: string, name: string) => ({
  id,
  original_name: name,
  file_url: `/uploads/${id}.pdf`,
  uploaded_at: null,
  external_url: null,
});
const invoice = {
  id: 1,
  invoiceId: "S1-2026-0001",
  caseTitle: "Amina Rahman",
  stage: "Stage 1",
  currency: "AED",
  rate: "0.2723",
  usdFee: 100_000,
  totalFee: 367_242,
  date: "2026-03-09",
  status: "Sent",
  stage1Files: [file("a", "abcdefghijkl"), file("b", "abcdefghijklm"), file("c", "third.pdf")],
  stage2Files: [],
  addOnFiles: [],
  postCitizenshipFiles: [],
  otherFiles: [],
  adminFiles: [],
} as unknown as Invoice;

function show(invoices: Invoice[]) {
  const server = answerWith({ [LIST]: { body: invoices } });
  render(
    <QueryClientProvider client={queryClient}>
      <CaseInvoices caseFile={{ caseId: "VU-2026-0007" }} />
    </QueryClientProvider>,
  );
  return server;
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the invoices of a case", () => {
  it(
    "are those to be paid and those paid; all others are hidden",
    { tags: ["C-CASE-032..034"] },
    async () => {
      show(
        invoiceStatuses.map((status, index) => ({
          ...invoice,
          id: index,
          status,
          invoiceId: `S1-${status}`,
        })),
      );
      const shown = await screen.findAllByRole("article");
      expect(shown.map((article) => article.getAttribute("aria-label"))).toEqual([
        "S1-Sent",
        "S1-Paid by client",
      ]);
      expect(shown[0]?.textContent).toContain("To be paid");
      expect(shown[1]?.textContent).toMatch(/Paid(?! by client)/);
    },
  );

  it(
    "show money in its currency and the rate with four decimals",
    { tags: ["C-CASE-035..036"] },
    async () => {
      show([invoice]);
      const article = await screen.findByRole("article");
      for (const part of ["AED 3,672.42", "$1,000.00", "0.2723"])
        expect(article.textContent).toContain(part);
    },
  );

  it(
    "show two files and how many more, their names cut at twelve characters",
    { tags: ["C-CASE-055..056"] },
    async () => {
      show([invoice]);
      expect(await screen.findByText("abcdefghijkl")).toBeTruthy();
      expect(screen.getByText("abcdefghijkl...")).toBeTruthy();
      expect(screen.queryByRole("button", { name: "View third.pdf" })).toBeNull();
      fireEvent.click(screen.getByRole("button", { name: "+1 more" }));
      expect(screen.getByRole("button", { name: "View third.pdf" })).toBeTruthy();
    },
  );

  it(
    "say that there are none, and are read anew by Refresh",
    { tags: ["C-CASE-031", "CI-CASE-059"] },
    async () => {
      const server = show([]);
      expect(await screen.findByText("No invoices found for this case")).toBeTruthy();
      fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
      await waitFor(() => expect(server.received).toHaveLength(2));
    },
  );
});

describe("the colours of invoices", () => {
  /** Hues of the OKLCH circle, which has blue at 255. */
  const nameOf = (hue: number): string => {
    const names = { red: 25, yellow: 92, green: 142, emerald: 165, blue: 256, purple: 305 };
    const [nearest] = Object.entries(names).toSorted(
      ([, one], [, other]) => Math.abs(one - hue) - Math.abs(other - hue),
    );
    return nearest?.[0] ?? "";
  };
  const named = (hues: Record<string, number>) =>
    Object.fromEntries(Object.entries(hues).map(([key, hue]) => [key, nameOf(hue)]));

  it("tell the stage", { tags: ["I-INV-071"] }, () => {
    expect(named(stageHues)).toEqual({
      "Stage 1": "blue",
      "Stage 2": "green",
      "Add On": "yellow",
      "Post Citizenship": "purple",
    });
  });

  it("tell the status", { tags: ["I-INV-072"] }, () => {
    expect(named(statusHues)).toEqual({
      Sent: "blue",
      "Paid by client": "green",
      "Funds Processed": "purple",
      Completed: "emerald",
      Cancelled: "red",
    });
  });
});
