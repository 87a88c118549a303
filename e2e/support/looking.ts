/** Something of everything, and looking at each screen and dialog as axe does. */
import type { Locator, Page } from "@playwright/test";
import { runtime } from "server/src/core/runtime.ts";
import { invoices } from "server/src/database/tables/invoices.ts";
import { buildEvent, buildNote } from "server/testing/factories/activity.ts";
import { buildAgreement } from "server/testing/factories/agreements.ts";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { buildSample } from "server/testing/factories/samples.ts";
import { buildWebhookLog } from "server/testing/factories/webhook-logs.ts";
import { expectAccessible } from "./accessibility.ts";
import type { Account } from "./accounts.ts";
import { makePdf } from "./sample-files.ts";
import { expect, test } from "./test.ts";

export const MAIN = "Noor Al Mansouri";
/** What no line of a phone holds. */
export const LONG_WORD =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
type Family = { readonly caseId: number; readonly address: string; readonly desk: string };

/** Something of everything; its title is that of the case. */
export async function buildFamily(client: Account, title: string): Promise<Family> {
  const caseFile = await buildCase({ title, assignedTo: [client] });
  const caseId = caseFile.id;
  const { id: assignedTo } = await buildApplicant({ caseId, fullName: MAIN });
  const content = (await makePdf("x.pdf")).buffer;
  await buildDocument({ caseId, category: "passport", originalName: "scan.pdf", content });
  await buildDocument({ caseId, assignedTo, category: "birth", originalName: "b.pdf", content });
  await buildAgreement({ caseId, originalName: "signed.pdf" });
  await buildSample({ originalName: "Form V-1.pdf" });
  await buildComment({ caseId, userId: client.id, message: "Is this stamp legible?" });
  await buildEvent({ caseId, actorId: client.id, action: "upload", documentName: "scan.pdf" });
  await buildNote({ caseId, userId: client.id });
  await runtime.database.delete(invoices);
  const invoice = await buildInvoice({ caseId, caseTitle: title, invoiceId: "S1-2026-1" });
  await buildInvoiceFile(invoice, { originalName: "statement.pdf" });
  await buildInvoiceFile(invoice, { originalName: `${LONG_WORD}.pdf` });
  await buildWebhookLog({});
  return { caseId, address: `/case/${caseFile.caseId}`, desk: `/review?case=${caseId}` };
}

export async function open(page: Page, address: string, ready: Locator): Promise<void> {
  await page.goto(address);
  await expect(ready).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

export async function look(page: Page, address: string, ready: Locator): Promise<void> {
  await test.step(address, async () => {
    await open(page, address, ready);
    await expectAccessible(page);
  });
}

/** What a button of the page at hand opens; Escape closes it again. */
export async function lookInto(page: Page, opener: Locator, inside?: RegExp): Promise<void> {
  await opener.click();
  const dialog = page.locator("[role=dialog], [role=alertdialog]").last();
  await expect(dialog).toBeVisible();
  if (inside !== undefined) await expect(dialog).toContainText(inside);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}
