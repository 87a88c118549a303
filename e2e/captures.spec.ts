/** Papers are photographed with the phone and sent, whatever the line does (notifications.md 10). */
import type { CDPSession, Page } from "@playwright/test";
import { PDFDocument } from "pdf-lib";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { buildCase } from "server/testing/factories/cases.ts";
import type { ApiClient } from "#e2e/support/api-client.ts";
import { browserLaunchOptions } from "#e2e/support/browser.ts";
import { expectTouchTargets } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { PHONE } from "#e2e/support/viewports.ts";

const launched = await browserLaunchOptions();
const FAKE_CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

test.use({
  ...PHONE,
  launchOptions: { ...launched, args: [...(launched.args ?? []), ...FAKE_CAMERA] },
});

test(
  "papers are photographed and sent from the phone, over a line that fails",
  { tag: ["@W-PHO-001..002", "@W-PHO-005", "@W-PHO-010", "@W-PHO-015..016"] },
  async ({ accounts, apiAs, faults, login }) => {
    // The answers that are lost on purpose.
    faults.allow(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/);
    const client = await accounts.create("client");
    const caseFile = await buildCase({ assignedTo: [client], numberOfApplicants: 1 });
    const api = await apiAs(client);
    const page = await login(client);
    const devtools = await page.context().newCDPSession(page);
    const camera = page.getByRole("dialog");
    const shoot = camera.getByRole("button", { name: "Take photo" });
    const upload = camera.getByRole("button", { name: "Upload" });
    const photograph = (what: string) =>
      page.getByRole("button", { name: `Take a photo: ${what} for` }).tap();
    const inReview = (what: string) =>
      page.getByRole("listitem", { name: new RegExp(`^In review: ${what},`) });
    let pdfMakers = 0;
    page.on("request", (request) => {
      if (request.url().includes("/pages-pdf-")) pdfMakers += 1;
    });
    await page.goto(`/case/${caseFile.caseId}/checklist`);

    await test.step("three taps send a passport to its item, and nothing stays in the browser", async () => {
      await photograph("Passport");
      await shoot.tap();
      await expectTouchTargets(camera);
      expect(await kept(page)).toEqual([]);
      await upload.tap();
      await expect(page.getByText("Sent. We will check it.")).toBeVisible();
      await expect(inReview("Passport")).toBeVisible();
      expect(await kept(page)).toEqual([]);
      const [sent] = await documentsOf(api, caseFile.caseId);
      expect(sent).toMatchObject({ category: "passport", mimeType: "image/jpeg" });
      expect(sent?.assignedTo).not.toBeNull();
      expect(pdfMakers).toBe(0);
    });

    await test.step("two pages become one PDF, in their order and the way up they were turned", async () => {
      await photograph("Birth Certificate");
      await shoot.tap();
      await camera.getByRole("button", { name: "Rotate" }).tap();
      await camera.getByRole("button", { name: "Add page" }).tap();
      await shoot.tap();
      await camera.getByRole("button", { name: "Move page forward" }).tap();
      await cutOff(devtools);
      await upload.tap();
      await expect(page.getByText("Waiting for the connection")).toBeVisible();
      await connect(devtools);
      await expect(inReview("Birth Certificate")).toBeVisible();
      const sent = await documentsOf(api, caseFile.caseId);
      expect(sent).toHaveLength(2);
      const pdf = await PDFDocument.load(await contentOf(page, sent[1]?.id));
      const widths = pdf.getPages().map((sheet) => Math.round(sheet.getWidth()));
      expect(widths).toEqual([842, 595]);
      expect(pdfMakers).toBe(1);
    });
  },
);

/** Where a page could keep something. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const local = Object.keys(localStorage).filter((name) => !/^(sidebar|theme|recent)/.test(name));
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? "");
    return [...local, ...Object.keys(sessionStorage), ...databases, ...(await caches.keys())];
  });
}

async function documentsOf(api: ApiClient, caseId: string) {
  return (await api.call(casesApi.get, { params: { caseId } })).documents;
}

async function contentOf(page: Page, id = 0): Promise<Buffer> {
  const url = documentsApi.download.path.replace(":id", String(id));
  return (await page.request.get(url)).body();
}

function cutOff(devtools: CDPSession) {
  return line(devtools, { offline: true });
}
function connect(devtools: CDPSession) {
  return line(devtools, {});
}
async function line(
  devtools: CDPSession,
  { offline = false, uploadThroughput = -1 }: { offline?: boolean; uploadThroughput?: number },
): Promise<void> {
  await devtools.send("Network.emulateNetworkConditions", {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}
