import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { tellRowChanges } from "#web/api/row-changes.ts";
import { firstInvoiceReads } from "#web/features/invoices/first-invoice-reads.ts";
import { InvoiceLedger, signInAs } from "#web/testing/invoice-ledger.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import { InvoicesScreen } from "./invoices-screen.tsx";

async function show(address = "/invoices") {
  const router = createRouter({
    routeTree: createRootRoute({ component: InvoicesScreen }),
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

/** By the page itself: roles are looked up slowly among so many controls. */
const found = (selector: string) => [...document.querySelectorAll(selector)];
const textsOf = (selector: string) => found(selector).map(({ textContent }) => textContent ?? "");
const codesShown = () => textsOf("tbody tr").flatMap((text) => /S1-2026-\d+/.exec(text)?.[0] ?? []);
const headOf = (stage: string) =>
  found("tbody button[aria-expanded]").find(({ textContent }) => textContent?.startsWith(stage));
const pageAsked = (ledger: InvoiceLedger) =>
  Object.fromEntries(ledger.to("/api/invoices/page").at(-1)?.searchParams ?? []);

beforeEach(() => {
  queryClient.clear();
  stubResizeObserver();
  // As high as a row: what has no height would all be in sight.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(76);
  signInAs({ role: "admin", isAdmin: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the invoices screen", () => {
  it(
    "says that it is loading, and that there is nothing yet",
    { tags: ["I-INV-028..029"] },
    async () => {
      new InvoiceLedger(0);
      await show();
      expect(screen.getByText("Loading invoices...")).toBeTruthy();
      expect(await screen.findByText("No invoices yet")).toBeTruthy();
      expect(screen.getByText("Create your first invoice to get started")).toBeTruthy();
    },
  );

  it("says that it could not read, and tries again", async () => {
    const ledger = new InvoiceLedger(5);
    ledger.isBroken = true;
    await show();
    expect(await screen.findByText("The invoices could not be loaded.")).toBeTruthy();
    ledger.isBroken = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("5 invoices")).toBeTruthy();
  });

  it("takes what was read before its code was there", async () => {
    const ledger = new InvoiceLedger(5);
    for (const path of firstInvoiceReads) void queryClient.prefetchQuery({ queryKey: [path] });
    await show();
    await screen.findByText("5 invoices");
    expect(ledger.asked.map(({ pathname, search }) => pathname + search)).toEqual(
      firstInvoiceReads,
    );
  });

  it(
    "reads counts and what is in sight anew every thirty seconds, also in the background",
    { tags: ["I-INV-100", "D-028"] },
    async () => {
      vi.useFakeTimers();
      vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
      const ledger = new InvoiceLedger(5);
      await show();
      await act(() => vi.advanceTimersByTimeAsync(29_000));
      expect(ledger.to("/api/invoices/page")).toHaveLength(1);
      ledger.change(5, { status: "Completed" });
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(ledger.to("/api/invoices/page")).toHaveLength(2);
      expect(ledger.to("/api/invoices/counts")).toHaveLength(2);
      expect(textsOf("tbody tr")[1]).toContain("Completed");
    },
  );
});

describe("the list of invoices", () => {
  it.each([5, 5000, 50_000])(
    "of %i is grouped, counted, closed by group and told of changes; only what is looked at is read",
    { tags: ["I-INV-010..011", "I-INV-013..014", "W-LST-045"] },
    async (size) => {
      // The same list without its many controls, which these tests draw slowly.
      signInAs({ role: "agent", isAdmin: false });
      const ledger = new InvoiceLedger(size);
      await show();
      await screen.findByText(`${size.toLocaleString("en")} invoices`);
      expect(headOf("Stage 1")?.textContent).toContain(Math.ceil(size / 4).toLocaleString("en"));
      expect(codesShown()[0]).toBe(`S1-2026-${size}`);
      expect(codesShown().length).toBeLessThanOrEqual(120);
      expect(ledger.to("/api/invoices/page").length).toBeLessThanOrEqual(2);
      expect(ledger.to("/api/invoices")).toEqual([]);

      const before = ledger.asked.length;
      ledger.change(size, { status: "Completed" });
      act(() => tellRowChanges([{ list: "invoices", id: size, kind: "row" }]));
      await waitFor(() => expect(textsOf("tbody tr")[1]).toContain("Completed"));
      expect(ledger.asked.slice(before).map(({ pathname }) => pathname)).toEqual([
        "/api/invoices/rows",
      ]);

      const head = headOf("Stage 1");
      if (head) fireEvent.click(head);
      await waitFor(() => expect(codesShown()[0]).toBe(`S1-2026-${size - Math.ceil(size / 4)}`));
      expect(head?.getAttribute("aria-expanded")).toBe("false");
    },
  );

  it(
    "is searched, grouped and ordered by the server, both ways",
    { tags: ["I-INV-010..012"] },
    async () => {
      const ledger = new InvoiceLedger(5);
      await show("/invoices?group=currency&sort=date&q=haddad");
      await screen.findByText("5 invoices");
      const asked = { groupBy: "currency", sort: "date", q: "haddad" };
      expect(pageAsked(ledger)).toEqual({ ...asked, order: "desc" });
      fireEvent.click(screen.getByRole("button", { name: "Descending" }));
      await waitFor(() => expect(pageAsked(ledger)).toEqual({ ...asked, order: "asc" }));
      fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nothing" } });
      expect(await screen.findByText("No invoices found")).toBeTruthy();
      expect(screen.queryByText("No invoices yet")).toBeNull();
    },
  );
});
