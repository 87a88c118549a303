/** Papers are photographed with the phone and sent, whatever the line does (notifications.md 10). */
import type { CDPSession, Page } from "@playwright/test";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { buildApplicant } from "server/testing/factories/applicants.ts";
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
  { tag: ["@W-PHO-001..003", "@W-PHO-005", "@W-PHO-007", "@W-PHO-010..012", "@W-PHO-015..016"] },
  async ({ accounts, apiAs, faults, login }) => {
    // The answers that are lost on purpose.
    faults.allow(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/);
    const client = await accounts.create("client");
    const caseFile = await buildCase({ assignedTo: [client], numberOfApplicants: 1 });
    await buildApplicant({ caseId: caseFile.id, fullName: "Maya Haddad" });
    const api = await apiAs(client);
    const page = await login(client);
    const devtools = await page.context().newCDPSession(page);
    const camera = page.getByRole("dialog");
    const shoot = camera.getByRole("button", { name: "Take photo" });
    const upload = camera.getByRole("button", { name: "Upload" });
    const sent = page.getByText("Sent. We will check it.");
    const photograph = (what: string) =>
      page.getByRole("button", { name: `Take a photo: ${what} for` }).tap();
    const inReview = (what: string) =>
      page.getByRole("listitem", { name: new RegExp(`^In review: ${what},`) });
    let pdfMakers = 0;
    page.on("request", (request) => {
      if (request.url().includes("/pages-pdf-")) pdfMakers += 1;
    });
    await page.goto(`/case/${caseFile.caseId}`);

    await test.step("three taps send a passport to its item, and nothing stays in the browser", async () => {
      const need = page.getByRole("button", { name: "Take a photo: Passport", exact: true });
      await need.tap();
      await shoot.tap();
      await expectTouchTargets(camera);
      expect(await kept(page)).toEqual([]);
      await upload.tap();
      await expect(sent).toBeVisible();
      await expect(need).toHaveCount(0);
      expect(await kept(page)).toEqual([]);
      const [stored] = await documentsOf(api, caseFile.caseId);
      expect(stored).toMatchObject({ category: "passport", mimeType: "image/jpeg" });
      expect(stored?.assignedTo).not.toBeNull();
      expect(pdfMakers).toBe(0);
    });

    await test.step("two pages become one PDF, in their order and the way up they were turned", async () => {
      await page.goto(`/case/${caseFile.caseId}/checklist`);
      await expect(inReview("Passport")).toBeVisible();
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
      const stored = await documentsOf(api, caseFile.caseId);
      expect(stored).toHaveLength(2);
      const pdf = await PDFDocument.load(await contentOf(page, stored[1]?.id));
      const widths = pdf.getPages().map((sheet) => Math.round(sheet.getWidth()));
      expect(widths).toEqual([842, 595]);
      expect(pdfMakers).toBe(1);
    });

    await test.step("over a slow line the progress moves; an answer that is lost stores nothing twice", async () => {
      await page
        .getByRole("button", { name: /^Take a photo: / })
        .first()
        .tap();
      await shoot.tap();
      await line(devtools, { uploadThroughput: SLOW_BYTES_PER_SECOND });
      await loseNextAnswer(devtools);
      await upload.tap();
      const percent = page.getByText(/^\d+ %$/);
      const first = await percent.textContent();
      await expect(percent).not.toHaveText(String(first), { timeout: 5000 });
      await connect(devtools);
      await expect(page.getByText("Trying again")).toBeVisible();
      await expect(sent).toBeVisible();
      expect(await documentsOf(api, caseFile.caseId)).toHaveLength(3);
    });

    await test.step("where the camera is busy the phone's own is used; its picture is sent upright, without where it was taken", async () => {
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException("", "NotReadableError"));
      });
      await page
        .getByRole("button", { name: /^Take a photo: / })
        .first()
        .tap();
      await expect(camera.getByText("The camera cannot be used here.")).toBeVisible();
      const picture = { name: "IMG_1.jpg", mimeType: "image/jpeg", buffer: await lyingPhoto() };
      await camera.locator("input[capture=environment]").setInputFiles(picture);
      await upload.tap();
      await expect.poll(async () => (await documentsOf(api, caseFile.caseId)).length).toBe(4);
      const stored = await documentsOf(api, caseFile.caseId);
      const { width, height, exif } = await sharp(await contentOf(page, stored[3]?.id)).metadata();
      expect({ width, height, exif }).toEqual({ width: 2250, height: 3000, exif: undefined });
    });
  },
);

/** 200 kilobits. */
const SLOW_BYTES_PER_SECOND = 25_000;

/** As a phone held upright takes it: lying, with a remark that it stands, and what took it. */
function lyingPhoto(): Promise<Buffer> {
  const paper = { width: 4000, height: 3000, channels: 3, background: "#d8d0c0" } as const;
  return sharp({ create: paper })
    .withExif({ IFD0: { Make: "A phone" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** The portal has stored the document; its answer never arrives. */
async function loseNextAnswer(devtools: CDPSession): Promise<void> {
  const patterns = [{ urlPattern: "*/documents", requestStage: "Response" as const }];
  await devtools.send("Fetch.enable", { patterns });
  devtools.once("Fetch.requestPaused", ({ requestId }) => {
    void devtools
      .send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
      .then(() => devtools.send("Fetch.disable"));
  });
}

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
