/** Back closes what lies over a page before it leaves the page; what was searched for is still there on the way back. */
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { PHONE } from "#e2e/support/viewports.ts";
import { makePdf } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

test.describe("in the hand", () => {
  test.use(PHONE);

  test("Back closes viewer and chat, then leaves the case for the list as it was searched", async ({
    accounts,
    login,
  }) => {
    const agent = await accounts.create("agent");
    const caseFile = await buildCase({ title: "Zubaida Rahman", assignedTo: [agent] });
    await buildCase({ title: "Omar Haddad", assignedTo: [agent] });
    const content = (await makePdf("x.pdf")).buffer;
    await buildDocument({
      caseId: caseFile.id,
      category: "passport",
      originalName: "a.pdf",
      content,
    });
    const page = await login(agent);
    await page.goto("/");
    await page.getByRole("searchbox").fill("zubaida");
    await expect(page).toHaveURL(/\?q=zubaida$/);
    await page.getByRole("link", { name: "View details of Zubaida Rahman" }).click();
    const address = new RegExp(`/case/${caseFile.caseId}$`);
    await expect(page).toHaveURL(address);

    await page.getByRole("button", { name: "View a.pdf" }).click();
    const viewer = page.getByRole("dialog", { name: "a.pdf" });
    await expect(viewer).toBeVisible();
    await page.goBack();
    await expect(viewer).toBeHidden();
    await page.getByRole("button", { name: /^Open Chat/ }).click();
    const chat = page.getByRole("dialog", { name: /Case Discussion/ });
    await expect(chat).toBeVisible();
    await page.goBack();
    await expect(chat).toBeHidden();
    await expect(page).toHaveURL(address);

    await page.goBack();
    await expect(page).toHaveURL(/\/\?q=zubaida$/);
    await expect(page.getByRole("searchbox")).toHaveValue("zubaida");
    await expect(page.getByRole("link", { name: /^View details of/ })).toHaveCount(1);
  });
});
