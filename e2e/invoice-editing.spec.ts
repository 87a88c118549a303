/** The dialog of an invoice: its fields, its files, and its end. */
import type { Locator, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { invoices, type InvoiceRow } from "server/src/database/tables/invoices.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { choose, searchAndChoose } from "#e2e/support/controls.ts";
import { invoiceRow } from "#e2e/support/invoice-list.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test.beforeEach(() => runtime.database.delete(invoices));

test(
  "an invoice is edited with its files, and deleted",
  {
    tag: [
      "@CI-INV-001",
      "@D-019",
      "@D-020",
      "@D-022",
      "@D-033",
      "@D-076",
      "@D-110",
      "@D-179",
      "@D-181",
      "@D-182",
      "@I-ERR-067",
      "@I-ERR-069",
      "@I-ERR-081..082",
      "@I-ERR-085..086",
      "@I-INV-056..062",
      "@I-INV-068",
      "@I-INV-094",
      "@I-INV-103..104",
      "@I-INV-106..107",
    ],
  },
  async ({ login, accounts, faults }) => {
    await test.step("the edit dialog changes case, status, id and date", async () => {
      await runtime.database.delete(invoices);
      const { id } = await buildInvoice({ invoiceId: "S1-2026-8", date: "2026-02-03" });
      await buildInvoice({ invoiceId: "S1-2026-9" });
      const other = await buildCase({
        caseId: `NR-X-${id}`,
        title: "Other",
        numberOfApplicants: 7,
      });
      const page = await login("admin");
      const dialog = await openEditor(page, "S1-2026-8");
      const code = dialog.getByLabel("Invoice ID");
      const save = dialog.getByRole("button", { name: "Update Invoice" });
      await code.fill("  ");
      await save.click();
      await expect(code).toHaveAccessibleDescription("Invoice ID is required");
      await code.fill("S1-2026-9");
      await save.click();
      await expectToast(page, "Error", "Update failed: 409 - Invoice ID already exists");
      await code.fill("S1-2026-88");
      await searchAndChoose(dialog, "Case", `${other.caseId} - Other`);
      await expect(dialog.getByRole("status", { name: "Number of Applicants" })).toHaveText("7");
      await expect(dialog.getByRole("status", { name: "Citizenship Fee" })).toHaveText(
        "$130,000.00",
      );
      await choose(dialog, "Status", "Funds Processed");
      await dialog.getByLabel("Date", { exact: true }).fill("2026-03-04");
      await breakCalls(page, faults, { path: `/api/invoices/${id}`, method: "PUT" });
      await save.click();
      await expectToast(page, "Error", "Failed to update invoice");
      await page.unrouteAll();
      const release = await holdCalls(page, `/api/invoices/${id}`, "PUT");
      const sent = page.waitForRequest((request) => request.method() === "PUT");
      await save.click();
      await expect(dialog.getByRole("button", { name: "Updating..." })).toBeVisible();
      release();
      await expectToast(page, "Invoice updated successfully");
      expect((await sent).postDataJSON()).toEqual({
        caseId: other.id,
        stage: "Stage 1",
        status: "Funds Processed",
        currency: "USD",
        invoiceId: "S1-2026-88",
        date: "2026-03-04",
        usdFee: 1_800_000,
        rate: 1,
      });
      await expect(dialog).toHaveCount(0);
      const row = invoiceRow(page, "S1-2026-88");
      await expect(row).toContainText("04/03/2026");
      await expect(row.getByRole("cell").nth(2)).toHaveText("7");
    });

    await test.step("what somebody else has saved meanwhile is not lost", async () => {
      await runtime.database.delete(invoices);
      await buildInvoice({ invoiceId: "S1-2026-12" });
      const page = await login("admin");
      const dialog = await openEditor(page, "S1-2026-12");
      const elsewhere = await login(await accounts.create("admin"));
      const theirs = await openEditor(elsewhere, "S1-2026-12");
      await choose(theirs, "Status", "Completed");
      await theirs.getByRole("button", { name: "Update Invoice" }).click();
      await expectToast(elsewhere, "Invoice updated successfully");
      await choose(dialog, "Status", "Cancelled");
      await dialog.getByRole("button", { name: "Update Invoice" }).click();
      await expect(dialog.getByRole("note")).toContainText(
        "Somebody else has changed this invoice",
      );
      await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveText("Completed");
      await choose(dialog, "Status", "Cancelled");
      await dialog.getByRole("button", { name: "Update Invoice" }).click();
      await expectToast(page, "Invoice updated successfully");

      // Changes of different fields do not meet.
      await openEditor(page, "S1-2026-12");
      await choose(elsewhere, "Status of S1-2026-12", "Sent");
      await expectToast(elsewhere, "Invoice status updated successfully");
      await dialog.getByLabel("Date", { exact: true }).fill("2026-09-09");
      await dialog.getByRole("button", { name: "Update Invoice" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(invoiceRow(page, "S1-2026-12")).toContainText("09/09/2026");
      await expect(page.getByRole("combobox", { name: "Status of S1-2026-12" })).toHaveText("Sent");
    });

    await test.step("the edit dialog lists every file, renames and deletes it after the question", async () => {
      await runtime.database.delete(invoices);
      const invoice = await buildInvoice({ invoiceId: "S1-2026-14" });
      const page = await login("admin");
      let dialog = await openEditor(page, "S1-2026-14");
      await expect(dialog.getByText("No files uploaded to this invoice yet")).toBeVisible();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByRole("button", { name: "Edit S1-2026-14" })).toBeFocused();

      for (const list of ALL_LISTS)
        await buildInvoiceFile(invoice, { list, originalName: `${list}.pdf` });
      dialog = await openEditor(page, "S1-2026-14");
      await expect(dialog.getByRole("heading", { level: 4 })).toHaveText([
        "Stage 1",
        "Stage 2",
        "Post Citizenship",
        "Add On",
        "Payment Receipts",
        "Admin Files",
      ]);
      for (const list of ALL_LISTS)
        for (const action of ["View", "Download", "Rename", "Delete"])
          await expect(dialog.getByRole("button", { name: `${action} ${list}.pdf` })).toBeVisible();

      await dialog.getByRole("button", { name: "Rename other.pdf" }).click();
      const rename = page.getByRole("dialog", { name: "Rename file" });
      await breakCalls(page, faults, await fileCall(invoice, "otherFiles", "rename"));
      await rename.getByLabel("File name").fill("Transfer of May");
      await rename.getByRole("button", { name: "Rename" }).click();
      await expectToast(page, "Error", "Failed to rename file");
      await page.unrouteAll();
      await rename.getByRole("button", { name: "Rename" }).click();
      await expectToast(page, "File renamed successfully");
      await expect(dialog.getByText("Transfer of May.pdf")).toBeVisible();

      const remove = dialog.getByRole("button", { name: "Delete Stage 2.pdf" });
      await remove.click();
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText(
        'Are you sure you want to delete "Stage 2.pdf"? This action cannot be undone.',
      );
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(remove).toBeFocused();
      await remove.click();
      await breakCalls(page, faults, await fileCall(invoice, "stage2Files"));
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "Error", "Failed to delete file");
      await page.unrouteAll();
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "File deleted successfully");
      await expect(dialog.getByText("Stage 2.pdf")).toHaveCount(0);
      const [stored] = await storedInvoice(invoice);
      expect(stored?.stage2Files).toEqual([]);
      expect(stored?.otherFiles[0]?.original_name).toBe("Transfer of May.pdf");
    });

    await test.step("an invoice is deleted after a question", async () => {
      await runtime.database.delete(invoices);
      const invoice = await buildInvoice({ invoiceId: "S1-2026-15" });
      await buildInvoiceFile(invoice, { list: "other" });
      const page = await login("admin");
      await page.goto("/invoices");
      const remove = page.getByRole("button", { name: "Delete S1-2026-15" });
      await remove.click();
      const question = page.getByRole("alertdialog", { name: "Delete invoice S1-2026-15?" });
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(remove).toBeFocused();
      await remove.press("Enter");
      await breakCalls(page, faults, { path: `/api/invoices/${invoice.id}`, method: "DELETE" });
      await question.getByRole("button", { name: "Delete Invoice" }).click();
      await expectToast(page, "Error", "Failed to delete invoice");
      await page.unrouteAll();
      await question.getByRole("button", { name: "Delete Invoice" }).click();
      await expectToast(page, "Invoice deleted successfully");
      await expect(page.getByText("No invoices yet")).toBeVisible();
      await expect(page.getByRole("main")).toBeFocused();
      expect(await storedInvoice(invoice)).toEqual([]);
    });
  },
);

async function openEditor(page: Page, code: string): Promise<Locator> {
  await page.goto("/invoices");
  await page.getByRole("button", { name: `Edit ${code}`, exact: true }).click();
  return page.getByRole("dialog", { name: "Edit Invoice" });
}

function storedInvoice({ id }: { id: number }): Promise<InvoiceRow[]> {
  return runtime.database.select().from(invoices).where(eq(invoices.id, id));
}

const ALL_LISTS = ["Stage 1", "Stage 2", "Add On", "Post Citizenship", "other", "admin"] as const;

async function fileCall(
  invoice: { id: number },
  list: "otherFiles" | "stage2Files",
  verb?: "rename",
) {
  const [stored] = await storedInvoice(invoice);
  const path = `/api/invoices/${invoice.id}/files/${stored?.[list][0]?.id}`;
  return verb === "rename"
    ? { path: `${path}/rename`, method: "PATCH" as const }
    : { path, method: "DELETE" as const };
}
