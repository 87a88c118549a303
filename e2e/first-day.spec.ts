/** The main job of the portal, walked once from beginning to end: a bureau's admin and a client, each in a browser. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { caseStatusTexts } from "contract/case-status";
import { expectFacts, factOf, openUpload, rowOf } from "#e2e/support/case-screen.ts";
import { choose, pickFiles, searchAndChoose } from "#e2e/support/controls.ts";
import { attach, messageIn, write } from "#e2e/support/discussion.ts";
import { bytesOf, downloadBy } from "#e2e/support/downloads.ts";
import type { Faults } from "#e2e/support/faults.ts";
import type { Portal } from "#e2e/support/portal.ts";
import { makeDocx, makeJpeg, makePdf, type SampleFile } from "#e2e/support/sample-files.ts";
import { fillSignIn, signIn } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

const TITLE = "Noor Al Mansouri - Vanuatu Citizenship";
const CLIENT = {
  email: "noor.almansouri@family.example",
  firstName: "Noor",
  lastName: "Al Mansouri",
  password: "Crossing-the-sea-7",
};
const ARABIC_NAME = "شهادة الميلاد.docx";

test.setTimeout(120_000);

test("a bureau's first day with a client [C-CASE-009] [C-CHAT-004] [C-DOC-010] [C-DASH-007]", async ({
  portal,
  browser,
  faults,
  mailbox,
}) => {
  const { admin, caseAddress } =
    await test.step("the admin signs in and opens a case", async () => {
      const page = await openBrowser(browser, portal, faults);
      await signIn(page, portal.admin, mailbox);
      await expectToast(page, "Verification successful", "Welcome to your portal!");
      await signOutAndInAgain(page, portal);
      await createCase(page);
      await page.getByRole("link", { name: `View details of ${TITLE}` }).click();
      await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
      await expectFacts(page, {
        Applicants: "2",
        Nationality: "Emirati",
        Status: "Onboarding",
      });
      return { admin: page, caseAddress: new URL(page.url()).pathname };
    });

  const client = await test.step("the invited client registers and lands on the case", async () => {
    await inviteClient(admin);
    const page = await openBrowser(browser, portal, faults);
    await page.goto(await mailbox.waitForLink(CLIENT.email, "/complete-registration"));
    await completeRegistration(page);
    await signIn(page, CLIENT, mailbox);
    await expect(page).toHaveURL(caseAddress);
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    return page;
  });

  await test.step("the client's papers arrive, are sorted, seen and taken home", async () => {
    const birth = await makeDocx(ARABIC_NAME);
    await uploadPapers(client, [
      await makeJpeg("passport photo.jpg"),
      await makePdf("bank statements.pdf", { megabytes: 6 }),
      birth,
    ]);
    await sortPapers(client);
    await lookAtPapers(client);
    await downloadPapers(client, birth);
  });

  await test.step("what must not come in is refused and leaves nothing behind", () =>
    tryForbiddenFiles(client, portal));

  await test.step("both write, answer and react, without a reload", async () => {
    await admin.goto(caseAddress);
    await talk(client, admin);
  });

  await test.step("the client sees a new status at once", async () => {
    await choose(admin, "Status", "Bank Clearance");
    await expectToast(admin, "Status updated", "Case status has been updated.");
    await expect(factOf(client, "Status")).toHaveText("Bank Clearance");
    const description = caseStatusTexts.bank_clearance.description ?? "";
    await expect(client.getByText(description.slice(0, 100))).toBeVisible();
  });
});

async function openBrowser(browser: Browser, portal: Portal, faults: Faults): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.origin });
  faults.watch(context);
  return context.newPage();
}

/** The same browser is known now: no code. */
async function signOutAndInAgain(page: Page, portal: Portal): Promise<void> {
  await page.getByRole("button", { name: /User menu$/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await fillSignIn(page, portal.admin);
  await expect(page.getByRole("heading", { level: 1, name: "All Cases" })).toBeVisible();
}

/** Every field of the dialog is used. */
async function createCase(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create Case" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create New Case" });
  await dialog.getByLabel("Title", { exact: true }).fill(TITLE);
  await choose(dialog, "Citizenship program", "Vanuatu");
  await choose(dialog, "Status", "Onboarding");
  await searchAndChoose(dialog, "Nationality", "Emirati");
  await choose(dialog, "Gender", "Ms.");
  await dialog.getByLabel("Applicants", { exact: true }).fill("2");
  await dialog.getByLabel("Citizenship fee (USD)").fill("130000");
  await dialog.getByLabel("FIU fee (USD)").fill("5500.50");
  await pickFiles(dialog, [await makePdf("Service Agreement.pdf")]);
  await dialog.getByRole("button", { name: "Create Case" }).click();
  await expectToast(page, "Case created", "The case has been created successfully.");
  await expect(dialog).toBeHidden();
}

async function inviteClient(admin: Page): Promise<void> {
  await admin.getByRole("link", { name: "User Management" }).first().click();
  await admin.getByRole("button", { name: "Invite User" }).click();
  const dialog = admin.getByRole("dialog", { name: "Invite User" });
  await dialog.getByLabel("Email").fill(CLIENT.email);
  await dialog.getByLabel("First name").fill(CLIENT.firstName);
  await dialog.getByLabel("Last name").fill(CLIENT.lastName);
  await dialog.getByRole("button", { name: `Add ${TITLE}` }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expectToast(
    admin,
    "Invitation sent",
    `Invitation sent to ${CLIENT.email} with 1 assigned case(s)`,
  );
}

async function completeRegistration(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Complete Registration" })).toBeVisible();
  await expect(page.getByLabel("First Name")).toHaveValue(CLIENT.firstName);
  await page.getByLabel("Password", { exact: true }).fill(CLIENT.password);
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expectToast(page, "Registration completed");
}

async function uploadPapers(page: Page, papers: SampleFile[]): Promise<void> {
  const dialog = await openUpload(page);
  await pickFiles(dialog, papers);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expectToast(page, "Documents uploaded", "3 document(s) uploaded successfully.");
  await expect(dialog).toBeHidden();
  await page.getByRole("tab", { name: "Uncategorized 3" }).click();
  for (const { name } of papers) await expect(rowOf(page, name)).toBeVisible();
}

async function sortPapers(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Applicants" }).click();
  await expect(page.getByLabel("Full name of applicant 1")).toHaveValue("Noor Al Mansouri");
  await page.getByRole("tab", { name: "Uncategorized" }).click();

  await choose(page, "Applicant of passport photo.jpg", "Noor Al Mansouri");
  await expectToast(page, "Assignment updated");
  await choose(page, "Type of Main - passport photo.jpg", "Passport");
  await expectToast(page, "Category updated");
  await choose(page, "Type of bank statements.pdf", "Bank Statements");
  await choose(page, `Type of ${ARABIC_NAME}`, "Birth Certificate");
  // Uncategorized is empty now, so its tab has gone and Stage 1 is shown.
  await expect(page.getByRole("tab", { name: "Stage 1 2", selected: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: /Uncategorized/ })).toHaveCount(0);
}

async function lookAtPapers(page: Page): Promise<void> {
  await page.getByRole("button", { name: "View Main - passport photo.jpg" }).click();
  const image = page.getByRole("dialog").getByRole("img", { name: "Main - passport photo.jpg" });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(1200);
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "Stage 2" }).click();
  await page.getByRole("button", { name: "View bank statements.pdf" }).click();
  const sheet = page.getByRole("dialog").getByRole("img", { name: "Page 1 of 3" });
  await expect.poll(() => sheet.evaluate(hasInk), { timeout: 15_000 }).toBe(true);
  await page.keyboard.press("Escape");
}

/** A sheet that is drawn has dark dots. */
function hasInk(canvas: Element): boolean {
  const { width, height } = canvas as HTMLCanvasElement;
  const pixels = (canvas as HTMLCanvasElement)
    .getContext("2d")
    ?.getImageData(0, 0, width, height).data;
  return pixels?.some((value, index) => index % 4 === 0 && value < 100 && pixels[index + 3] === 255)
    ? true
    : false;
}

async function downloadPapers(page: Page, birth: SampleFile): Promise<void> {
  await page.getByRole("tab", { name: "Stage 1" }).click();
  const one = await downloadBy(page, `Download ${ARABIC_NAME}`);
  expect(one.suggestedFilename()).toBe(ARABIC_NAME);
  expect(birth.buffer.equals(await bytesOf(one)), "the very bytes that were sent").toBe(true);

  const all = await downloadBy(page, "Download All");
  expect(all.suggestedFilename()).toBe(`${TITLE}_stage1_Documents.zip`);
  const archive = await bytesOf(all);
  for (const name of ["Main - passport photo.jpg", ARABIC_NAME])
    expect(archive.includes(Buffer.from(name)), `${name} in the archive`).toBe(true);
}

async function tryForbiddenFiles(page: Page, portal: Portal): Promise<void> {
  const before = await storedFiles(portal);
  const html = Buffer.from("<!doctype html><title>Not a PDF</title><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const refused: [SampleFile, string][] = [
    [await makePdf("whole archive.pdf", { megabytes: 11 }), "is larger than 10MB"],
    [{ name: "crest.svg", mimeType: "image/svg+xml", buffer: svg }, "is not a supported file type"],
    [
      { name: "invoice.pdf", mimeType: "application/pdf", buffer: html },
      "is not a supported file type",
    ],
  ];
  const dialog = await openUpload(page);
  for (const [file, reason] of refused) {
    await pickFiles(dialog, [file]);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(dialog.getByText(`${file.name} ${reason}`)).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("tab", { name: /Uncategorized/ })).toHaveCount(0);
  expect(await storedFiles(portal)).toEqual(before);
}

async function storedFiles(portal: Portal): Promise<string[]> {
  const found = await readdir(join(portal.dataDirectory, "files"), {
    recursive: true,
    withFileTypes: true,
  });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();
}

async function talk(client: Page, admin: Page): Promise<void> {
  await client.getByRole("button", { name: "Open Chat" }).click();
  await attach(client, await makeJpeg("stamp.jpg"));
  await write(client, "Is this stamp legible?");
  await expect(admin.getByRole("button", { name: "Open Chat, 1 unread" })).toBeVisible();
  await client.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await admin.getByRole("button", { name: "Open Chat, 1 unread" }).click();
  const received = messageIn(admin, "Is this stamp legible?");
  await expect(received.getByRole("button", { name: "Download stamp.jpg" })).toBeVisible();
  await received.getByRole("button", { name: "Thumbs up" }).click();
  await attach(admin, await makePdf("guide.pdf"));
  await write(admin, "It is. Please follow the guide.");

  await client.getByRole("button", { name: "Open Chat, 1 unread" }).click();
  await expect(
    messageIn(client, "Is this stamp legible?").getByRole("button", { name: "1 thumbs-up" }),
  ).toBeVisible();
  const answer = messageIn(client, "It is. Please follow the guide.");
  await answer.getByRole("button", { name: "Thumbs up" }).click();
  await expect(
    messageIn(admin, "It is. Please follow the guide.").getByRole("button", {
      name: "1 thumbs-up",
    }),
  ).toBeVisible();
  for (const page of [client, admin]) {
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: "Open Chat", exact: true })).toBeVisible();
  }
}
