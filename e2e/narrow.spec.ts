/** 320 pixels: a small phone, and a desk on which somebody has made everything four times as large. */
import { buildAgreement } from "server/testing/factories/agreements.ts";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";

const LONG_WORD =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

test("no screen moves sideways at 320 pixels, and the header covers nothing of itself", async ({
  login,
}) => {
  const caseFile = await buildCase({ caseId: "VU-2026-0320", title: LONG_WORD });
  await buildApplicant({ caseId: caseFile.id, fullName: LONG_WORD });
  await buildDocument({ caseId: caseFile.id, originalName: `${LONG_WORD}.pdf` });
  await buildAgreement({ caseId: caseFile.id });
  const invoice = await buildInvoice({ caseId: caseFile.id, caseTitle: LONG_WORD });
  await buildInvoiceFile(invoice, { originalName: `${LONG_WORD}.pdf` });
  const page = await login("admin");
  await page.setViewportSize({ width: 320, height: 640 });
  const ofCase = ["uncategorized", "invoices", "samples", "applicants"].map(
    (tab) => `/case/${caseFile.caseId}?tab=${tab}`,
  );
  const lists = ["/", "/invoices", "/accountant-invoices", "/users", "/analytics", "/board"];
  const papers = [`/case/${caseFile.caseId}/checklist`, "/review", "/reminders", "/programs"];
  for (const address of [
    ...lists,
    ...papers,
    "/profile",
    "/profile?tab=security",
    ...ofCase,
    "/terms",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
  await page.goto("/");
  const header = page.getByRole("banner");
  const name = await header.getByText("Case Management Portal").boundingBox();
  const next = await header.getByRole("button", { name: /theme$/ }).boundingBox();
  expect(name && next && name.x + name.width <= next.x).toBe(true);
});
