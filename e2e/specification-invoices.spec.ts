/** The invoices screen and its dialogs, statement by statement. */
import type { Page } from "@playwright/test";
import { buildCase } from "server/src/testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "server/src/testing/factories/invoices.ts";
import { holdCalls } from "#e2e/support/calls.ts";
import { choose } from "#e2e/support/controls.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

async function expectOptions(page: Page, label: string, options: readonly string[]): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await expect(page.getByRole("option")).toHaveText([...options]);
  await page.keyboard.press("Escape");
}

test("an invoice is created, with eight seconds for the automation [I-INV-003] [I-INV-030..055] [I-INV-080] [I-INV-081] [I-INV-083..086] [I-INV-091] [I-INV-092]", async ({
  login,
}) => {
  await buildCase({
    title: "Countdown Family",
    numberOfApplicants: 3,
    citizenshipFee: 13_000_000,
    gender: "Mr.",
  });
  const page = await login("admin");
  await page.goto("/invoices");
  await page.getByRole("button", { name: "Create Invoice" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create Invoice" });
  await expect(dialog.getByText("Select a case first")).toHaveCount(2);
  await expect(dialog.getByText("Select values to calculate")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Generate" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible();
  for (const [label, value] of Object.entries({
    Rate: "1",
    "Client TRN": "N/A",
    Address: "By email",
  }))
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);
  for (const [label, value] of Object.entries({ Currency: "USD", Gender: "Mr", Status: "Sent" }))
    await expect(dialog.getByRole("combobox", { name: label, exact: true })).toContainText(value);
  for (const label of ["Rate", "USD Fee"])
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute("step", "0.01");
  await expect(dialog.getByText("Date", { exact: true })).toBeVisible();

  await dialog.getByRole("combobox", { name: "Case", exact: true }).click();
  await page.keyboard.type("no such case");
  await expect(page.getByText("No cases found.")).toBeVisible();
  await page.keyboard.press("Escape");
  const caseBox = dialog.getByRole("combobox", { name: /^Case(,|$| )/ }).first();
  await caseBox.click();
  await page.keyboard.type("Countdown Family");
  await page.getByRole("option").filter({ hasText: "Countdown Family" }).click();
  await expect(dialog.getByLabel("Case Title")).toHaveValue("Countdown Family");
  await expect(dialog.getByText("$130,000.00")).toBeVisible();
  await expect(dialog.getByText("3", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("spinbutton", { name: "Number of Applicants" })).toHaveCount(0);
  await choose(dialog, "Stage", "Add On");
  await expect(dialog.getByLabel("Invoice ID")).toHaveAttribute("readonly", "");
  await dialog.getByRole("button", { name: "Generate" }).click();
  await expect(dialog.getByLabel("Invoice ID")).toHaveValue(/^AO-\d{4}-\d{4}$/);
  const fee = dialog.getByLabel("USD Fee", { exact: true });
  await fee.fill("");
  await fee.blur();
  await expect(fee).toHaveValue("0");
  await fee.fill("1800");
  await expect(dialog.getByText("$1,800.00")).toBeVisible();

  await page.clock.install();
  const release = await holdCalls(page, "/api/invoices", "POST");
  await dialog.getByRole("button", { name: "Create Invoice" }).click();
  await expect(dialog.getByRole("button", { name: "Creating..." })).toBeVisible();
  release();
  const overlay = page.getByRole("dialog", { name: "Processing Invoice" });
  await expect(overlay).toContainText("Waiting for automatic processing and file upload...");
  await expect(overlay.getByRole("timer")).toHaveText(/^[78] seconds remaining$/);
  const refreshed = page.waitForRequest(
    (request) => request.method() === "GET" && request.url().endsWith("/api/invoices"),
  );
  await page.clock.runFor(8_500);
  await refreshed;
  await expectToast(page, "Invoice created and processed successfully");
  await expect(overlay).toHaveCount(0);
});

test("the invoices screen and its edit dialog show everything about an invoice [CI-INV-001] [I-INV-010..025] [I-INV-056..062] [I-INV-068] [I-INV-094] [CI-CASE-057]", async ({
  login,
}) => {
  const caseFile = await buildCase({ title: "Column Family", numberOfApplicants: 4 });
  const invoice = await buildInvoice({
    caseId: caseFile.id,
    caseTitle: "Column Family",
    invoiceId: "S2-2033-0001",
    stage: "Stage 2",
    numberOfApplicants: 4,
    date: "2026-03-09",
  });
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
  await expectOptions(page, "Group by", ["Stage", "Program", "Currency", "Status"]);
  await expect(page.getByRole("combobox", { name: "Group by" })).toContainText("Stage");
  await expect(page.getByRole("combobox", { name: "Sort by" })).toContainText("Invoice ID");
  await expectOptions(page, "Sort by", ["Invoice ID", "Date", "Status"]);
  await expect(page.getByRole("button", { name: "Descending" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search invoices" }).fill("S2-2033");
  await expect(page.getByText("1 invoice", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stage 2\s*1$/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  const row = page.getByRole("row").filter({ hasText: invoice.invoiceId });
  for (const part of ["Stage 2", "Column Family", "09/03/2026", "4", "$18,000.00"])
    await expect(row).toContainText(part);
  await expect(row.getByRole("button", { name: /^Upload to/ })).toHaveCount(3);
  const status = `Status of ${invoice.invoiceId}`;
  for (const next of ["Cancelled", "Sent"]) {
    // The toast of the first change would also answer for the second.
    const saved = page.waitForResponse((answer) => answer.request().method() !== "GET");
    await choose(page, status, next);
    await saved;
    await expectToast(page, "Invoice status updated successfully");
  }
  await row.getByRole("button", { name: `Edit ${invoice.invoiceId}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Invoice" });
  await expect(dialog.getByText("No files uploaded to this invoice yet")).toBeVisible();
  await expect(dialog.getByText(`${caseFile.caseId} - Column Family`)).toBeVisible();
  for (const part of ["Number of Applicants", "Citizenship Fee"]) {
    await expect(dialog.getByText(part, { exact: true })).toBeVisible();
    for (const role of ["textbox", "spinbutton"] as const)
      await expect(dialog.getByRole(role, { name: part })).toHaveCount(0);
  }
  await expect(dialog.getByLabel("Invoice ID")).toHaveValue(invoice.invoiceId);
  await expect(dialog.getByText("Date", { exact: true })).toBeVisible();
  await choose(dialog, "Status", "Completed");
  const release = await holdCalls(page, `/api/invoices/${invoice.id}`, "PUT");
  await dialog.getByRole("button", { name: "Update Invoice" }).click();
  await expect(dialog.getByRole("button", { name: "Updating..." })).toBeVisible();
  release();
  await expectToast(page, "Invoice updated successfully");
  await expect(row).toContainText("Completed");
  for (const list of [
    "Stage 1",
    "Stage 2",
    "Add On",
    "Post Citizenship",
    "other",
    "admin",
  ] as const)
    await buildInvoiceFile(invoice, { list, originalName: `${list}.pdf` });
  await page.reload();
  for (const name of ["Stage 2.pdf", "other.pdf", "admin.pdf"]) {
    await expect(row.getByRole("button", { name: `View ${name}` })).toBeVisible();
    await expect(row.getByRole("button", { name: `Download ${name}` })).toBeVisible();
  }
  await page.getByRole("button", { name: `Edit ${invoice.invoiceId}` }).click();
  await expect(dialog.getByRole("heading", { level: 4 })).toHaveText([
    "Stage 1",
    "Stage 2",
    "Post Citizenship",
    "Add On",
    "Payment Receipts",
    "Admin Files",
  ]);
  for (const verb of ["View", "Download", "Delete"])
    await expect(dialog.getByRole("button", { name: `${verb} admin.pdf` })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete admin.pdf" }).click();
  await expect(
    page.getByText('Are you sure you want to delete "admin.pdf"? This action cannot be undone.'),
  ).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expectToast(page, "File deleted successfully");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("button", { name: `Delete ${invoice.invoiceId}` }).click();
  await page.getByRole("button", { name: "Delete Invoice" }).click();
  await expectToast(page, "Invoice deleted successfully");
});
