/** Analytics and the accountant's dashboard, statement by statement. */
import type { Page } from "@playwright/test";
import { buildCase, buildStay } from "server/src/testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "server/src/testing/factories/invoices.ts";
import { choose } from "#e2e/support/controls.ts";
import { expect, test } from "#e2e/support/test.ts";

const STATUSES = ["Sent", "Paid by client", "Funds Processed", "Completed", "Cancelled"] as const;
const STAGES = ["Stage 1", "Stage 2", "Add On", "Post Citizenship"] as const;

async function expectOptions(page: Page, label: string, options: readonly string[]): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await expect(page.getByRole("option")).toHaveText([...options]);
  await page.keyboard.press("Escape");
}

test("the analytics dashboard counts transitions and ranks them [I-ANLY-001] [I-ANLY-002] [I-ANLY-003] [I-ANLY-004] [I-ANLY-005] [I-ANLY-006] [I-ANLY-007] [I-ANLY-008] [I-ANLY-009] [I-ANLY-010] [I-ANLY-011] [I-ANLY-012]", async ({
  login,
}) => {
  const path = ["onboarding", "bank_clearance", "courier", "hold", "passport_production"] as const;
  const caseFile = await buildCase();
  for (const [index, fromStatus] of path.entries())
    await buildStay(caseFile, {
      fromStatus,
      toStatus: "citizen",
      startedAt: "2026-01-01T00:00:00.000Z",
      endedAt: index === 0 ? "2026-01-01T07:18:00.000Z" : `2026-01-0${index + 1}T12:00:00.000Z`,
    });
  await buildStay(caseFile, {
    fromStatus: "cancelled",
    toStatus: "citizen",
    startedAt: "2026-01-01T00:00:00.000Z",
    endedAt: "2026-03-01T00:00:00.000Z",
  });
  const page = await login("admin");
  await page.goto("/analytics");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Analytics Dashboard");
  await expect(page.getByRole("tab")).toHaveText([
    "Overview",
    "All Transitions",
    "Fastest",
    "Slowest",
  ]);
  await expect(page.getByText("Status changes recorded")).toBeVisible();
  await expect(page.getByText("Total Transitions")).toBeVisible();
  await expect(page.getByText("Unique Transitions")).toBeVisible();
  await expect(page.getByText("Different status paths")).toBeVisible();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(5);
  await page.getByRole("button", { name: /^View All \d+ Transitions$/ }).click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("All Transitions");
  const fromOnboarding = rows.filter({ hasText: /Onboarding\s*to\s*Citizen/ });
  await expect(fromOnboarding).toContainText("7.3 hours");
  await expect(fromOnboarding).toContainText("7h 18m");
  await expect(fromOnboarding).toContainText("1 move");
  await expect(rows.filter({ hasText: /Bank\s*to\s*Citizen/ })).toContainText("1.5 days");

  await page.getByRole("tab", { name: "Fastest" }).click();
  await expect(rows.nth(0)).toContainText("#1");
  await expect(rows.nth(1)).toContainText("#2");
  await page.getByRole("tab", { name: "Slowest" }).click();
  await expect(rows.nth(0)).toContainText("#1");
  await expect(rows.nth(0)).toContainText("Cancelled");
});

test("analytics without anything to count, and for others than admins [I-ANLY-013] [I-ANLY-014] [I-ANLY-015] [I-ANLY-016]", async ({
  login,
}) => {
  const page = await login("admin");
  await page.route("**/api/analytics/**", (route) =>
    route.fulfill({ json: route.request().url().endsWith("/total") ? 0 : [] }),
  );
  await page.goto("/analytics");
  await expect(page.getByText("No status transitions recorded yet")).toBeVisible();
  await page.getByRole("tab", { name: "Fastest" }).click();
  await expect(page.getByText("Not enough data for fastest transitions analysis")).toBeVisible();
  await page.getByRole("tab", { name: "Slowest" }).click();
  await expect(page.getByText("Not enough data for slowest transitions analysis")).toBeVisible();

  const agent = await login("agent");
  await agent.goto("/analytics");
  await expect(agent.getByText("Access Denied")).toBeVisible();
  await expect(agent.getByText("Admin access required to view analytics")).toBeVisible();
});

test("the accountant reads, sorts and groups invoices and changes nothing [I-ACCT-001] [I-ACCT-002] [I-ACCT-003] [I-ACCT-004] [I-ACCT-005] [I-ACCT-006] [I-ACCT-007] [I-ACCT-008] [I-ACCT-009] [I-ACCT-010] [I-ACCT-012] [I-ACCT-013] [I-ACCT-015] [I-ACCT-016] [I-ACCT-017] [I-ACCT-018] [I-ACCT-019] [I-ACCT-020] [I-ACCT-021] [I-ROLE-006] [I-ROLE-011]", async ({
  login,
}) => {
  const caseFile = await buildCase();
  const invoice = await buildInvoice({
    caseId: caseFile.id,
    caseTitle: "Ledger Family",
    invoiceId: "PC-2031-0002",
    stage: "Post Citizenship",
    createdAt: "2026-02-03T08:00:00.000Z",
    status: "Completed",
  });
  await buildInvoice({ caseId: caseFile.id, caseTitle: "Ledger Two", invoiceId: "PC-2031-0010" });
  await buildInvoiceFile(invoice, { originalName: "final.pdf" });
  await buildInvoiceFile(invoice, { originalName: "proof.pdf", list: "other" });
  const page = await login("accountant");
  await page.goto("/accountant-invoices");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Accountant Dashboard");
  await expect(page.getByText("View and download invoices")).toBeVisible();
  await page.getByRole("button", { name: "Status Definitions" }).click();
  await expect(page.getByText("Invoice sent to the client")).toBeVisible();
  await expect(page.getByText("Payment cycle done")).toBeVisible();
  await page.getByRole("button", { name: "Status Definitions" }).click();
  await expect(page.getByRole("columnheader")).toHaveText([
    "Invoice ID",
    "Date",
    "Case Title",
    "Total Fee",
    "Status",
    "Invoice Files",
  ]);
  await expect(page.getByRole("combobox", { name: "Group", exact: true })).toContainText("Status");
  await expectOptions(page, "Group", ["No Grouping", "Stage", "Status", "Currency"]);
  await expectOptions(page, "Status", ["All Statuses", ...STATUSES]);
  await expectOptions(page, "Stage", ["All Stages", ...STAGES]);

  const search = page.getByRole("searchbox", { name: "Search by invoice ID or case title" });
  await search.fill("PC-2031");
  const group = page.getByRole("button", { name: /^Completed\s*1$/ });
  const row = page.getByRole("row").filter({ hasText: "PC-2031-0002" });
  for (const part of ["Ledger Family", "3 Feb 2026", "$18,000.00", "Post Citizenship", "Completed"])
    await expect(row).toContainText(part);
  for (const name of ["final.pdf", "proof.pdf"]) {
    await expect(row.getByRole("button", { name: `View ${name}` })).toBeVisible();
    await expect(row.getByRole("button", { name: `Download ${name}` })).toBeVisible();
  }
  await expect(row.getByRole("combobox")).toHaveCount(0);
  await group.click();
  await expect(row).toHaveCount(0);
  await group.click();

  await choose(page, "Group", "No Grouping");
  const ids = page.getByRole("cell").filter({ hasText: /^PC-2031-\d+$/ });
  await expect(ids).toHaveText(["PC-2031-0002", "PC-2031-0010"]);
  await page.getByRole("button", { name: "Ascending" }).click();
  await expect(ids).toHaveText(["PC-2031-0010", "PC-2031-0002"]);
  await page.getByRole("radio", { name: "Cards" }).click();
  await expect(page.getByRole("columnheader")).toHaveCount(0);
  await expect(page.getByText("Ledger Family")).toBeVisible();
  await search.fill("nothing of the kind");
  await expect(page.getByText("No invoices found matching your criteria")).toBeVisible();
});

test("only admins and accountants see the accountant dashboard [I-ACCT-022] [I-ROLE-033]", async ({
  login,
}) => {
  for (const role of ["agent", "client"] as const) {
    const page = await login(role);
    await page.goto("/accountant-invoices");
    await expect(page.getByText("Access Denied")).toBeVisible();
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  }
  const admin = await login("admin");
  await admin.goto("/accountant-invoices");
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Accountant Dashboard");
});
