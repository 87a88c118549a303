/** The invoices screen: what it lists, finds and orders, and who may do what. */
import { eq } from "drizzle-orm";
import { api } from "contract/api";
import { runtime } from "server/src/core/runtime.ts";
import { invoices } from "server/src/database/tables/invoices.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { choose } from "#e2e/support/controls.ts";
import { buildLedger, groupHeads, invoiceCodes, invoiceRow } from "#e2e/support/invoice-list.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test.beforeEach(() => runtime.database.delete(invoices));

test("invoices are grouped, counted and ordered as wanted [I-INV-010] [I-INV-011] [I-INV-012] [I-INV-013] [I-INV-014] [I-INV-070] [D-031] [D-177]", async ({
  login,
}) => {
  await buildLedger();
  const page = await login("admin");
  await page.goto("/invoices");
  await expect(page.getByText("5 invoices", { exact: true })).toBeVisible();
  expect(await groupHeads(page)).toEqual([
    "Stage 1 2",
    "Stage 2 1",
    "Add On 1",
    "Post Citizenship 1",
  ]);
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
  expect(await groupHeads(page)).toEqual(["Vanuatu 3", "Nauru 2"]);
  await choose(page, "Sort by", "Date");
  await expect(codes).toHaveText([
    "S1-2026-2",
    "S2-2026-1",
    "AO-2026-1",
    "S1-2026-10",
    "PC-2026-1",
  ]);
  await choose(page, "Group by", "Currency");
  expect(await groupHeads(page)).toEqual(["USD 3", "AED 2"]);
  await choose(page, "Sort by", "Status");
  await expect(codes).toHaveText([
    "S1-2026-2",
    "AO-2026-1",
    "S2-2026-1",
    "S1-2026-10",
    "PC-2026-1",
  ]);
  await choose(page, "Group by", "Status");
  expect(await groupHeads(page)).toEqual([
    "Sent 1",
    "Paid by client 1",
    "Funds Processed 1",
    "Completed 1",
    "Cancelled 1",
  ]);

  const head = page.getByRole("button", { name: /^Completed/ });
  await head.press("Enter");
  await expect(head).toHaveAttribute("aria-expanded", "false");
  await expect(codes).toHaveCount(4);
  await head.press("Enter");
  await expect(codes).toHaveCount(5);
});

test("the search covers id, title, status, stage, currency and program [I-INV-004] [I-INV-005] [I-INV-006] [I-INV-007] [I-INV-008] [I-INV-009] [D-032]", async ({
  login,
}) => {
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

test("a row says everything about its invoice [I-INV-015] [I-INV-016] [I-INV-017] [I-INV-018] [I-INV-019] [I-INV-020] [I-INV-021] [I-INV-022] [I-INV-023] [I-INV-024] [I-INV-071] [I-INV-072] [D-030] [D-158] [D-182]", async ({
  login,
}) => {
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
  await expectAccessible(page);
});

test("any status follows any other, from the table [I-INV-068] [I-INV-069] [I-ERR-083] [D-021] [D-169] [D-179]", async ({
  login,
  faults,
}) => {
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
  await breakCalls(page, faults, { path: `/api/invoices/${changed?.id}/status`, method: "PATCH" });
  await choose(page, "Status of S2-2026-1", "Completed");
  await expectToast(page, "Error", "Failed to update invoice status");
  await expect(status).toHaveText("Cancelled");
});

test("the list is read anew on demand, every thirty seconds, and while others work [I-INV-002] [I-INV-029] [I-INV-100] [D-028]", async ({
  login,
  apiAs,
}) => {
  const invoice = await buildInvoice({ invoiceId: "S1-2026-7" });
  const page = await login("admin");
  await page.clock.install();
  const release = await holdCalls(page, "/api/invoices", "GET");
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
  await expect(page.getByRole("combobox", { name: "Status of S1-2026-7" })).toHaveText("Completed");
});

test("without invoices the screen says what to do, and a failure offers another try [I-INV-028]", async ({
  login,
  faults,
}) => {
  const page = await login("admin");
  await breakCalls(page, faults, { path: "/api/invoices", method: "GET" });
  await page.goto("/invoices");
  await expect(page.getByRole("alert")).toContainText("The invoices could not be loaded.");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No invoices yet")).toBeVisible();
  await expect(page.getByText("Create your first invoice to get started")).toBeVisible();
  await expectAccessible(page);
});

test("an agent reads the invoices of assigned cases and changes nothing [C-ROLE-021] [I-ROLE-031] [I-ROLE-032] [I-ROLE-037] [D-112] [D-113]", async ({
  login,
  accounts,
}) => {
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
  await expectAccessible(page);
});

test("accountants and clients are denied [I-ROLE-031] [D-112]", async ({ login }) => {
  for (const role of ["accountant", "client"] as const) {
    const page = await login(role);
    await page.goto("/invoices");
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  }
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("each invoice is a card with everything on it [I-INV-014] [I-INV-025]", async ({
    login,
  }) => {
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
    await expectAccessible(page);
    await choose(page, "Status of S1-2026-10", "Completed");
    await expectToast(page, "Invoice status updated successfully");
    await page.getByRole("button", { name: "Create Invoice" }).tap();
    const sheet = page.getByRole("dialog", { name: "Create Invoice" });
    await expect(sheet.getByLabel("Address")).toHaveValue("By email");
    for (const field of await sheet.getByRole("textbox").all()) {
      const box = await field.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(PHONE.viewport.width);
    }
  });
});
