/**
 * Every screen and dialog as axe sees it, once in each theme. What takes a journey of its own to reach (a session that
 * ends, a second factor, a proof of who one is) is looked at in that journey.
 */
import type { Page } from "@playwright/test";
import { api } from "contract/api";
import { createResetToken } from "server/src/auth/reset-tokens.ts";
import { createToken, fingerprintOf } from "server/src/core/secrets.ts";
import { inTransaction } from "server/src/database/transaction.ts";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { buildFamily, LONG_WORD, look, lookInto, MAIN, open } from "#e2e/support/looking.ts";
import { fillSignIn } from "#e2e/support/sign-in.ts";
import { expect, test } from "#e2e/support/test.ts";
import { PHONE } from "#e2e/support/viewports.ts";

const everyCall = Object.values(api).flatMap((table) => Object.keys(table)).length;

/** On a phone, and on a small one, which is also a desk where everything was made four times as large. */
async function expectNoSidewaysScrollInTheHand(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(PHONE.viewport);
}

const title1 = (page: Page) => page.getByRole("heading", { level: 1 });

test(
  "axe finds nothing where nobody is signed in",
  { tag: ["@W-API-015"] },
  async ({ page, accounts }) => {
    const person = await accounts.create("client");
    const { token } = await inTransaction((tx) => createResetToken(tx, person.id));
    const invited = createToken();
    await buildInvitation({ token: fingerprintOf(invited) });
    for (const address of [
      "/terms",
      "/nowhere",
      "/complete-registration",
      `/complete-registration?token=${invited}`,
      "/forgot-password",
      "/reset-password",
      `/reset-password?token=${token}`,
    ])
      await look(page, address, page.getByRole("heading").first());
    await look(page, "/developers", page.getByText(`${everyCall} calls`, { exact: true }));
    await page.getByRole("button", { name: "GET /api/cases/page", exact: true }).click();
    await expect(page.getByText("cases:read", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await look(page, "/", page.getByRole("heading").first());
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Password is required")).toBeVisible();
    await expectAccessible(page);
    await fillSignIn(page, person);
    await expect(page.getByRole("heading", { name: "Verify Your Device" })).toBeVisible();
    await expectAccessible(page);
  },
);

test("axe finds nothing on any screen and in any dialog of an admin", async ({
  login,
  accounts,
}) => {
  const client = await accounts.create("client", { firstName: "Zaid", lastName: "Looked-At" });
  const caseTitle = "Looked-At Family";
  const { address } = await buildFamily(client, caseTitle);
  const page = await login("admin");
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

  await look(page, `/?search=${caseTitle}`, page.getByText(caseTitle).first());
  await lookInto(page, button("Create Case"), /Citizenship program/);
  await lookInto(page, button("Manage Sample Documents"), /Form V-1/);
  await lookInto(page, button(`Edit ${caseTitle}`), /Save Changes/);
  await lookInto(page, button("Jump to a case or page"));
  await page.getByRole("radio", { name: "Table" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Cards" }).click();

  await look(page, "/board", page.getByText(caseTitle).first());

  await look(page, address, page.getByText("scan.pdf").first());
  await lookInto(page, button("Upload Documents"));
  await lookInto(page, button("Who opened scan.pdf"), /Nobody has opened/);
  await lookInto(page, button("View scan.pdf"));
  await lookInto(page, button("Delete scan.pdf"));
  await lookInto(page, button("Rename scan.pdf"));
  await lookInto(page, button("Assign users"));
  await lookInto(page, button("Edit Case"), /Delete Case/);
  await lookInto(page, button("Activity"), /uploaded/);
  await lookInto(page, button(/^Open Chat/), /stamp/);
  await look(page, `${address}?tab=applicants`, page.getByLabel("Full name of applicant 1"));
  await look(page, `${address}?tab=invoices`, page.getByText("signed.pdf"));
  await lookInto(page, button("Delete signed.pdf"));
  await look(page, `${address}?tab=samples`, page.getByText("Form V-1.pdf").first());

  await look(page, "/invoices", page.getByText("S1-2026-1").first());
  await lookInto(page, button("Create Invoice"), /Total Fee/);
  await lookInto(page, button("Edit S1-2026-1"), /statement.pdf/);
  await lookInto(page, button("Delete S1-2026-1"));
  await look(page, "/accountant-invoices", page.getByText("S1-2026-1").first());
  await button("Status Definitions").click();
  await page.getByRole("radio", { name: "Cards" }).check();
  await expectAccessible(page);

  await buildInvitation({ email: "looked-at@family.example" });
  await look(page, `/users?q=${client.email}`, page.getByText(client.email));
  await lookInto(page, button("Invite User"), /Search cases|Send Invitation/);
  const row = page.getByRole("row").filter({ hasText: client.email });
  await lookInto(page, row.getByRole("button", { name: /^Edit/ }));
  await lookInto(page, row.getByRole("button", { name: /^Delete/ }));
  for (const tab of ["overview", "all", "fastest", "slowest"])
    await look(page, `/analytics?tab=${tab}`, page.getByRole("tabpanel"));
  for (const tab of ["general", "security", "automation"])
    await look(page, `/profile?tab=${tab}`, page.getByRole("tabpanel"));
});

test("axe finds nothing where papers are asked for and reviewed", async ({ login, accounts }) => {
  const { address, desk } = await buildFamily(await accounts.create("client"), "Reviewed Family");
  const page = await login("admin");
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  await look(page, `${address}/checklist`, page.getByText("b.pdf"));
  await lookInto(page, button("Ask for a document"), /Instruction/);
  await lookInto(page, button("Pause until…"));
  await lookInto(page, button("Remind now"));
  await lookInto(page, button(new RegExp(`^Upload .* for ${MAIN}$`)).first());
  for (const entry of ["Not needed…", "Set due date…"]) {
    await button(new RegExp(`^Actions for .* for ${MAIN}$`))
      .first()
      .click();
    await lookInto(page, page.getByRole("menuitem", { name: entry }));
  }
  await look(page, `${address}/dossiers`, page.getByText("No dossiers yet."));
  for (const [step, heading] of Object.entries({ whom: "1 For whom", build: "3 Build" }))
    await look(
      page,
      `${address}/dossiers/new?step=${step}`,
      page.getByRole("heading", { name: heading }),
    );
  await look(page, desk, page.locator("#review-heading"));
  await lookInto(page, button("Keys"));
  await button(/^Ask for changes/).click();
  await expect(page.getByRole("form", { name: "Ask for changes" })).toBeVisible();
  await expectAccessible(page);
  await look(page, "/reminders?tab=schedule", button("Save schedule"));
  await look(page, "/programs", page.getByRole("table").first());
  await lookInto(page, button("Edit the rule for Passport"), /Save/);
});

test("axe finds nothing on the screens of those who are no admins", async ({ login, accounts }) => {
  const client = await accounts.create("client");
  const { address } = await buildFamily(client, "Family of a client");
  const page = await login(client);
  await look(page, address, page.getByText("scan.pdf").first());
  await look(page, `${address}?tab=invoices`, page.getByText("To be paid").first());
  await lookInto(page, page.getByRole("button", { name: "Upload Agreement" }));
  await look(page, `${address}?tab=samples`, page.getByText("Form V-1.pdf").first());
  await look(page, `${address}/checklist`, page.getByText("b.pdf"));
  await look(page, "/users", page.getByRole("heading", { name: "Access Denied" }));
  const newcomer = await login(await accounts.create("client"));
  await look(newcomer, "/", newcomer.getByText("No cases assigned"));
});

test.describe("in the hand", () => {
  test.use(PHONE);

  test("axe finds nothing in the hand, and nothing moves sideways at 320 pixels either", async ({
    login,
    accounts,
  }) => {
    const client = await accounts.create("client");
    const { caseId, address, desk } = await buildFamily(client, LONG_WORD);
    await buildApplicant({ caseId, fullName: LONG_WORD });
    await buildDocument({ caseId, originalName: `${LONG_WORD}.pdf` });
    const page = await login("admin");
    const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
    const screens = [
      "/",
      "/invoices",
      "/accountant-invoices",
      "/users",
      "/analytics",
      "/programs",
      "/bureau",
      "/reminders",
      "/profile?tab=security",
    ];
    const dossiers = `${address}/dossiers`;
    for (const each of [...screens, `${address}/checklist`, dossiers, `${dossiers}/new`, desk]) {
      await look(page, each, title1(page));
      await expectNoSidewaysScrollInTheHand(page);
    }
    const ofCase = ["uncategorized", "invoices", "samples"].map((tab) => `${address}?tab=${tab}`);
    for (const each of ["/board", "/review", "/profile", "/terms", ...ofCase]) {
      await open(page, each, title1(page));
      await expectNoSidewaysScrollInTheHand(page);
    }
    await page.goto("/");
    await lookInto(page, button("Menu"));
    await look(page, `${address}?tab=applicants`, page.getByLabel("Full name of applicant 1"));
    await expectNoSidewaysScrollInTheHand(page);
    await look(page, address, button("Actions for scan.pdf"));
    await expectNoSidewaysScrollInTheHand(page);
    await lookInto(page, button("Actions for scan.pdf"));
    await page.getByRole("navigation", { name: "Sections" }).getByText("Chat").click();
    await expect(page.getByText("Is this stamp legible?")).toBeVisible();
    await expectAccessible(page);

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/");
    const header = page.getByRole("banner");
    const name = await header.getByText("Case Management Portal").boundingBox();
    const next = await header.getByRole("button", { name: /theme$/ }).boundingBox();
    expect(name && next && name.x + name.width <= next.x).toBe(true);
  });
});
