/** What a case needs: sent by the family, reviewed by the bureau, asked for by rules. */
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { applicants } from "server/src/database/tables/applicants.ts";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { pickFiles } from "#e2e/support/controls.ts";
import { expectNoSidewaysScroll, expectTouchTargets } from "#e2e/support/layout.ts";
import { printedText } from "#e2e/support/printed-text.ts";
import { makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test(
  "a paper is asked for, sent, refused, sent again and accepted, as four people see it",
  {
    tag: ["@W-CHK-064", "@W-CHK-068..071", "@W-CHK-073", "@W-REV-032", "@W-REV-043", "@W-REV-048"],
  },
  async ({ accounts, login }) => {
    const [client, agent] = [await accounts.create("client"), await accounts.create("agent")];
    const caseFile = await buildCase({
      assignedTo: [client, agent],
      numberOfApplicants: 1,
      title: "Maya Haddad - Citizenship Application",
    });
    const checklist = `/case/${caseFile.caseId}/checklist`;
    const family = await login(client);
    const desk = await login(agent);

    await test.step("two who open a case without applicants give it one, to whom a keyboard uploads", async () => {
      await Promise.all([family, desk].map((page) => page.goto(checklist)));
      for (const page of [family, desk])
        await expect(page.getByRole("heading", { level: 2, name: "Maya Haddad" })).toBeVisible();
      const seeded = eq(applicants.caseId, caseFile.id);
      expect(await runtime.database.$count(applicants, seeded)).toBe(1);
      await desk.goto("/review");
      await expect(desk.getByText("Nothing to review.")).toBeVisible();
      const upload = family.getByRole("button", { name: "Upload Passport for Maya Haddad" });
      await upload.focus();
      await family.keyboard.press("Enter");
      const dialog = family.getByRole("dialog", { name: "Passport for Maya Haddad" });
      await pickFiles(dialog, [await makePdf("scan.pdf")]);
      await dialog.getByRole("button", { name: "Upload", exact: true }).focus();
      await family.keyboard.press("Enter");
      await expectToast(family, "Documents uploaded");
      const item = family.getByRole("listitem", { name: "In review: Passport, Maya Haddad" });
      await expect(item).toBeVisible();
      await expect(item).toBeFocused();
    });

    await test.step("the desk shows it by itself, and asks for another", async () => {
      await expect(desk.getByRole("link", { name: "Review, 1 waiting" })).toBeVisible();
      await expect(desk.getByRole("heading", { level: 2, name: "Passport" })).toBeVisible();
      await desk.keyboard.press("r");
      await desk.getByRole("radio", { name: "Lines cut off" }).check();
      await desk.keyboard.press("Control+Enter");
      await expectToast(desk, 'Changes asked for "Main - scan.pdf"');
      await expect(desk.getByText("Nothing to review.")).toBeVisible();
    });

    await test.step("the family reads why at once, and sends a new version", async () => {
      const item = family.getByRole("listitem", { name: "Please change: Passport, Maya Haddad" });
      await expect(item.getByText(/The two lines of letters/)).toBeVisible();
      await item.getByRole("button", { name: /^Upload a new version/ }).click();
      const dialog = family.getByRole("dialog", { name: "Passport for Maya Haddad" });
      // Another file, however fast the first one was made.
      await pickFiles(dialog, [await makePdf("better.pdf", { megabytes: 0.01 })]);
      await dialog.getByRole("button", { name: "Upload", exact: true }).click();
      await expect(
        family.getByRole("listitem", { name: "In review: Passport, Maya Haddad" }),
      ).toBeVisible();
    });

    await test.step("the desk accepts it with its date; the open checklist follows", async () => {
      await expect(desk.getByRole("heading", { level: 2, name: "Passport" })).toBeVisible();
      await expect(desk.getByRole("button", { name: "Earlier versions (1)" })).toBeVisible();
      await desk.keyboard.press("a");
      await expect(desk.getByLabel("Expires on")).toBeFocused();
      await desk.getByLabel("Expires on").fill("2035-01-31");
      await desk.keyboard.press("Enter");
      await expectToast(desk, 'Accepted "Main - better.pdf"');
      await expect(
        family.getByRole("listitem", { name: "Accepted: Passport, Maya Haddad" }),
      ).toBeVisible({ timeout: 2000 });
      await expect(family.getByRole("region", { name: "Maya Haddad" })).toContainText("1 of");
    });

    await test.step("on paper stand the papers with their states, and no button", async () => {
      const text = await printedText(family);
      for (const words of ["Maya Haddad", "Accepted", "To send", "Later", "Page 1 of "])
        expect(text).toContain(words);
      for (const words of ["Case Management Portal", "Upload", "Open only", "By stage"])
        expect(text).not.toContain(words);
    });

    await test.step("on a phone nothing is cut, everything can be touched", async () => {
      await family.setViewportSize(PHONE.viewport);
      await family.goto(checklist);
      await expect(family.getByRole("heading", { level: 2, name: "Maya Haddad" })).toBeVisible();
      await expectNoSidewaysScroll(family);
      await expectTouchTargets(family.getByRole("main"));
      await expectAccessible(family);
    });
  },
);

test(
  "the desk is worked on a phone, with one document fetched ahead",
  { tag: ["@W-REV-044..045"] },
  async ({ login, accounts }) => {
    const agent = await accounts.create("agent");
    const caseFile = await buildCase({ assignedTo: [agent] });
    const person = await buildApplicant({ caseId: caseFile.id, fullName: "Ana Main" });
    const content = (await makePdf("x.pdf")).buffer;
    for (const day of ["01", "02", "03"]) {
      await buildDocument({
        caseId: caseFile.id,
        assignedTo: person.id,
        category: "birth",
        originalName: `Birth ${day}.pdf`,
        content,
        uploadedAt: `2026-01-${day}`,
      });
    }
    const page = await login(agent);
    await page.setViewportSize(PHONE.viewport);
    const views: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/view")) views.push(request.url());
    });
    await page.goto("/review");
    await expect(page.getByText("Birth 01.pdf")).toBeVisible();
    await expect.poll(() => new Set(views).size).toBe(2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expectTouchTargets(page.getByRole("region", { name: "Decision" }));
    await page.getByRole("button", { name: /^Accept/ }).click();
    await expect(page.getByText("Birth 02.pdf")).toBeVisible();
    await expect.poll(() => views.length).toBe(3);
    // Each document was fetched once: each of these is one opening.
    expect(new Set(views).size).toBe(3);
  },
);
