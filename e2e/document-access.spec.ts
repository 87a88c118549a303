/** Who opened a document: told to everybody who may see it. */
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { PHONE } from "#e2e/support/viewports.ts";
import { downloadBy } from "./support/downloads.ts";
import { expectNoSidewaysScroll } from "./support/layout.ts";
import { makePdf } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

test.describe("in the hand", () => {
  test.use(PHONE);

  test("a client sees that nobody has opened her document, and afterwards who has", async ({
    accounts,
    login,
    faults,
  }) => {
    const client = await accounts.create("client", {
      firstName: "Maximiliana Wilhelmina Alexandrovna",
      lastName: "von Hohenlohe-Waldenburg-Schillingsfürst",
    });
    const agent = await accounts.create("agent", { firstName: "عبد الرحمن", lastName: "آل مكتوم" });
    const caseFile = await buildCase({ assignedTo: [client, agent] });
    const originalName = "شهادة الميلاد الرسمية الصادرة عن وزارة الداخلية.pdf";
    const content = (await makePdf("x.pdf")).buffer;
    await buildDocument({ caseId: caseFile.id, category: "passport", originalName, content });

    const page = await login(client);
    await page.goto(`/case/${caseFile.caseId}`);
    // In the hand these stand in a sheet.
    const isNarrow = (page.viewportSize()?.width ?? 0) < 768;
    const { open, ask, save } = isNarrow
      ? {
          open: page.getByRole("button", { name: `Actions for ${originalName}` }),
          ask: async () => page.getByRole("button", { name: "Who opened it" }).click(),
          save: "Download",
        }
      : {
          open: page.getByRole("button", { name: `Who opened ${originalName}` }),
          ask: async () => undefined,
          save: `Download ${originalName}`,
        };
    await open.click();
    await ask();
    const dialog = page.getByRole("dialog", { name: "Opened by" });
    await expect(dialog.getByText("Nobody has opened this document yet.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(open).toBeFocused();

    const bureau = await login(agent);
    await bureau.goto(`/case/${caseFile.caseId}`);
    await bureau.getByRole("button", { name: `View ${originalName}` }).click();
    await expect(bureau.getByRole("img", { name: "Page 1 of 3" })).toBeVisible();
    await bureau.keyboard.press("Escape");
    if (isNarrow) await bureau.getByRole("button", { name: `Actions for ${originalName}` }).click();
    await downloadBy(bureau, save);
    await page.getByRole("button", { name: `View ${originalName}` }).click();
    await expect(page.getByRole("img", { name: "Page 1 of 3" })).toBeVisible();
    await page.keyboard.press("Escape");

    await open.focus();
    await page.keyboard.press("Enter");
    await ask();
    const lines = dialog.getByRole("listitem");
    await expect(lines).toHaveText([
      /^Maximiliana .*SchillingsfürstClientViewed · Just now$/,
      "عبد الرحمن آل مكتومAgentDownloaded · Just now",
      "عبد الرحمن آل مكتومAgentViewed · Just now",
    ]);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");

    faults.allow(/net::ERR_FAILED/);
    await page.route("**/openings", (route) => route.abort());
    await open.click();
    await ask();
    await expect(dialog.getByText("Failed to load who opened this document")).toBeVisible();
    await page.unroute("**/openings");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(lines).toHaveCount(3);
  });
});
