/** How the list of cases is searched, ordered and grouped. */
import { buildCase } from "server/testing/factories/cases.ts";
import { buildUser } from "server/testing/factories/users.ts";
import type { Account } from "#e2e/support/accounts.ts";
import { cardOf, groupsOf, titlesOf } from "#e2e/support/case-list.ts";
import { choose } from "#e2e/support/controls.ts";
import { expect, test } from "#e2e/support/test.ts";

test(
  "agents search, order and group their cases, and the browser remembers how",
  {
    tag: ["@C-DASH-009..035", "@C-DASH-045..051", "@C-ROLE-021", "@W-RDY-010", "@W-VIE-014"],
  },
  async ({ accounts, login }) => {
    await test.step("the search looks at everything a case is known by, and says how much it found", async () => {
      const agent = await accounts.create("agent");
      const helper = await buildUser({ firstName: "Svetlana", lastName: "Orlova" });
      const creator = await buildUser({ firstName: "Quentin", lastName: "Bureau" });
      const both = { assignedTo: [agent] };
      await buildCase({
        ...both,
        title: "Zhang Family",
        caseId: "NR-2024-7711",
        numberOfApplicants: 9,
      });
      await buildCase({ ...both, title: "Okafor Family", status: "hold", nationality: "Nigerian" });
      await buildCase({
        title: "Volkov Family",
        nationality: "Russian",
        createdBy: creator.id,
        assignedTo: [agent, helper],
      });
      const page = await login(agent);
      await page.goto("/");
      await expect(page.getByRole("article")).toHaveCount(3);

      await page.keyboard.press("/");
      const box = page.getByRole("searchbox", { name: "Search cases" });
      await expect(box).toBeFocused();
      const searches: [string, string][] = [
        ["nr-2024-77", "Zhang Family"],
        ["ZHANG", "Zhang Family"],
        ["hold", "Okafor Family"],
        ["On Hold", "Okafor Family"],
        ["nigerian", "Okafor Family"],
        ["quentin", "Volkov Family"],
        ["svetlana orl", "Volkov Family"],
      ];
      for (const [typed, title] of searches) {
        await box.fill(typed);
        await expect(page.getByRole("status").filter({ hasText: "Found" })).toHaveText(
          `Found 1 case(s) matching "${typed}"`,
        );
        await expect.poll(() => titlesOf(page)).toEqual([title]);
      }
      // A count of applicants may also stand in another case's id.
      await box.fill("9");
      await expect(page.getByText(/^Found \d+ case\(s\) matching "9"$/)).toBeVisible();
      expect(await titlesOf(page)).toContain("Zhang Family");
      await box.fill("  nobody at all ");
      await expect(page.getByText('Found 0 case(s) matching "nobody at all"')).toBeVisible();
      await page.getByRole("button", { name: "Clear" }).first().click();
      await expect(page.getByRole("article")).toHaveCount(3);
      await expect(page.getByText(/^Found/)).toHaveCount(0);
      await expect(box).toBeFocused();
    });

    await test.step("agents order and group their cases, and the browser remembers how", async () => {
      const agent = await accounts.create("agent", { firstName: "Omar", lastName: "Nasser" });
      await buildPortfolio(agent);
      const page = await login(agent);
      await page.goto("/");

      // As it comes: by status, oldest first, grouped by status, as cards.
      await expect(page.getByRole("article")).toHaveCount(4);
      const byPipeline = ["Onboarding one", "Bank five", "Courier two", "Citizen seven"];
      await expect.poll(() => titlesOf(page)).toEqual(byPipeline);
      expect(await groupsOf(page)).toEqual([
        "Onboarding1",
        "Bank Clearance1",
        "Courier1",
        "Citizen1",
      ]);
      const bank = page.getByRole("button", { name: /^Bank Clearance/ });
      await bank.click();
      await expect(bank).toHaveAttribute("aria-expanded", "false");
      await expect(cardOf(page, "Bank five")).toHaveCount(0);
      await bank.click();

      await page.getByRole("combobox", { name: "Sort" }).click();
      await expect(page.getByRole("option")).toHaveText(["Last Updated", "Status"]);
      await page.getByRole("option", { name: "Last Updated" }).click();
      await page.getByRole("button", { name: "Order: Oldest" }).click();
      await choose(page, "Group", "None");
      await expect
        .poll(() => titlesOf(page))
        .toEqual(["Onboarding one", "Courier two", "Bank five", "Citizen seven"]);

      await choose(page, "Group", "Applicants");
      await expect
        .poll(() => groupsOf(page))
        .toEqual(["1 applicant1", "2-3 applicants1", "4-5 applicants1", "6+ applicants1"]);
      await page.getByRole("combobox", { name: "Group" }).click();
      await expect(page.getByRole("option")).toHaveText(["None", "Status", "Applicants", "Agents"]);
      await page.getByRole("option", { name: "Agents" }).click();
      await expect.poll(() => groupsOf(page)).toEqual(["Omar Nasser3", "2 agents1"]);

      await page.getByRole("radio", { name: "Table" }).click();
      await page.reload();
      const table = page.getByRole("table");
      await expect(table.getByRole("columnheader")).toHaveText([
        "Case",
        "Program",
        "Status",
        "Checklist",
        "Applicants",
        "Assigned Users",
        "Last Updated",
        "Actions",
      ]);
      expect(
        await page.evaluate(() => Object.fromEntries(Object.entries(localStorage))),
      ).toMatchObject({
        dashboardSortBy: "updatedAt",
        dashboardSortOrder: "desc",
        dashboardGroupBy: "agents",
        dashboardViewMode: "table",
      });

      // A narrower window always shows cards, and offers no table.
      await page.setViewportSize({ width: 1023, height: 800 });
      await expect(page.getByRole("article")).toHaveCount(4);
      await expect(page.getByRole("radio", { name: "Table" })).toHaveCount(0);
      await page.setViewportSize({ width: 1024, height: 800 });
      await table
        .getByRole("row")
        .filter({ hasText: "Bank five" })
        .getByText("Bank Clearance")
        .click();
      await expect(page.getByRole("heading", { level: 1, name: "Bank five" })).toBeVisible();
    });

    await test.step("cases that nobody is assigned to form a group of their own", async () => {
      const { title } = await buildCase({ title: "Quite alone - Citizenship" });
      const page = await login("admin");
      await page.goto("/");
      await choose(page, "Group", "Agents");
      await page.getByRole("searchbox").fill(title);
      await expect(page.getByText(`Found 1 case(s) matching "${title}"`)).toBeVisible();
      expect(await groupsOf(page)).toEqual(["Unassigned1"]);
    });
  },
);

/** Four cases with different numbers of applicants, statuses and agents. */
async function buildPortfolio(agent: Account): Promise<void> {
  const helper = await buildUser({ firstName: "Mei", lastName: "Moreau" });
  const day = (date: number) => new Date(Date.UTC(2026, 2, date)).toISOString();
  const all = [
    { title: "Onboarding one", numberOfApplicants: 1, updatedAt: day(4) },
    { title: "Courier two", status: "courier", numberOfApplicants: 2, updatedAt: day(3) },
    { title: "Bank five", status: "bank_clearance", numberOfApplicants: 5, updatedAt: day(2) },
    { title: "Citizen seven", status: "citizen", numberOfApplicants: 7, updatedAt: day(1) },
  ] as const;
  for (const [index, file] of all.entries())
    await buildCase({ ...file, assignedTo: index === 2 ? [agent, helper] : [agent] });
}
