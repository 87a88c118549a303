/** The files of an invoice: in the table's cells, and in the edit dialog with everything that can be done to them. */
import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { invoices, type InvoiceRow } from "server/src/database/tables/invoices.ts";
import { paymentReceipts } from "server/src/database/tables/payment-receipts.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { breakCalls } from "#e2e/support/calls.ts";
import { bytesOf } from "#e2e/support/downloads.ts";
import { invoiceRow } from "#e2e/support/invoice-list.ts";
import { makePdf, type SampleFile } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test.beforeEach(() => runtime.database.delete(invoices));

test(
  "files are uploaded to an invoice, opened and downloaded",
  {
    tag: [
      "@D-018",
      "@D-156",
      "@D-157",
      "@I-ERR-068",
      "@I-ERR-084",
      "@I-INV-025..027",
      "@I-INV-093",
      "@I-INV-105",
      "@I-INV-108",
    ],
  },
  async ({ login, faults }) => {
    await test.step("files are uploaded to the cell they belong to", async () => {
      await runtime.database.delete(invoices);
      const invoice = await buildInvoice({ invoiceId: "AO-2026-5", stage: "Add On" });
      const page = await login("admin");
      await page.goto("/invoices");
      const pdf = await makePdf("statement.pdf");
      await upload(page, "Upload to Invoice Files of AO-2026-5", {
        ...pdf,
        name: "notes.txt",
        mimeType: "text/plain",
      });
      await expectToast(page, "Error", "notes.txt is not a supported file type");
      await breakCalls(page, faults, {
        path: `/api/invoices/${invoice.id}/upload`,
        method: "POST",
      });
      await upload(page, "Upload to Invoice Files of AO-2026-5", pdf);
      await expectToast(page, "Error", "Failed to upload file");
      await page.unrouteAll();

      for (const column of ["Invoice Files", "Payment receipts", "Admin Files"])
        await uploadOne(page, `Upload to ${column} of AO-2026-5`, {
          ...pdf,
          name: `${column}.pdf`,
        });
      const cells = invoiceRow(page, "AO-2026-5").getByRole("cell");
      for (const [place, column] of ["Invoice Files", "Payment receipts", "Admin Files"].entries())
        await expect(
          cells.nth(6 + place).getByRole("button", { name: `View ${column}.pdf` }),
        ).toBeVisible();

      const [stored] = await storedInvoice(invoice);
      expect(stored?.addOnFiles.map((file) => file.original_name)).toEqual(["Invoice Files.pdf"]);
      expect(stored?.otherFiles.map((file) => file.original_name)).toEqual([
        "Payment receipts.pdf",
      ]);
      expect(stored?.adminFiles.map((file) => file.original_name)).toEqual(["Admin Files.pdf"]);
      const receipts = await runtime.database
        .select()
        .from(paymentReceipts)
        .where(eq(paymentReceipts.invoiceId, invoice.id));
      expect(receipts.map((receipt) => receipt.originalName)).toEqual(["Payment receipts.pdf"]);
    });

    await test.step("a file opens from /uploads/ and is downloaded whole; one kept elsewhere only opens", async () => {
      const pdf = await makePdf("Invoice of the family.pdf");
      const invoice = await buildInvoice({ invoiceId: "S1-2026-6" });
      await buildInvoiceFile(invoice, { originalName: pdf.name, content: pdf.buffer });
      await buildInvoiceFile(invoice, {
        originalName: "Elsewhere.pdf",
        externalUrl: "https://files.example/elsewhere.pdf",
      });
      const page = await login("admin");
      // Nothing is to leave for the address outside.
      await page.route("https://files.example/**", (route) => route.abort("blockedbyclient"));
      await page.goto("/invoices");
      const row = invoiceRow(page, "S1-2026-6");
      const name = row.getByRole("button", { name: `View ${pdf.name}` });
      await expect(name.locator("[aria-hidden]")).toHaveText("Invoice of t...");
      const opened = page.waitForRequest((request) => request.url().includes("/uploads/"));
      await name.click();
      await opened;
      const viewer = page.getByRole("dialog");
      await expect(viewer.getByRole("img", { name: "Page 1 of 3" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(name).toBeFocused();

      const arrival = page.waitForEvent("download");
      await row.getByRole("button", { name: `Download ${pdf.name}` }).click();
      const download = await arrival;
      expect(download.suggestedFilename()).toBe(pdf.name);
      expect((await bytesOf(download)).equals(pdf.buffer)).toBe(true);
      await expect(row.getByRole("button", { name: "Download Elsewhere.pdf" })).toHaveCount(0);
      await expect(row.getByRole("button", { name: "View Elsewhere.pdf" })).toBeVisible();
    });
  },
);

function storedInvoice({ id }: { id: number }): Promise<InvoiceRow[]> {
  return runtime.database.select().from(invoices).where(eq(invoices.id, id));
}

async function upload(page: Page, button: string, file: SampleFile): Promise<void> {
  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await picker).setFiles(file);
}

async function uploadOne(page: Page, button: string, file: SampleFile): Promise<void> {
  const done = page.waitForResponse((answer) => answer.url().endsWith("/upload"));
  await upload(page, button, file);
  expect((await done).ok()).toBe(true);
  await expectToast(page, "File uploaded successfully");
}
