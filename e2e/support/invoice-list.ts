/** Invoices to look at, and where they are on the screens that list them. */
import type { Locator, Page } from "@playwright/test";
// The types of the events are whole only with the modules that define them.
import type {} from "server/src/app.ts";
import { invoiceKeys } from "server/src/modules/invoices/invoice-search-keys.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvoice } from "server/testing/factories/invoices.ts";

/** One of each stage but two of the first, of a Vanuatu and a Nauru case. */
export async function buildLedger(): Promise<void> {
  const vanuatu = await buildCase({ title: "Aziz Family - Vanuatu Citizenship" });
  const nauru = await buildCase({
    title: "Chen Family - Nauru Citizenship",
    citizenshipProgram: "nauru",
  });
  const ofVanuatu = { caseId: vanuatu.id, caseTitle: vanuatu.title };
  const ofNauru = { caseId: nauru.id, caseTitle: nauru.title };
  const aed = { currency: "AED" as const, rate: "0.2723" };
  await buildInvoice({ ...ofVanuatu, invoiceId: "S1-2026-2", date: "2026-05-01" });
  await buildInvoice({
    ...ofNauru,
    ...aed,
    invoiceId: "S1-2026-10",
    usdFee: 100_000,
    totalFee: 367_242,
    numberOfApplicants: 4,
    status: "Paid by client",
    date: "2026-04-09",
  });
  await buildInvoice({
    ...ofVanuatu,
    invoiceId: "S2-2026-1",
    stage: "Stage 2",
    status: "Completed",
    date: "2026-06-01",
  });
  await buildInvoice({
    ...ofNauru,
    ...aed,
    invoiceId: "PC-2026-1",
    stage: "Post Citizenship",
    status: "Cancelled",
    date: "2026-07-01",
  });
  await buildInvoice({
    ...ofVanuatu,
    invoiceId: "AO-2026-1",
    stage: "Add On",
    status: "Funds Processed",
    date: "2026-08-01",
  });
  // As the job does: an invoice that no service has written cannot be searched before.
  await invoiceKeys.fill();
}

export function invoiceRow(page: Page, code: string): Locator {
  return page.getByRole("row").filter({ hasText: code });
}

/** The ids from top to bottom, whatever group they stand in. */
export function invoiceCodes(page: Page): Locator {
  return page
    .getByRole("row")
    .getByRole("cell")
    .filter({ hasText: /^[A-Z][A-Z\d]-\d{4}-\d+/ })
    .locator("xpath=descendant-or-self::*[not(*)][1]");
}

/** The heads of the groups with their counts: 'Stage 1 2'. */
export async function groupHeads(page: Page): Promise<string[]> {
  const heads = await page.getByRole("main").locator("h2 button").allInnerTexts();
  return heads.map((head) => head.replace(/\s+/g, " ").trim());
}
