/** The invoices screen: what it lists, finds and orders, and who may do what. */
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { invoices } from "server/src/database/tables/invoices.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { breakCalls } from "#e2e/support/calls.ts";
import { choose } from "#e2e/support/controls.ts";
import { buildLedger, groupHeads, invoiceCodes, invoiceRow } from "#e2e/support/invoice-list.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test.beforeEach(() => runtime.database.delete(invoices));

test(
  "an admin orders, searches and reads the invoices, and sets their status",
  {
    tag: [
      "@D-021",
      "@D-030",
      "@D-031",
      "@D-032",
      "@D-158",
      "@D-169",
      "@D-177",
      "@D-179",
      "@D-182",
      "@I-ERR-083",
      "@I-INV-004..024",
      "@I-INV-068..072",
    ],
  },
  async ({ login, faults }) => {
    await test.step("invoices are grouped, counted and ordered as wanted", async () => {
      await runtime.database.delete(invoices);
      await buildLedger();
      const page = await login("admin");
      await page.goto("/invoices");
      await expect(page.getByText("5 invoices", { exact: true })).toBeVisible();
      await expect
        .poll(() => groupHeads(page))
        .toEqual(["Stage 1 2", "Stage 2 1", "Add On 1", "Post Citizenship 1"]);
      const codes = invoiceCodes(page);
      await expect(codes).toHaveText([
        "S1-2026-10",
        "S1-2026-2",
        "S2-2026-1",
        "AO-2026-1",
        "PC-2026-1",
      ]);
      await page.getByRole("button", { name: "Descending" }).click();
      await expect(codes).toHaveText([
        "S1-2026-2",
        "S1-2026-10",
        "S2-2026-1",
        "AO-2026-1",
        "PC-2026-1",
      ]);

      await choose(page, "Group by", "Program");
      await expect.poll(() => groupHeads(page)).toEqual(["Vanuatu 3", "Nauru 2"]);
      await choose(page, "Sort by", "Date");
      await expect(codes).toHaveText([
        "S1-2026-2",
        "S2-2026-1",
        "AO-2026-1",
        "S1-2026-10",
        "PC-2026-1",
      ]);
      await choose(page, "Group by", "Currency");
      await expect.poll(() => groupHeads(page)).toEqual(["USD 3", "AED 2"]);
      await choose(page, "Sort by", "Status");
      await expect(codes).toHaveText([
        "S1-2026-2",
        "AO-2026-1",
        "S2-2026-1",
        "S1-2026-10",
        "PC-2026-1",
      ]);
      await choose(page, "Group by", "Status");
      await expect
        .poll(() => groupHeads(page))
        .toEqual(["Sent 1", "Paid by client 1", "Funds Processed 1", "Completed 1", "Cancelled 1"]);

      const head = page.getByRole("button", { name: /^Completed/ });
      await head.press("Enter");
      await expect(head).toHaveAttribute("aria-expanded", "false");
      await expect(codes).toHaveCount(4);
      await head.press("Enter");
      await expect(codes).toHaveCount(5);
    });

    await test.step("the search covers id, title, status, stage, currency and program", async () => {
      await runtime.database.delete(invoices);
      await buildLedger();
      const page = await login("admin");
      await page.goto("/invoices");
      await expect(page.getByText("5 invoices", { exact: true })).toBeVisible();
      await page.keyboard.press("/");
      const box = page.getByRole("searchbox", { name: "Search invoices" });
      await expect(box).toBeFocused();
      for (const [wanted, count] of [
        ["s1-2026-10", "1 invoice"],
        ["AZIZ family", "3 invoices"],
        ["paid by", "1 invoice"],
        ["post cit", "1 invoice"],
        ["aed", "2 invoices"],
        ["nauru", "2 invoices"],
      ] as const) {
        await box.fill(wanted);
        await expect(page.getByText(count, { exact: true })).toBeVisible();
      }
      await box.fill("no such invoice");
      await expect(page.getByText("No invoices found")).toBeVisible();
      await expect(page.getByText("No invoices yet")).toHaveCount(0);
      await box.press("Escape");
      await expect(page.getByText("5 invoices", { exact: true })).toBeVisible();
    });

    await test.step("a row says everything about its invoice", async () => {
      await runtime.database.delete(invoices);
      await buildLedger();
      const page = await login("admin");
      await page.goto("/invoices");
      await expect(page.getByRole("columnheader")).toHaveText([
        "Invoice ID",
        "Case Title",
        "PX",
        "USD Fee",
        "Total Fee",
        "Status",
        "Invoice Files",
        "Payment receipts",
        "Admin Files",
        "Actions",
      ]);
      const cells = invoiceRow(page, "S1-2026-10").getByRole("cell");
      await expect(cells.nth(0)).toHaveText("S1-2026-10Stage 1");
      await expect(cells.nth(1)).toHaveText("Chen Family - Nauru Citizenship09/04/2026");
      await expect(cells.nth(2)).toHaveText("4");
      await expect(cells.nth(3)).toHaveText("$1,000.00");
      await expect(cells.nth(4)).toHaveText("AED 3,672.42");
      await expect(cells.nth(5).getByRole("combobox")).toHaveText("Paid by client");
      // Every button is within reach: no column hides behind the edge of the window.
      await invoiceRow(page, "S1-2026-10")
        .getByRole("button", { name: /^Delete/ })
        .click({ trial: true });
      await expectNoSidewaysScroll(page);
    });

    await test.step("any status follows any other, from the table", async () => {
      await runtime.database.delete(invoices);
      await buildLedger();
      const page = await login("admin");
      await page.goto("/invoices");
      const status = page.getByRole("combobox", { name: "Status of S2-2026-1" });
      const sent = page.waitForRequest(
        (request) =>
          request.method() === "PATCH" && /\/api\/invoices\/\d+\/status$/.test(request.url()),
      );
      await choose(page, "Status of S2-2026-1", "Sent");
      expect((await sent).postDataJSON()).toEqual({ status: "Sent" });
      await expectToast(page, "Invoice status updated successfully");
      await expect(status).toHaveText("Sent");
      await expect(status).toBeFocused();
      await choose(page, "Status of S2-2026-1", "Cancelled");
      await expect(status).toHaveText("Cancelled");

      const stored = () =>
        runtime.database.select().from(invoices).where(eq(invoices.invoiceId, "S2-2026-1"));
      // The table shows the choice before the server has answered.
      await expect.poll(async () => (await stored())[0]?.status).toBe("Cancelled");
      const [changed] = await stored();
      await breakCalls(page, faults, {
        path: `/api/invoices/${changed?.id}/status`,
        method: "PATCH",
      });
      await choose(page, "Status of S2-2026-1", "Completed");
      await expectToast(page, "Error", "Failed to update invoice status");
      await expect(status).toHaveText("Cancelled");
    });
  },
);

test(
  "an agent reads the invoices of assigned cases and changes nothing",
  { tag: ["@C-ROLE-021", "@D-112", "@D-113", "@I-ROLE-031", "@I-ROLE-037"] },
  async ({ login, accounts }) => {
    await test.step("an agent reads the invoices of assigned cases and changes nothing", async () => {
      await runtime.database.delete(invoices);
      const agent = await accounts.create("agent");
      const own = await buildCase({ assignedTo: [agent] });
      const invoice = await buildInvoice({ caseId: own.id, invoiceId: "S1-2026-3" });
      await buildInvoiceFile(invoice, { originalName: "own.pdf" });
      await buildInvoiceFile(invoice, { originalName: "secret.pdf", list: "admin" });
      await buildInvoice({ invoiceId: "S1-2026-4" });
      const page = await login(agent);
      await page.goto("/invoices");
      await expect(page.getByText("1 invoice", { exact: true })).toBeVisible();
      await expect(page.getByRole("columnheader")).toHaveCount(8);
      const row = invoiceRow(page, "S1-2026-3");
      await expect(row.getByRole("button")).toHaveText(["View own.pdfown.pdf", ""]);
      await expect(row.getByRole("combobox")).toHaveCount(0);
      await expect(page.getByText("Upload", { exact: true })).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Create Invoice" })).toHaveCount(0);
      await expect(page.getByText("secret.pdf")).toHaveCount(0);
    });
  },
);

test.describe("on a phone", () => {
  test.use(PHONE);

  test(
    "each invoice is a card with everything on it",
    { tag: ["@I-INV-014", "@I-INV-025"] },
    async ({ login }) => {
      await buildLedger();
      const page = await login("admin");
      await page.goto("/invoices");
      const card = page.getByRole("article", { name: "S1-2026-10" });
      for (const part of [
        "Stage 1",
        "Chen Family - Nauru Citizenship",
        "09/04/2026 · 4 applicants",
        "AED 3,672.42",
        "$1,000.00",
        "Invoice Files",
        "Payment receipts",
        "Admin Files",
      ])
        await expect(card).toContainText(part);
      await expectNoSidewaysScroll(page);
      await choose(page, "Status of S1-2026-10", "Completed");
      await expectToast(page, "Invoice status updated successfully");
      await page.getByRole("button", { name: "Create Invoice" }).tap();
      const sheet = page.getByRole("dialog", { name: "Create Invoice" });
      await expect(sheet.getByLabel("Address")).toHaveValue("By email");
      for (const field of await sheet.getByRole("textbox").all()) {
        const box = await field.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(PHONE.viewport.width);
      }
    },
  );
});
