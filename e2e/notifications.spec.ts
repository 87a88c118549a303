/** People are told of what happens in their cases: the bell, what is behind it, and when it is quiet again. */
import type { Page } from "@playwright/test";
import { api } from "contract/api";
import { buildCase } from "server/testing/factories/cases.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import type { Account } from "#e2e/support/accounts.ts";
import type { ApiClient } from "#e2e/support/api-client.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { PHONE } from "#e2e/support/viewports.ts";

/** From the event, or from reading on another device, until the bell says so. */
const PROMISED = { timeout: 2000 };
const SEEN_MS = 2000;

const bell = (page: Page, unread = 0) =>
  page.getByRole("button", {
    name: unread === 0 ? "Notifications" : `Notifications (${unread} unread)`,
    exact: true,
  });
const centre = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

async function happens(bureau: ApiClient, client: Account) {
  const caseFile = await buildCase({ assignedTo: [client] });
  const params = { id: caseFile.id };
  return {
    caseFile,
    say: () =>
      bureau.call(api.comments.create, { params, body: { message: "We have news for you" } }),
    move: () =>
      bureau.call(api.cases.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: "bank_clearance" },
      }),
  };
}

test(
  "the bell tells what happened and leads there, by keyboard too",
  { tag: ["@W-NTF-027", "@W-NTF-028", "@W-NTF-030"] },
  async ({ login, accounts, apiAs }) => {
    const client = await accounts.create("client");
    const { caseFile, say, move } = await happens(await apiAs("admin"), client);
    const page = await login(client);
    await page.goto("/profile");
    await expect(bell(page)).toBeVisible();

    await say();
    await expect(bell(page, 1)).toBeVisible(PROMISED);
    await move();
    await expect(bell(page, 2)).toBeVisible(PROMISED);

    await bell(page, 2).press("Enter");
    const [moved, wrote] = [/^The case moved to Bank Clearance/, /wrote a message/].map((name) =>
      centre(page).getByRole("link", { name }),
    );
    await expect(moved!).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Delete");
    await expect(bell(page, 1)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(wrote!).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/case/${caseFile.caseId}?open=chat`);
    const today = page.getByRole("region", { name: "Today" });
    await expect(today.getByText("We have news for you")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bell(page)).toBeVisible();
  },
);

test(
  "what is read on another device, and what the open case shows, is told no more",
  { tag: ["@W-NTF-026", "@W-NTF-027"] },
  async ({ login, accounts, apiAs }) => {
    const client = await accounts.create("client");
    const { caseFile, say, move } = await happens(await apiAs("admin"), client);
    const page = await login(client);
    await page.goto("/profile");
    await say();
    await expect(bell(page, 1)).toBeVisible(PROMISED);
    const otherDevice = await apiAs(client);
    await otherDevice.call(api.notifications.markRead, { body: { all: true } });
    await expect(bell(page)).toBeVisible(PROMISED);

    await say();
    await move();
    await expect(bell(page, 2)).toBeVisible(PROMISED);
    await page.goto(`/case/${caseFile.caseId}`);
    // The message stays: it is read in the chat.
    await expect(bell(page, 1)).toBeVisible({ timeout: SEEN_MS + PROMISED.timeout });
  },
);

test.describe("in the hand", () => {
  test.use(PHONE);

  test(
    "the centre is the whole screen, and Back closes it",
    { tag: ["@W-NTF-030"] },
    async ({ login, accounts, apiAs }) => {
      const client = await accounts.create("client");
      const { say } = await happens(await apiAs("admin"), client);
      const page = await login(client);
      await page.goto("/profile");
      await say();
      await bell(page, 1).click();
      await expect(centre(page).getByRole("link", { name: /wrote/ })).toBeVisible();
      expect(await centre(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await centre(page).getByRole("button", { name: "Mark all as read" }).click();
      await expect(centre(page).getByRole("button", { name: "Mark as read" })).toHaveCount(0);
      await page.goBack();
      await expect(centre(page)).toHaveCount(0);
      await expect(bell(page)).toBeVisible();
      await expect(page).toHaveURL("/profile");
    },
  );
});
