/** What a menu or a selection opens, as axe sees it, once in each theme. */
import type { Locator } from "@playwright/test";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { buildFamily, lookInto, open } from "#e2e/support/looking.ts";
import { expect, test } from "#e2e/support/test.ts";

test("axe finds nothing in what a menu or a selection opens", async ({ login, accounts }) => {
  const caseTitle = "Family behind menus";
  const { address } = await buildFamily(await accounts.create("client"), caseTitle);
  // Links to cases whose checklists change stand close to one another.
  for (let further = 0; further < 3; further += 1)
    await buildApplicant({ caseId: (await buildCase()).id });
  const page = await login("admin");
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const lookFrom = async (opener: Locator, entry: string, inside?: RegExp) => {
    await opener.click();
    await lookInto(page, page.getByRole("menuitem", { name: entry }), inside);
  };
  await open(page, `/?search=${caseTitle}`, page.getByText(caseTitle).first());
  await lookFrom(button("Views"), "Save view", /Name/);
  await page.getByRole("checkbox", { name: `Select ${caseTitle}` }).check();
  await expect(page.getByRole("region", { name: "Selected cases" })).toBeVisible();
  await expectAccessible(page);
  await lookInto(page, button("Assign…"));
  await lookInto(page, button("Remind…"));

  await open(page, "/board", page.getByText(caseTitle).first());
  await page.getByRole("article").filter({ hasText: caseTitle }).hover();
  await lookInto(page, button(`Move ${caseTitle}`), /Onboarding/);

  await open(page, address, page.getByText("scan.pdf").first());
  await lookFrom(button("Actions for scan.pdf"), "Dates", /Expires on/);
  await lookFrom(button("More"), "Export case…", /manifest/);

  await open(page, "/profile?tab=security", button("Create token"));
  await lookInto(page, button("Create token"), /What it may do/);
  await open(page, "/programs", page.getByRole("table").first());
  await button("Edit the rule for Passport").click();
  await button("Retire").click();
  await expect(page.getByRole("heading", { name: /^Retire/ })).toBeVisible();
  await expectAccessible(page);
});
