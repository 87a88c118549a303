/** The accountant's view: reads, orders, groups, filters and downloads invoices, and changes nothing. */
import { runtime } from "server/src/core/runtime.ts";
import { invoices } from "server/src/database/tables/invoices.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { breakCalls } from "#e2e/support/calls.ts";
import { choose } from "#e2e/support/controls.ts";
import { bytesOf } from "#e2e/support/downloads.ts";
import { buildLedger, groupHeads, invoiceCodes, invoiceRow } from "#e2e/support/invoice-list.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { PHONE } from "#e2e/support/viewports.ts";

const DEFINITIONS = [
  ["Sent", "Invoice sent to the client"],
  ["Paid by client", "Payment complete, funds received in the bureau account"],
  ["Funds Processed", "Funds disbursed"],
  ["Completed", "Payment cycle done"],
  ["Cancelled", "Invoice voided"],
] as const;
const STATUSES = DEFINITIONS.map(([status]) => status);
const STAGES = ["Stage 1", "Stage 2", "Add On", "Post Citizenship"];

test.beforeEach(() => runtime.database.delete(invoices));

test(
  "an accountant reads, orders, groups and searches every invoice",
  {
    tag: [
      "@D-149",
      "@D-151",
      "@D-158",
      "@I-ACCT-001..004",
      "@I-ACCT-006..019",
      "@I-ACCT-021",
      "@I-INV-063..067",
      "@I-ROLE-006",
    ],
  },
  async ({ login }) => {
    await test.step("the screen has its words, its columns and its definitions", async () => {
      await runtime.database.delete(invoices);
      await buildInvoice({
        invoiceId: "PC-2026-1",
        stage: "Post Citizenship",
        caseTitle: "Saleh Family - Vanuatu Citizenship",
        currency: "AED",
        totalFee: 367_242,
        status: "Completed",
        createdAt: "2026-03-04T21:00:00.000Z",
      });
      const page = await login("accountant");
      await page.goto("/accountant-invoices");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Accountant Dashboard");
      await expect(page.getByText("View and download invoices")).toBeVisible();
      await expect(page.getByRole("columnheader")).toHaveText([
        "Invoice ID",
        "Date",
        "Case Title",
        "Total Fee",
        "Status",
        "Invoice Files",
      ]);
      await expect(invoiceRow(page, "PC-2026-1").getByRole("cell")).toHaveText([
        "PC-2026-1",
        "5 Mar 2026",
        "Saleh Family - Vanuatu Citizenship",
        "AED 3,672.42Post Citizenship",
        "Completed",
        "No files",
      ]);
      const panel = page.getByRole("button", { name: "Status Definitions" });
      await expect(panel).toHaveAttribute("aria-expanded", "false");
      await panel.press("Enter");
      for (const [status, meaning] of DEFINITIONS) {
        const term = page.getByRole("term").filter({ hasText: status });
        await expect(term.locator("xpath=following-sibling::dd")).toHaveText(meaning);
      }
      await panel.press("Enter");
      await expect(page.getByText("Invoice voided")).toBeHidden();
    });

    await test.step("six orders: id, amount and creation, each both ways", async () => {
      await runtime.database.delete(invoices);
      const day = (number: number) => `2026-05-0${number}T08:00:00.000Z`;
      await buildInvoice({ invoiceId: "S1-2026-10", totalFee: 20_000, createdAt: day(1) });
      await buildInvoice({ invoiceId: "S1-2026-9", totalFee: 30_000, createdAt: day(3) });
      await buildInvoice({ invoiceId: "S2-2026-1", totalFee: 10_000, createdAt: day(2) });
      const page = await login("accountant");
      await page.goto("/accountant-invoices");
      await choose(page, "Group", "No Grouping");
      const codes = invoiceCodes(page);
      const [nine, ten, one] = ["S1-2026-9", "S1-2026-10", "S2-2026-1"];
      await expect(codes).toHaveText([nine, ten, one]);
      await page.getByRole("button", { name: "Ascending" }).click();
      await expect(codes).toHaveText([one, ten, nine]);
      await choose(page, "Sort", "Amount");
      await expect(codes).toHaveText([nine, ten, one]);
      await page.getByRole("button", { name: "Descending" }).click();
      await expect(codes).toHaveText([one, ten, nine]);
      await choose(page, "Sort", "Created");
      await expect(codes).toHaveText([ten, one, nine]);
      await page.getByRole("button", { name: "Ascending" }).click();
      await expect(codes).toHaveText([nine, one, ten]);
    });

    await test.step("groups, filters and search narrow the list", async () => {
      await runtime.database.delete(invoices);
      await buildLedger();
      const page = await login("accountant");
      await page.goto("/accountant-invoices");
      await expect(invoiceCodes(page)).toHaveCount(5);
      expect((await groupHeads(page)).slice(-5)).toEqual(STATUSES.map((status) => `${status} 1`));
      const offered: Record<string, string[]> = {
        Group: ["No Grouping", "Stage", "Status", "Currency"],
        Status: ["All Statuses", ...STATUSES],
        Stage: ["All Stages", ...STAGES],
      };
      for (const [label, options] of Object.entries(offered)) {
        await page.getByRole("combobox", { name: label, exact: true }).click();
        await expect(page.getByRole("option")).toHaveText(options);
        await page.keyboard.press("Escape");
      }
      await choose(page, "Group", "Stage");
      await expect
        .poll(async () => (await groupHeads(page)).slice(-4))
        .toEqual(["Stage 1 2", "Stage 2 1", "Add On 1", "Post Citizenship 1"]);
      await choose(page, "Group", "Currency");
      await expect.poll(async () => (await groupHeads(page)).slice(-2)).toEqual(["USD 3", "AED 2"]);
      await page.getByRole("button", { name: /^USD/ }).click();
      await expect(invoiceCodes(page)).toHaveCount(2);
      await page.getByRole("button", { name: /^USD/ }).click();

      await choose(page, "Status", "Paid by client");
      await expect(invoiceCodes(page)).toHaveText(["S1-2026-10"]);
      await choose(page, "Stage", "Stage 2");
      await expect(page.getByText("No invoices found matching your criteria")).toBeVisible();
      await choose(page, "Status", "All Statuses");
      await expect(invoiceCodes(page)).toHaveText(["S2-2026-1"]);
      await choose(page, "Stage", "All Stages");
      await page.keyboard.press("/");
      const box = page.getByRole("searchbox", { name: "Search by invoice ID or case title" });
      await expect(box).toBeFocused();
      await page.keyboard.insertText("pc-2026");
      await expect(invoiceCodes(page)).toHaveText(["PC-2026-1"]);
      await box.fill("CHEN fam");
      await expect(invoiceCodes(page)).toHaveCount(2);
      // Neither status nor currency is searched here.
      await box.fill("cancelled");
      await expect(page.getByText("No invoices found matching your criteria")).toBeVisible();
    });
  },
);

test(
  "accountants and admins open and download the files of an invoice, in table and cards",
  {
    tag: [
      "@CI-ROLE-010",
      "@D-150",
      "@I-ACCT-005",
      "@I-ACCT-020",
      "@I-ACCT-023",
      "@I-ERR-072",
      "@I-ROLE-011",
      "@I-ROLE-033",
    ],
  },
  async ({ login, faults }) => {
    await test.step("all files but the bureau's own are opened and downloaded; a failure is only logged", async () => {
      const pdf = await makePdf("فاتورة النهائية.pdf");
      for (const role of ["accountant", "admin"] as const) {
        await runtime.database.delete(invoices);
        const invoice = await buildInvoice({ invoiceId: "S1-2026-5" });
        const about = { originalName: pdf.name, content: pdf.buffer };
        await buildInvoiceFile(invoice, about);
        await buildInvoiceFile(invoice, { list: "Stage 2", originalName: "second.pdf" });
        await buildInvoiceFile(invoice, { list: "other", originalName: "receipt.pdf" });
        await buildInvoiceFile(invoice, { list: "admin", originalName: "secret.pdf" });
        const page = await login(role);
        await page.goto("/accountant-invoices");
        const row = invoiceRow(page, "S1-2026-5");
        await expect(row.getByRole("listitem")).toHaveCount(3);
        await expect(row).not.toContainText("secret");
        await expect(row.getByRole("combobox")).toHaveCount(0);

        const arrival = page.waitForEvent("download");
        await row.getByRole("button", { name: `Download ${pdf.name}` }).click();
        const download = await arrival;
        expect(download.suggestedFilename()).toBe(pdf.name);
        expect(download.url()).toContain("blob:");
        expect((await bytesOf(download)).equals(pdf.buffer)).toBe(true);
        await row.getByRole("button", { name: `View ${pdf.name}` }).click();
        await expect(page.getByRole("img", { name: "Page 1 of 3" })).toBeVisible();
        await page.keyboard.press("Escape");

        const path = "/api/invoices/by-invoice-id/S1-2026-5/files/second.pdf/download";
        await breakCalls(page, faults, { path, method: "GET" });
        faults.allow(/Download failed/);
        const logged = page.waitForEvent("console", (message) =>
          message.text().includes("Download failed"),
        );
        await row.getByRole("button", { name: "Download second.pdf" }).click();
        await logged;
        await expect(page.locator("li[data-state=open]")).toHaveCount(0);
      }
    });

    await test.step("cards show the same", async () => {
      await runtime.database.delete(invoices);
      await buildLedger();
      const page = await login("admin");
      await page.goto("/accountant-invoices");
      await expect(page.getByRole("radio", { name: "Table" })).toBeChecked();
      await page.getByRole("radio", { name: "Cards" }).check();
      await expect(page.getByRole("table")).toHaveCount(0);
      const card = page.getByRole("article", { name: "S1-2026-10" });
      for (const part of ["Stage 1", "Chen Family", "AED 3,672.42", "Paid by client", "No files"])
        await expect(card).toContainText(part);
    });
  },
);

test.describe("on a phone", () => {
  test.use(PHONE);

  test(
    "invoices come as cards, and the table can still be asked for",
    { tag: ["@I-ACCT-005"] },
    async ({ login }) => {
      await buildLedger();
      const page = await login("accountant");
      await page.goto("/accountant-invoices");
      await expect(page.getByRole("article", { name: "S1-2026-10" })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.getByRole("radio", { name: "Table" }).check();
      await expect(page.getByRole("columnheader")).toHaveCount(6);
      await expectNoSidewaysScroll(page);
    },
  );
});
