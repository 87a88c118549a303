/** What stays in the browser of a shared machine, and what its password store may do. */
import type { Page } from "@playwright/test";
import { createResetToken } from "server/src/auth/reset-tokens.ts";
import { createToken, fingerprintOf } from "server/src/core/secrets.ts";
import { inTransaction } from "server/src/database/transaction.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { fillSignIn } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/test.ts";

/** View choices, and what makes this browser known; nothing about anybody. */
const MAY_STAY = [
  "dashboardGroupBy",
  "dashboardSortBy",
  "dashboardSortOrder",
  "dashboardViewMode",
  "device-hash",
  "firstSteps",
  "sidebar",
  "theme",
];

function kept(page: Page) {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage).toSorted(),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookies: document.cookie,
  }));
}

test(
  "a shared machine keeps view choices alone, and passwords stay hidden",
  { tag: ["@asvs-64", "@asvs-111"] },
  async ({ accounts, login, page }) => {
    await test.step("the browser keeps view choices alone, and after the sign-out nothing of a case", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client], title: "Family that nobody sees" });
      const page = await login(client);
      await page.goto("/");
      await page
        .getByRole("button", { name: /^Use (dark|light) theme$/ })
        .first()
        .click();
      for (const address of ["/", `/case/${caseFile.caseId}`, "/profile"]) {
        await page.goto(address);
        await expect(page.getByRole("heading").first()).toBeVisible();
      }
      await page.goto(`/case/${caseFile.caseId}`);
      await expect(page.getByText("Family that nobody sees").first()).toBeVisible();
      const during = await kept(page);
      // The numbers of the cases opened last, until somebody signs out.
      expect([...MAY_STAY, "recentCases"]).toEqual(expect.arrayContaining(during.local));
      expect({ ...during, local: [] }).toEqual({
        local: [],
        session: [],
        databases: [],
        caches: [],
        cookies: "",
      });

      const leaving = page.waitForResponse("**/api/logout");
      await page.getByRole("button", { name: "User menu" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      expect(await (await leaving).headerValue("clear-site-data")).toBe('"cache"');
      const signIn = page.getByRole("heading", { name: "Sign in to your account" });
      await expect(signIn).toBeVisible();
      expect(during.local).toContain("recentCases");
      expect((await kept(page)).local).toEqual(
        during.local.filter((name) => name !== "recentCases"),
      );
      await page.goBack();
      await expect(signIn).toBeVisible();
      await expect(page.getByText("Family that nobody sees")).toHaveCount(0);
    });

    await test.step("a password is hidden until it is asked for, can be pasted, and is offered by the browser's own store", async () => {
      const person = await accounts.create("client");
      await page.goto("/");
      const password = page.getByLabel("Password", { exact: true });
      await expect(password).toHaveAttribute("type", "password");
      expect(await fields(page)).toEqual(["email username", "password current-password"]);

      await page.getByLabel("Email").fill("Copied-from-a-vault-1");
      await page.getByLabel("Email").press("ControlOrMeta+A");
      await page.getByLabel("Email").press("ControlOrMeta+C");
      await password.press("ControlOrMeta+V");
      await expect(password).toHaveValue("Copied-from-a-vault-1");
      await page.getByRole("button", { name: "Show password" }).click();
      await expect(password).toHaveAttribute("type", "text");
      await page.getByRole("button", { name: "Hide password" }).click();
      await expect(password).toHaveAttribute("type", "password");

      await fillSignIn(page, person);
      const code = page.getByLabel("Verification code");
      await expect(code).toHaveAttribute("autocomplete", "one-time-code");

      const { token } = await inTransaction((tx) => createResetToken(tx, person.id));
      await page.goto(`/reset-password?token=${token}`);
      await expect(page.getByLabel("New Password", { exact: false }).first()).toBeVisible();
      expect(await fields(page)).toEqual(["password new-password", "password new-password"]);

      const invited = createToken();
      await buildInvitation({ token: fingerprintOf(invited) });
      await page.goto(`/complete-registration?token=${invited}`);
      await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
      expect(await fields(page)).toEqual([
        "text given-name",
        "text family-name",
        "password new-password",
      ]);
    });
  },
);

const fields = (page: Page) =>
  page
    .locator("form input:not([type=hidden])")
    .evaluateAll((inputs) =>
      inputs.map((input) => `${input.getAttribute("type")} ${input.getAttribute("autocomplete")}`),
    );
