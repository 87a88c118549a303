/** The dashboard: who sees what of it, and where its cards and buttons lead. */
import { caseStatuses } from "contract/case-status";
import type { Role } from "contract/session";
import { buildAssignment, buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { cardOf, titlesOf } from "#e2e/support/case-list.ts";
import { choose, pickFiles } from "#e2e/support/controls.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

const noCases = {
  total: 0,
  byStatus: Object.fromEntries(caseStatuses.map((status) => [status, 0])),
  attention: null,
  only: null,
  found: 0,
  groups: [],
  next: null,
  preparing: 0,
};

const others: Role[] = ["agent", "accountant", "client"];

test.describe("without a case", () => {
  test(
    "each role finds what it has: nothing, one case, or several",
    {
      tag: [
        "@C-CASE-017",
        "@C-CASE-019..020",
        "@C-DASH-002",
        "@C-DASH-004",
        "@C-DASH-006..008",
        "@C-DASH-018",
        "@C-DASH-024",
        "@C-DASH-059",
        "@C-ROLE-009",
        "@C-ROLE-023",
      ],
    },
    async ({ accounts, login }) => {
      await test.step("everybody but admins waits for one", async () => {
        for (const role of others) {
          const page = await login(await accounts.create(role));
          await page.goto("/");
          await expect(page.getByRole("heading", { level: 1, name: "Your Cases" })).toBeVisible();
          await expect(page.getByText("No cases assigned")).toBeVisible();
          await expect(
            page.getByText("You don't have any cases assigned yet. Contact your administrator."),
          ).toBeVisible();
          await expect(page.getByRole("searchbox")).toHaveCount(0);
          await expect(page.getByRole("button", { name: /Create|Sample/ })).toHaveCount(0);
          if (role !== "accountant") continue;
          await page.getByRole("main").getByRole("link", { name: "Accountant Dashboard" }).click();
          await expect(page).toHaveURL(/\/accountant-invoices$/);
        }
      });

      await test.step("with one case everybody but admins is taken to it, without a way back to a list of one", async () => {
        for (const role of others) {
          const person = await accounts.create(role);
          const only = await buildCase({ assignedTo: [person] });
          const page = await login(person);
          await page.goto("/");
          await expect(page).toHaveURL(`/case/${only.caseId}`);
          await expect(page.getByRole("heading", { level: 1, name: only.title })).toBeVisible();
          await expect(page.getByRole("button", { name: "Open Chat" })).toBeVisible();
          await expect(page.getByRole("link", { name: "Back to dashboard" })).toHaveCount(0);
          await expect(page.getByRole("button", { name: /Activity|Edit Case/ })).toHaveCount(0);
        }
      });

      await test.step("with three cases clients and accountants get the plain list, the last change first", async () => {
        for (const role of ["client", "accountant"] as const) {
          const person = await accounts.create(role);
          for (const [index, title] of ["Alpha", "Beta", "Gamma"].entries()) {
            const updatedAt = new Date(Date.UTC(2026, 0, 10 - index)).toISOString();
            await buildCase({ title, updatedAt, assignedTo: [person] });
          }
          const page = await login(person);
          await page.goto("/");
          await expect(page.getByRole("article")).toHaveCount(3);
          await expect.poll(() => titlesOf(page)).toEqual(["Alpha", "Beta", "Gamma"]);
          await expect(page.getByRole("combobox")).toHaveCount(0);
          await expect(page.getByRole("radiogroup", { name: "View" })).toHaveCount(0);

          await cardOf(page, "Beta").click({ position: { x: 30, y: 90 } });
          await expect(page.getByRole("heading", { level: 1, name: "Beta" })).toBeVisible();
          await page.getByRole("link", { name: "Back to dashboard" }).click();
          await expect(page).toHaveURL("/");
        }
      });
    },
  );

  test(
    "an admin creates, edits and manages samples from the dashboard, with the keyboard alone",
    {
      tag: [
        "@C-DASH-001",
        "@C-DASH-003",
        "@C-DASH-005",
        "@C-DASH-052..055",
        "@C-DLG-001..002",
        "@C-DLG-006",
        "@C-SHELL-004",
      ],
    },
    async ({ login }) => {
      await test.step("an admin is shown the way to the first one", async () => {
        const page = await login("admin");
        let answer: () => void = () => undefined;
        const isAsked = new Promise<void>((resolve) => (answer = resolve));
        await page.route("**/api/cases/counts*", async (route) => {
          await isAsked;
          await route.fulfill({ json: noCases });
        });
        await page.goto("/");
        await expect(page.getByText("Loading your dashboard...")).toBeAttached();
        answer();
        await expect(page.getByText("Create your first case to get started.")).toBeVisible();
        await page.getByRole("button", { name: "Create Case" }).last().click();
        await expect(page.getByRole("dialog", { name: "Create New Case" })).toBeVisible();
        await page.keyboard.press("Escape");
        await page.unrouteAll();
      });

      await test.step("admins create, edit and manage samples from the dashboard, with the keyboard alone", async () => {
        const { title } = await buildCase({ title: "Keyboard Family - Citizenship" });
        const page = await login("admin");
        await page.goto("/");
        await expect(page.getByRole("heading", { level: 1, name: "All Cases" })).toBeVisible();

        const create = page.getByRole("button", { name: "Create Case" });
        await create.focus();
        await page.keyboard.press("Enter");
        const creating = page.getByRole("dialog", { name: "Create New Case" });
        await expect(creating.getByLabel("Title", { exact: true })).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(create).toBeFocused();

        const samples = page.getByRole("button", { name: "Manage Sample Documents" });
        await samples.focus();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("dialog", { name: "Sample Documents" })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(samples).toBeFocused();

        await page.getByRole("searchbox").fill(title);
        // Until what was found is drawn, the focus would go with the list that is there.
        await expect(page.getByText(`Found 1 case(s) matching "${title}"`)).toBeVisible();
        const pencil = page.getByRole("button", { name: `Edit ${title}` });
        await pencil.focus();
        await expect(pencil).toHaveCSS("opacity", "1");
        await page.keyboard.press("Enter");
        await expect(page.getByRole("dialog", { name: "Edit Case" })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(pencil).toBeFocused();

        await page.evaluate(() => window.dispatchEvent(new CustomEvent("openCreateCase")));
        await expect(creating).toBeVisible();
      });
    },
  );
});

test(
  "a card leads to the case, its discussion and its uploads",
  {
    tag: [
      "@C-CHAT-001",
      "@C-DASH-036..044",
      "@C-DASH-056",
      "@C-DLG-005",
      "@C-DLG-007",
      "@C-DLG-011",
    ],
  },
  async ({ accounts, login }) => {
    await test.step("whoever has several cases uploads documents from the menu of one", async () => {
      const agent = await accounts.create("agent");
      for (const title of ["Alpha", "Beta"]) await buildCase({ title, assignedTo: [agent] });
      const page = await login(agent);
      await page.goto("/");
      const menu = () => page.getByRole("button", { name: "Actions for Beta" });
      const openUpload = async () => {
        await menu().click();
        await page.getByRole("menuitem", { name: "Upload documents" }).click();
        return page.getByRole("dialog", { name: "Upload Documents" });
      };
      const dialog = await openUpload();
      await expect(dialog).toContainText("Beta");
      await pickFiles(dialog, [await makePdf("passport.pdf")]);
      await dialog.getByRole("button", { name: "Upload", exact: true }).click();
      await expectToast(page, "Documents uploaded", "1 document(s) uploaded successfully.");
      await expect(dialog).toBeHidden();
      await expect(menu()).toBeFocused();
      await page.getByRole("radio", { name: "Table" }).click();
      await expect(await openUpload()).toContainText("Beta");
    });

    await test.step("a card says what matters, and leads to the case and its discussion", async () => {
      const client = await accounts.create("client");
      const family = await Promise.all(
        ["Ana", "Ben", "Cy"].map((firstName) => buildUser({ firstName })),
      );
      const title = "عائلة المنصوري الكريمة - Maximilian Alexander von Hohenzollern-Sigmaringen";
      const updatedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
      const talked = await buildCase({
        title,
        updatedAt,
        citizenshipProgram: "nauru",
        numberOfApplicants: 4,
        assignedTo: [client, ...family],
      });
      await buildAssignment(talked, { invitationId: (await buildInvitation()).id });
      await buildCase({ title: "Second", numberOfApplicants: 1, assignedTo: [client] });
      const author = await buildUser();
      for (let count = 0; count < 100; count += 1)
        await buildComment({ caseId: talked.id, userId: author.id, message: `News ${count}` });

      const page = await login(client);
      await page.goto("/");
      const card = cardOf(page, title);
      await expect(card).toContainText("Nauru");
      await expect(card).toContainText("4 applicants");
      await expect(card).toContainText("Updated 3h ago");
      await expect(card).toContainText("99+");
      await expect(card).toContainText("+2");
      await expect(cardOf(page, "Second")).toContainText("Vanuatu");
      await expect(cardOf(page, "Second")).toContainText("1 applicant");
      await expect(cardOf(page, "Second").getByText("99+")).toHaveCount(0);

      const discuss = card.getByRole("button", { name: `Discussion of ${title}, 100 unread` });
      await discuss.click();
      const panel = page.getByRole("dialog", { name: `Case Discussion: ${title}` });
      await expect(panel.getByText("News 99")).toBeInViewport();
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
      await expect(card.getByText("99+")).toHaveCount(0);
      await expect(card.getByRole("button", { name: `Discussion of ${title}` })).toBeFocused();
      await cardOf(page, "Second").getByRole("button", { name: "Discussion of Second" }).click();
      await expect(page.getByText("No comments yet")).toBeVisible();
      await page.keyboard.press("Escape");
      await card.getByRole("link", { name: `View details of ${title}` }).click();
      await expect(page).toHaveURL(`/case/${talked.caseId}`);
    });
  },
);

test.describe("in the hand", () => {
  test.use(PHONE);

  test(
    "on a phone the list is cards under a search, with its options behind one button",
    { tag: ["@C-DASH-024"] },
    async ({ login }) => {
      const { title } = await buildCase({ title: "Pocket Family - Citizenship" });
      const page = await login("admin");
      await page.goto("/");
      await expectNoSidewaysScroll(page);
      await page.getByRole("searchbox").fill(title);
      await page.getByRole("button", { name: "Sort and group" }).click();
      await expect(page.getByRole("radio", { name: "Table" })).toHaveCount(0);
      await choose(page, "Group", "None");
      await expect(page.getByRole("button", { name: "Manage Sample Documents" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(cardOf(page, title)).toContainText("Onboarding");

      await page.getByRole("navigation", { name: "Sections" }).getByText("Create").click();
      const sheet = page.getByRole("dialog", { name: "Create New Case" });
      await expect(sheet).toBeVisible();
      await expect
        .poll(async () => {
          const box = await sheet.boundingBox();
          return box && { width: box.width, bottom: Math.round(box.y + box.height) };
        })
        .toEqual({ width: 390, bottom: 844 });
      await expectNoSidewaysScroll(page);
    },
  );
});
