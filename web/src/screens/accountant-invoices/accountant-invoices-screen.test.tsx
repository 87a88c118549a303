import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { InvoiceLedger, signInAs } from "#web/testing/invoice-ledger.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import { AccountantInvoicesScreen } from "./accountant-invoices-screen.tsx";

async function show(address = "/accountant-invoices") {
  const router = createRouter({
    routeTree: createRootRoute({ component: AccountantInvoicesScreen }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

const rowsShown = () => [...document.querySelectorAll("tbody tr")];
const pageAsked = (ledger: InvoiceLedger) =>
  Object.fromEntries(ledger.to("/api/invoices/page").at(-1)?.searchParams ?? []);

beforeEach(() => {
  queryClient.clear();
  stubResizeObserver();
  // As high as a row: what has no height would all be in sight.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(76);
  signInAs({ role: "accountant", isAdmin: false });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the accountant's dashboard", () => {
  it.each([5, 5000, 50_000])(
    "of %i invoices begins grouped by status, ids ascending, and reads what is looked at",
    { tags: ["I-ACCT-007", "I-ACCT-012..013", "W-LST-045"] },
    async (size) => {
      const ledger = new InvoiceLedger(size);
      await show();
      await waitFor(() => expect(rowsShown().length).toBeGreaterThan(4));
      expect(pageAsked(ledger)).toMatchObject({
        groupBy: "status",
        sort: "invoiceId",
        order: "asc",
      });
      expect(rowsShown()[0]?.textContent).toContain(Math.ceil(size / 4).toLocaleString("en"));
      expect(rowsShown().length).toBeLessThanOrEqual(120);
      expect(ledger.to("/api/invoices/page").length).toBeLessThanOrEqual(2);
      expect(ledger.to("/api/invoices")).toEqual([]);
    },
  );

  it(
    "asks for the search in codes and titles, the filters and each of the six orders",
    { tags: ["I-ACCT-003", "I-ACCT-008..011", "W-LST-054"] },
    async () => {
      const ledger = new InvoiceLedger(5);
      await show("/accountant-invoices?q=%20haddad&status=Sent&stage=Add%20On&group=none");
      await waitFor(() => expect(rowsShown()).toHaveLength(5));
      const asked = { groupBy: "none", q: "haddad", in: "title", status: "Sent", stage: "Add On" };
      expect(pageAsked(ledger)).toEqual({ ...asked, sort: "invoiceId", order: "asc" });
      cleanup();
      for (const [word, sort] of Object.entries({
        created: "created",
        amount: "amount",
        invoice_id: "invoiceId",
      })) {
        await show(`/accountant-invoices?sort=${word}&order=desc`);
        await waitFor(() => expect(pageAsked(ledger)).toMatchObject({ sort, order: "desc" }));
        fireEvent.click(await screen.findByRole("button", { name: "Descending" }));
        await waitFor(() => expect(pageAsked(ledger)).toMatchObject({ sort, order: "asc" }));
        cleanup();
      }
      await show("/accountant-invoices?q=nothing");
      expect(await screen.findByText("No invoices found matching your criteria")).toBeTruthy();
    },
  );
});
