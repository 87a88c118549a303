/** The screen of one case: what each role sees of it, its tabs, and what arrives while somebody looks. */
import { api } from "contract/api";
import { caseStatusTexts } from "contract/case-status";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { expectFacts, factOf } from "#e2e/support/case-screen.ts";
import { choose } from "#e2e/support/controls.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

const LONG_TEXT = `${"We have received everything that the first stage needs. ".repeat(3)}Thank you.`;

test(
  "an admin sees the whole case, its papers and its chat",
  {
    tag: [
      "@C-CASE-002..010",
      "@C-CASE-012..017",
      "@C-CASE-019",
      "@C-CASE-023",
      "@C-CASE-027",
      "@C-CHAT-001",
      "@C-DLG-046",
      "@C-DOC-031",
      "@C-ERR-019",
      "@C-ERR-055",
      "@C-ROLE-013",
      "@C-ROLE-018..020",
    ],
  },
  async ({ login, faults, apiAs }) => {
    await test.step("an admin sees the whole case and sets any status", async () => {
      const caseFile = await buildCase({
        title: "Zhang Family",
        nationality: "Chinese",
        numberOfApplicants: 3,
        createdAt: "2026-03-31T22:30:00.000Z",
      });
      await buildComment({ caseId: caseFile.id });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}`);
      await expect(page.getByRole("heading", { level: 1, name: "Zhang Family" })).toBeVisible();
      await expect(page).toHaveTitle(`${caseFile.caseId} Zhang Family · Example Bureau`);
      // Created late in the evening of London, on the next day of Dubai.
      await expectFacts(page, {
        Status: "Onboarding",
        Applicants: "3",
        Nationality: "Chinese",
        Created: "1 Apr 2026",
        "Case ID": caseFile.caseId,
      });
      await expect(page.getByText(caseStatusTexts.onboarding.description ?? "")).toBeVisible();
      for (const name of ["Activity", "Edit Case", "Open Chat, 1 unread", "Assign users"])
        await expect(page.getByRole("button", { name, exact: true })).toBeVisible();

      // On paper only what can be read.
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("heading", { level: 1, name: "Zhang Family" })).toBeVisible();
      await expect(page.getByRole("combobox", { name: "Status" })).toBeVisible();
      for (const name of ["Edit Case", "Upload Documents", "User menu"])
        await expect(page.getByRole("button", { name })).toBeHidden();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      // Black on white from the dark theme too.
      const whole = page.locator("html");
      for (const theme of ["dark", "light"]) {
        await whole.evaluate((html, name) => html.setAttribute("data-theme", name), theme);
        await expect(whole).toHaveCSS("color", "rgb(0, 0, 0)");
        await expect(whole).toHaveCSS("background-color", "rgb(255, 255, 255)");
      }
      await page.emulateMedia({ media: "screen" });

      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/cases/by-case-id/*", (route) =>
        route.request().method() === "PATCH" ? route.abort() : route.continue(),
      );
      await choose(page, "Status", "Citizen");
      await expectToast(page, "Error", "Failed to update case status");
      await expect(factOf(page, "Status")).toContainText("Onboarding");
      await page.unroute("**/api/cases/by-case-id/*");
      await choose(page, "Status", "Citizen");
      await expectToast(page, "Status updated");
      // A citizen's case has no text of its status.
      await expect(page.getByText(caseStatusTexts.onboarding.description ?? "")).toHaveCount(0);
      await choose(page, "Status", "Onboarding");
      await expect(page.getByText(caseStatusTexts.onboarding.description ?? "")).toBeVisible();
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await expect(page).toHaveURL("/");
    });

    await test.step("papers of the government are a tab for admins alone, and only while there are any", async () => {
      const caseFile = await buildCase();
      const paper = await buildDocument({ caseId: caseFile.id, category: "vanuatu-passport" });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}?tab=vanuatu`);
      await expect(
        page.getByRole("tab", { name: "Vanuatu Documents 1", selected: true }),
      ).toBeVisible();
      await (await apiAs("admin")).call(api.documents.remove, { params: { id: paper.id } });
      await expect(page.getByRole("tab", { name: "Vanuatu Documents" })).toHaveCount(0);
      await expect(page.getByRole("tab", { name: "Stage 1", selected: true })).toBeVisible();
    });

    await test.step("the chat opens from the header and by the window event of this case, and gives the focus back", async () => {
      const caseFile = await buildCase({ title: "Called Family" });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}`);
      const open = page.getByRole("button", { name: "Open Chat" });
      await open.focus();
      await page.keyboard.press("Enter");
      const panel = page.getByRole("dialog", { name: "Case Discussion: Called Family" });
      await expect(panel.getByText("No comments yet")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(open).toBeFocused();

      const call = (caseId: string) =>
        page.evaluate((id) => {
          window.dispatchEvent(new CustomEvent("openCaseChat", { detail: { caseId: id } }));
        }, caseId);
      await call("VU-0000-0000");
      await expect(panel).toBeHidden();
      await call(caseFile.caseId);
      await expect(panel).toBeVisible();
    });

    await test.step("a screen that has heard nothing for a while overwrites no choice of somebody else", async () => {
      const caseFile = await buildCase();
      const paper = await buildDocument({ caseId: caseFile.id, category: "cv" });
      const page = await login("admin");
      faults.allow(/net::ERR_FAILED/);
      await page.route(`**${api.session.streamEvents.path}*`, (route) => route.abort());
      await page.goto(`/case/${caseFile.caseId}`);
      await expect(page.getByRole("combobox", { name: "Type of scan.pdf" })).toBeVisible();

      const bureau = await apiAs("admin");
      await bureau.call(api.cases.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: "courier" },
      });
      await choose(page, "Status", "Cancelled");
      await expectToast(page, "Error", "Somebody else has changed this meanwhile.");
      await expect(factOf(page, "Status")).toContainText("Courier");
      await choose(page, "Status", "Cancelled");
      await expectToast(page, "Status updated");

      await bureau.call(api.documents.categorize, {
        params: { id: paper.id },
        body: { category: "birth" },
      });
      await choose(page, "Type of scan.pdf", "Passport");
      await expectToast(page, "Error", "Somebody else has changed this meanwhile.");
      await expect(page.getByRole("combobox", { name: "Type of scan.pdf" })).toHaveText(
        "Birth Certificate",
      );
    });
  },
);

test(
  "a client reads the case, and what others change in it",
  {
    tag: [
      "@C-CASE-009",
      "@C-CASE-011",
      "@C-CASE-019",
      "@C-CASE-021..027",
      "@C-DASH-059",
      "@C-DOC-019..020",
      "@C-ROLE-009",
    ],
  },
  async ({ accounts, login, apiAs }) => {
    await test.step("a client reads the case, and nothing that is the bureau's own", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ description: LONG_TEXT, assignedTo: [client] });
      await buildCase({ assignedTo: [client] });
      await buildDocument({ caseId: caseFile.id, category: "fiu-letter" });
      await buildDocument({ caseId: caseFile.id, originalName: "scan.pdf" });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      await expect(page.getByText(`${LONG_TEXT.slice(0, 120)}...`)).toBeVisible();
      await page.getByRole("button", { name: "Read more" }).click();
      await expect(page.getByText(LONG_TEXT)).toBeVisible();
      await page.getByRole("button", { name: "Show less" }).click();
      await expect(page.getByText(LONG_TEXT)).toHaveCount(0);

      await expect(page.getByRole("link", { name: "Back to dashboard" })).toBeVisible();
      await expect(page.getByRole("combobox", { name: "Status" })).toHaveCount(0);
      await expect(
        page.getByRole("button", { name: /Activity|Edit Case|Assign users/ }),
      ).toHaveCount(0);
      await expect(page.getByRole("region", { name: "Assigned Users" })).toHaveCount(0);
      await expect(page.getByRole("tab")).toHaveText([
        /^Stage 1/,
        /^Stage 2/,
        /^Forms/,
        /^Uncategorized/,
        "Invoices & Payments",
        "Sample Documents",
        "Applicants",
      ]);

      // The tabs are one stop of the Tab key, walked with the arrows; each has an address of its own.
      await page.getByRole("tab", { name: "Stage 1" }).focus();
      for (const address of [
        "stage2",
        "forms",
        "uncategorized",
        "invoices",
        "samples",
        "applicants",
      ]) {
        await page.keyboard.press("ArrowRight");
        await expect(page).toHaveURL(`/case/${caseFile.caseId}?tab=${address}`);
        await expect(page.getByRole("tabpanel")).toBeVisible();
      }
      await page.goto(`/case/${caseFile.caseId}?tab=uncategorized`);
      await choose(page, "Type of scan.pdf", "Oath of Allegiance");
      await expect(page.getByRole("tab", { name: "Stage 1", selected: true })).toBeVisible();
      await expect(page.getByRole("tab", { name: "Uncategorized" })).toHaveCount(0);
      await expect(page.getByRole("tab", { name: "Forms 1" })).toBeVisible();
    });

    await test.step("what one browser changes appears in the other without a reload", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      const person = await buildApplicant({ caseId: caseFile.id, fullName: "Old Name" });
      const paper = await buildDocument({ caseId: caseFile.id, category: "cv" });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      const row = page.getByRole("row").filter({ hasText: "scan.pdf" });
      await expect(row).toBeVisible();

      const bureau = await apiAs("admin");
      await bureau.call(api.documents.rename, {
        params: { id: paper.id },
        body: { newName: "Curriculum.pdf" },
      });
      await expect(page.getByRole("row").filter({ hasText: "Curriculum.pdf" })).toBeVisible();
      await bureau.call(api.applicants.update, {
        params: { id: person.id },
        body: { fullName: "New Name" },
      });
      await page.getByRole("combobox", { name: "Applicant of Curriculum.pdf" }).click();
      await expect(page.getByRole("option", { name: "New Name" })).toBeVisible();
      await page.keyboard.press("Escape");
      await bureau.call(api.cases.update, {
        params: { id: caseFile.id },
        body: { title: "Renamed by the bureau", numberOfApplicants: 7 },
      });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Renamed by the bureau");
      await expectFacts(page, { Applicants: "7" });
      await bureau.call(api.comments.create, {
        params: { id: caseFile.id },
        body: { message: "Good news" },
      });
      await expect(page.getByRole("button", { name: "Open Chat, 1 unread" })).toBeVisible();
    });
  },
);

test.describe("in the hand", () => {
  test.use(PHONE);

  test(
    "on a phone the case is one column, and its chat fills the screen",
    { tag: ["@C-CASE-003", "@C-CASE-013"] },
    async ({ accounts, login }) => {
      const client = await accounts.create("client");
      const title = "عائلة المنصوري الكريمة وأبناؤهم - Hohenzollern-Sigmaringen-Emden";
      const caseFile = await buildCase({ title, assignedTo: [client] });
      const endlessWord = "x".repeat(400);
      await buildComment({ caseId: caseFile.id, message: endlessWord });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expectNoSidewaysScroll(page);

      await page.getByRole("navigation", { name: "Sections" }).getByText("Chat").click();
      const panel = page.getByRole("dialog");
      await expect(panel.getByText(endlessWord)).toBeVisible();
      await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      const log = panel.getByRole("log");
      expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    },
  );
});
