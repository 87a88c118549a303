/** A new invoice: its case, its id, its money to the cent, and the eight seconds of the automation. */
import type { Locator, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { invoices } from "server/src/database/tables/invoices.ts";
import { type CaseInput, buildCase } from "server/testing/factories/cases.ts";
import { buildInvoice } from "server/testing/factories/invoices.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { choose } from "#e2e/support/controls.ts";
import { invoiceRow } from "#e2e/support/invoice-list.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test.beforeEach(() => runtime.database.delete(invoices));

test(
  "an admin fills in a new invoice, and is told what is missing",
  {
    tag: [
      "@D-004",
      "@D-006",
      "@D-007",
      "@D-010",
      "@D-023",
      "@D-024",
      "@D-178",
      "@D-179",
      "@I-INV-003",
      "@I-INV-036..054",
      "@I-INV-073..074",
      "@I-INV-076..086",
      "@I-INV-091..092",
      "@I-INV-095..096",
      "@I-INV-101",
    ],
  },
  async ({ login, faults }) => {
    await test.step("the dialog starts with its defaults and says what is missing", async () => {
      await runtime.database.delete(invoices);
      const page = await login("admin");
      const dialog = await openDialog(page);
      await expect(dialog.getByRole("status", { name: "Number of Applicants" })).toHaveText(
        "Select a case first",
      );
      await expect(dialog.getByRole("status", { name: "Citizenship Fee" })).toHaveText(
        "Select a case first",
      );
      await expect(totalOf(dialog)).toHaveText("Select values to calculate");
      await expect(dialog.getByRole("button", { name: "Generate" })).toBeDisabled();
      await expect(dialog.getByLabel("Invoice ID")).toHaveAttribute("readonly");
      await expect(dialog.getByLabel("Rate")).toHaveValue("1");
      await expect(dialog.getByLabel("Rate")).toHaveAttribute("step", "0.01");
      await expect(dialog.getByLabel("USD Fee")).toHaveAttribute("step", "0.01");
      await expect(dialog.getByLabel("Client TRN")).toHaveValue("N/A");
      await expect(dialog.getByLabel("Address")).toHaveValue("By email");
      const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Dubai" }).format(new Date());
      await expect(dialog.getByLabel("Date", { exact: true })).toHaveValue(today);
      for (const [label, value] of [
        ["Currency", "USD"],
        ["Gender", "Mr"],
        ["Status", "Sent"],
      ] as const)
        await expect(dialog.getByRole("combobox", { name: label })).toHaveText(value);

      await dialog.getByRole("button", { name: "Create Invoice" }).click();
      for (const [label, problem] of [
        ["Case", "Please select a case"],
        ["Case Title", "Case title is required"],
        ["Stage", "Stage is required"],
        ["Invoice ID", "Invoice ID is required"],
        ["USD Fee", "USD fee must be greater than 0"],
      ] as const)
        await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
          problem,
        );
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Create Invoice" })).toBeFocused();
    });

    await test.step("the case gives title, applicants, fee and salutation", async () => {
      await runtime.database.delete(invoices);
      const caseFile = await buildFamily({ gender: "Ms.", numberOfApplicants: 5 });
      const page = await login("admin");
      const dialog = await openDialog(page);
      await dialog.getByRole("combobox", { name: "Case" }).click();
      await page.keyboard.insertText("no family has this name");
      await expect(page.getByText("No cases found.")).toBeVisible();
      await page.getByPlaceholder("Search cases").fill(caseFile.title.toUpperCase());
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("combobox", { name: "Case" })).toContainText(caseFile.title);
      await expect(dialog.getByLabel("Case Title")).toHaveValue(caseFile.title);
      await expect(dialog.getByRole("status", { name: "Number of Applicants" })).toHaveText("5");
      await expect(dialog.getByRole("status", { name: "Citizenship Fee" })).toHaveText(
        "$130,000.00",
      );
      await expect(dialog.getByRole("combobox", { name: "Gender" })).toHaveText("Ms");
    });

    await test.step("the total follows from fee and rate, in both currencies", async () => {
      await runtime.database.delete(invoices);
      const page = await login("admin");
      const dialog = await openDialog(page);
      const [rate, fee] = [dialog.getByLabel("Rate"), dialog.getByLabel("USD Fee")];
      await fee.fill("1000");
      await expect(totalOf(dialog)).toHaveText("$1,000.00");
      await rate.fill("1.0125");
      await expect(totalOf(dialog)).toHaveText("$1,012.50");
      await expect(dialog.getByText("USD per 1 AED")).toHaveCount(0);

      await choose(dialog, "Currency", "AED");
      await expect(rate).toHaveValue("0.2723");
      await expect(dialog.getByText("USD per 1 AED")).toBeVisible();
      await expect(totalOf(dialog)).toHaveText("AED 3,672.42");
      const warning = dialog.getByRole("note");
      await expect(warning).toHaveCount(0);
      await rate.fill("3.67");
      await expect(warning).toContainText("usually 0.2723");
      await expect(totalOf(dialog)).toHaveText("AED 272.48");

      // What is no number counts as 0, and stands there as such.
      await rate.fill("");
      await rate.pressSequentially("e");
      await rate.blur();
      await expect(rate).toHaveValue("0");
      await expect(totalOf(dialog)).toHaveText("Select values to calculate");
      await dialog.getByRole("button", { name: "Create Invoice" }).click();
      await expect(rate).toHaveAccessibleDescription("Rate must be greater than 0");
      await choose(dialog, "Currency", "USD");
      await expect(rate).toHaveValue("1");
    });

    await test.step("the id is generated for its stage, and again when it is taken", async () => {
      await runtime.database.delete(invoices);
      const year = new Date().getFullYear();
      const caseFile = await buildFamily();
      await buildInvoice({ invoiceId: `S2-${year}-0041`, stage: "Stage 2" });
      const page = await login("admin");
      const dialog = await openDialog(page);
      await chooseCase(dialog, caseFile.title);
      await choose(dialog, "Stage", "Stage 2");
      const code = dialog.getByLabel("Invoice ID");
      const generate = dialog.getByRole("button", { name: "Generate" });
      await breakCalls(page, faults, { path: "/api/invoices/generate-id", method: "POST" });
      await generate.click();
      await expectToast(page, "Error", "Failed to generate invoice ID");
      await page.unrouteAll();
      await generate.click();
      await expect(code).toHaveValue(`S2-${year}-0042`);
      await choose(dialog, "Stage", "Add On");
      await expect(code).toHaveValue("");
      await choose(dialog, "Stage", "Stage 2");
      await generate.click();
      await expect(code).toHaveValue(`S2-${year}-0042`);

      await buildInvoice({ invoiceId: `S2-${year}-0042`, stage: "Stage 2" });
      await dialog.getByLabel("USD Fee").fill("12.34");
      await dialog.getByRole("button", { name: "Create Invoice" }).click();
      await expectToast(page, "Error", "Invoice ID already exists");
      await expect(dialog).toBeVisible();
      await generate.click();
      await expect(code).toHaveValue(`S2-${year}-0043`);
      await breakCalls(page, faults, { path: "/api/invoices", method: "POST" });
      await dialog.getByRole("button", { name: "Create Invoice" }).click();
      await expectToast(page, "Error", "Failed to create invoice");
    });
  },
);

test(
  "after creation the overlay counts eight seconds down, then the list has it",
  { tag: ["@CI-INV-001", "@D-009", "@D-012", "@I-INV-030..035", "@I-INV-055", "@I-INV-102"] },
  async ({ login }) => {
    const caseFile = await buildFamily({ numberOfApplicants: 2 });
    const page = await login("admin");
    const dialog = await openDialog(page);
    await chooseCase(dialog, caseFile.title);
    await choose(dialog, "Stage", "Stage 1");
    await dialog.getByRole("button", { name: "Generate" }).click();
    await choose(dialog, "Currency", "AED");
    await dialog.getByLabel("USD Fee").fill("18000.5");
    const code = await dialog.getByLabel("Invoice ID").inputValue();

    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 10_000);
    const release = await holdCalls(page, "/api/invoices", "POST");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.getByRole("button", { name: "Create Invoice" }).click();
    await expect(dialog.getByRole("button", { name: "Creating..." })).toBeVisible();
    expect((await sent).postDataJSON()).toMatchObject({ usdFee: 1_800_050, rate: 0.2723 });
    release();
    const overlay = page.getByRole("dialog", { name: "Processing Invoice" });
    await expect(overlay).toContainText("Waiting for automatic processing and file upload...");
    await expect(overlay.getByRole("timer")).toHaveText("8 seconds remaining");
    await page.keyboard.press("Escape");
    await page.clock.runFor(7000);
    await expect(overlay.getByRole("timer")).toHaveText("1 second remaining");
    await page.clock.runFor(1000);
    await expect(overlay).toHaveCount(0);
    await expectToast(page, "Invoice created and processed successfully");
    await expect(invoiceRow(page, code)).toContainText("AED 66,105.40");
    const [stored] = await runtime.database
      .select()
      .from(invoices)
      .where(eq(invoices.invoiceId, code));
    expect(stored).toMatchObject({
      caseId: caseFile.id,
      numberOfApplicants: 2,
      usdFee: 1_800_050,
      rate: "0.2723",
      totalFee: 6_610_540,
      clientTrn: "N/A",
      address: "By email",
      gender: "Mr",
      status: "Sent",
    });
  },
);

/** With a title that no other case has. */
async function buildFamily(input: CaseInput = {}) {
  const { id } = await buildCase();
  return buildCase({ title: `Family number ${id} - Vanuatu Citizenship`, gender: "Mr.", ...input });
}

async function openDialog(page: Page): Promise<Locator> {
  await page.goto("/invoices");
  await page.getByRole("button", { name: "Create Invoice" }).click();
  return page.getByRole("dialog", { name: "Create Invoice" });
}

async function chooseCase(dialog: Locator, title: string): Promise<void> {
  await dialog.getByRole("combobox", { name: "Case" }).click();
  await dialog.page().keyboard.insertText(title);
  await dialog.page().keyboard.press("Enter");
  await expect(dialog.getByLabel("Case Title")).toHaveValue(title);
}

function totalOf(dialog: Locator): Locator {
  return dialog.getByRole("status", { name: "Total Fee" });
}
