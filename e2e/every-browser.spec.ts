/** What only some browsers lack or do, shown in the one that is here: no function of this year, no canvas, a finger. */
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { makeJpeg, makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";

const TOO_OLD = "This browser is too old for the Case Management Portal.";
const FAILED = "This file could not be shown. Download it to open it on your device.";

async function caseWithPdf(): Promise<string> {
  const { id, caseId } = await buildCase();
  const content = (await makePdf("x.pdf")).buffer;
  await buildDocument({ caseId: id, category: "passport", originalName: "scan.pdf", content });
  return `/case/${caseId}`;
}

test("a browser that is too old is told so, and what to use", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText(TOO_OLD)).toBeHidden();
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.goto("/");
  await expect(page.getByText(TOO_OLD)).toContainText(
    "use Safari 16.4, Chrome 111, Edge 111, Firefox 128 or newer",
  );
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("a PDF is shown in older browsers too, and where it cannot be, that is said", async ({
  login,
  faults,
}) => {
  await test.step("a PDF is shown where promises are made without the functions of newer browsers", async () => {
    const address = await caseWithPdf();
    const page = await login("admin");
    await page.addInitScript(() => {
      for (const name of ["withResolvers", "try"]) Reflect.deleteProperty(Promise, name);
      Reflect.deleteProperty(URL, "parse");
      Reflect.deleteProperty(Map.prototype, "getOrInsertComputed");
    });
    await page.goto(address);
    await page.getByRole("button", { name: "View scan.pdf" }).click();
    const first = page.getByRole("img", { name: "Page 1 of 3" });
    await expect(first).toBeVisible();
    const hasInk = (canvas: HTMLCanvasElement | SVGElement) =>
      canvas instanceof HTMLCanvasElement &&
      canvas
        .getContext("2d")
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value, at) => at % 4 === 0 && value < 80);
    await expect.poll(() => first.evaluate(hasInk)).toBe(true);
  });

  await test.step("a PDF that cannot be shown says so beside its download, and the screen stays", async () => {
    const address = await caseWithPdf();
    const page = await login("admin");
    await page.goto(address);
    const view = page.getByRole("button", { name: "View scan.pdf" });
    const viewer = page.getByRole("dialog");

    faults.allow(/ERR_FAILED|dynamically imported module/);
    await page.route("**/assets/open-pdf-*.js", (route) => route.abort());
    await view.click();
    await expect(viewer.getByText(FAILED)).toBeVisible();
    const download = page.waitForEvent("download");
    await viewer.getByRole("button", { name: "Download" }).first().click();
    expect((await download).suggestedFilename()).toBe("scan.pdf");
    await page.keyboard.press("Escape");
    await expect(view).toBeFocused();

    await page.unroute("**/assets/open-pdf-*.js");
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.reload();
    await view.click();
    await expect(viewer.getByText(FAILED).first()).toBeVisible();
  });
});

test(
  "a document opens in a new tab by the middle button, with Ctrl, and from the viewer",
  { tag: ["@C-DOC-028"] },
  async ({ login, faults }) => {
    // The sandbox of a file refuses the scripts of Playwright too, such as those that record a second try.
    faults.allow(/^console\.error: Blocked script execution in '[^']+\/api\/documents\/\d+\/view'/);
    const { id, caseId } = await buildCase();
    const content = (await makeJpeg("x")).buffer;
    const file = { originalName: "face.jpg", mimeType: "image/jpeg", content };
    await buildDocument({ caseId: id, category: "passport", ...file });
    const page = await login("admin");
    await page.goto(`/case/${caseId}`);
    const view = page.getByRole("button", { name: "View face.jpg" });
    const inViewer = page.getByRole("dialog").getByRole("button", { name: "Open in new tab" });
    for (const open of [
      () => view.click({ button: "middle" }),
      () => view.click({ modifiers: ["Control"] }),
      () => page.getByRole("button", { name: "face.jpg", exact: true }).click({ button: "middle" }),
      async () => {
        await view.click();
        await inViewer.click();
      },
    ]) {
      const opened = page.context().waitForEvent("page");
      await open();
      const tab = await opened;
      await expect.poll(() => tab.url()).toMatch(/\/api\/documents\/\d+\/view$/);
      await tab.close();
    }
    await expect(inViewer).toBeVisible();
  },
);

test.describe("under a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } });

  test("no field is so small that iOS zooms into it", async ({ login }) => {
    const page = await login("admin");
    await page.goto(await caseWithPdf());
    const fields = page.locator("input:not([type=file], [type=checkbox]), textarea, select");
    const sizes = () =>
      fields.evaluateAll((all) => all.map((field) => parseFloat(getComputedStyle(field).fontSize)));

    await page.getByRole("button", { name: "Open Chat" }).click();
    await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
    expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(16);

    await page.goto("/invoices");
    await page.getByRole("button", { name: "Create Invoice" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Choose date" }).click();
    await expect(page.getByRole("grid")).toBeVisible();
    expect(await page.locator("select").count()).toBe(2);
    expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(16);
  });
});
