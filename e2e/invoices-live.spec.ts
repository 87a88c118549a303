/** The list of invoices while others, and the automation, work on it. */
import { api } from "contract/api";
import { runtime } from "server/src/core/runtime.ts";
import { invoices } from "server/src/database/tables/invoices.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { invoiceRow } from "#e2e/support/invoice-list.ts";
import { expect, test } from "#e2e/support/test.ts";

test.beforeEach(() => runtime.database.delete(invoices));

test(
  "the list is read anew by itself, and says when it cannot",
  { tag: ["@D-028", "@I-INV-002", "@I-INV-028..029", "@I-INV-100"] },
  async ({ login, apiAs, faults }) => {
    await test.step("the list is read anew on demand, every thirty seconds, and while others work", async () => {
      await runtime.database.delete(invoices);
      const invoice = await buildInvoice({ invoiceId: "S1-2026-7" });
      const page = await login("admin");
      await page.clock.install();
      const release = await holdCalls(page, "/api/invoices/page", "GET");
      await page.goto("/invoices");
      await expect(page.getByText("Loading invoices...")).toBeVisible();
      release();
      await expect(invoiceRow(page, "S1-2026-7")).toBeVisible();

      await buildInvoiceFile(invoice, { originalName: "delivered.pdf" });
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByRole("button", { name: "View delivered.pdf" })).toBeVisible();

      await buildInvoiceFile(invoice, { originalName: "later.pdf" });
      await page.clock.fastForward(30_000);
      await expect(page.getByRole("button", { name: "View later.pdf" })).toBeVisible();

      await (
        await apiAs("admin")
      ).call(api.invoices.updateStatus, {
        params: { invoiceId: invoice.id },
        body: { status: "Completed" },
      });
      await expect(page.getByRole("combobox", { name: "Status of S1-2026-7" })).toHaveText(
        "Completed",
      );
    });

    await test.step("without invoices the screen says what to do, and a failure offers another try", async () => {
      await runtime.database.delete(invoices);
      const page = await login("admin");
      await breakCalls(page, faults, { path: "/api/invoices/page", method: "GET" });
      await page.goto("/invoices");
      await expect(page.getByRole("alert")).toContainText("The invoices could not be loaded.");
      await page.unrouteAll();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText("No invoices yet")).toBeVisible();
      await expect(page.getByText("Create your first invoice to get started")).toBeVisible();
    });
  },
);
