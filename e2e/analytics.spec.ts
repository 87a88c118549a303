/** How long cases stay in each status, with numbers that were worked out by hand. */
import type { CaseStatus } from "contract/case-status";
import { runtime } from "server/src/core/runtime.ts";
import { caseStatusHistory } from "server/src/database/tables/case-status-history.ts";
import { buildCase, buildStatusDuration } from "server/testing/factories/cases.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";

const HOUR = 3_600_000;

test.beforeEach(() => runtime.database.delete(caseStatusHistory));

test(
  "an admin sees how the bureau is doing",
  { tag: ["@D-146", "@D-147", "@D-148", "@I-ANLY-001..015", "@I-ANLY-017", "@I-ROLE-034"] },
  async ({ login, faults }) => {
    await test.step("the overview counts, the tabs list and rank", async () => {
      await buildHistory();
      const page = await login("admin");
      const release = await holdCalls(page, "/api/analytics/status-durations/total", "GET");
      await page.goto("/analytics");
      await expect(page.getByText("Loading analytics...")).toBeVisible();
      release();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Analytics Dashboard");
      await expect(page.getByRole("tab")).toHaveText([
        "Overview",
        "All Transitions",
        "Fastest",
        "Slowest",
      ]);
      const panel = page.getByRole("tabpanel");
      await expect(panel).toContainText(/Total Transitions\s*9\s*Status changes recorded/);
      await expect(panel).toContainText(/Unique Transitions\s*6\s*Different status paths/);
      await expect(panel).toContainText(/Fastest\s*7h 18m\s*Courier to Citizen/);
      await expect(panel).toContainText(/Slowest\s*30d 0h\s*On hold to Cancelled/);
      const rows = panel.getByRole("listitem");
      await expect(rows).toHaveCount(5);
      // Two stays of 30 and 90 hours: 60 on average, which are 2.5 days.
      await expect(rows.first()).toHaveText(
        /^Onboarding\s*to\s*Diligence\s*2\.5 days\s*2d 12h\s*3 moves$/,
      );
      await expectNoSidewaysScroll(page);

      await page.getByRole("button", { name: "View All 6 Transitions" }).click();
      await expect(page).toHaveURL("/analytics?tab=all");
      await expect(page.getByRole("tab", { name: "All Transitions" })).toHaveAttribute(
        "aria-selected",
        "true",
      );
      await expect(rows).toHaveCount(6);
      const lastStep = rows.filter({ hasText: /^Courier/ });
      await expect(lastStep).toContainText(/7\.3 hours\s*7h 18m\s*1 move$/);

      await page.getByRole("tab", { name: "All Transitions" }).press("ArrowRight");
      await expect(page.getByRole("tab", { name: "Fastest" })).toBeFocused();
      await expect(rows.first()).toContainText(/^#1\s*Courier\s*to\s*Citizen/);
      await expect(rows.nth(1)).toContainText("#2");
      await page.keyboard.press("ArrowRight");
      await expect(rows.first()).toContainText(/^#1\s*Hold|^#1\s*On hold/);
      await expect(rows.first()).toContainText("30.0 days");
      await expect(rows.last()).toContainText("#6");
    });

    await test.step("without history each tab says so, and a failure offers another try", async () => {
      await runtime.database.delete(caseStatusHistory);
      const page = await login("admin");
      const path = "/api/analytics/status-durations/averages";
      await breakCalls(page, faults, { path, method: "GET" });
      await page.goto("/analytics");
      await expect(page.getByRole("alert")).toContainText("The analytics could not be loaded.");
      await page.unrouteAll();
      await page.getByRole("button", { name: "Try again" }).click();
      for (const [tab, text] of [
        ["Overview", "No status transitions recorded yet"],
        ["All Transitions", "No status transitions recorded yet"],
        ["Fastest", "Not enough data for fastest transitions analysis"],
        ["Slowest", "Not enough data for slowest transitions analysis"],
      ] as const) {
        await page.getByRole("tab", { name: tab }).click();
        await expect(page.getByRole("tabpanel")).toContainText(text);
      }
      await page.getByRole("tab", { name: "Overview" }).click();
      await expect(page.getByRole("tabpanel")).toContainText(/Total Transitions\s*0/);
    });
  },
);

/** Nine stays on six different paths. */
async function buildHistory(): Promise<void> {
  const caseFile = await buildCase();
  const stay = (fromStatus: CaseStatus, toStatus: CaseStatus, hours: number) =>
    buildStatusDuration(caseFile, {
      fromStatus,
      toStatus,
      startedAt: "2026-01-01T00:00:00.000Z",
      endedAt: new Date(Date.UTC(2026, 0, 1) + hours * HOUR).toISOString(),
    });
  for (const hours of [30, 90, 60])
    await stay("onboarding", "due_diligence_fiu_first_stage", hours);
  for (const hours of [24, 48])
    await stay("due_diligence_fiu_first_stage", "citizenship_application_second_stage", hours);
  await stay("citizenship_application_second_stage", "bank_clearance", 100);
  await stay("bank_clearance", "issuance_of_citizenship_certificate", 200);
  await stay("hold", "cancelled", 720);
  await stay("courier", "citizen", 7.3);
}
