/** Profile settings: the person, their security, and what the automation was told. */
import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { roles } from "contract/session";
import { runtime } from "server/src/core/runtime.ts";
import { trustedDevices } from "server/src/database/tables/trusted-devices.ts";
import { webhookLogs } from "server/src/database/tables/webhook-logs.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildWebhookLog } from "server/testing/factories/webhook-logs.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { makeJpeg } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test(
  "everybody changes the own name, address and picture",
  {
    tag: [
      "@C-CONST-004",
      "@D-068",
      "@D-118",
      "@D-131",
      "@D-134",
      "@I-ERR-060..061",
      "@I-ERR-073",
      "@I-ERR-075",
      "@I-PROF-001..006",
      "@I-PROF-008..012",
      "@I-PROF-014..015",
    ],
  },
  async ({ login, accounts, faults }) => {
    await test.step("every role has the three tabs and the way back", async () => {
      for (const role of roles) {
        const { email } = await accounts.ofRole(role);
        const page = await login(role);
        await page.goto("/profile");
        await expect(page.getByRole("tab")).toHaveText(["General", "Security", "Automation Log"]);
        await page.getByRole("tab", { name: "Security" }).click();
        await expect(page).toHaveURL("/profile?tab=security");
        const facts = page.getByRole("tabpanel").getByRole("definition");
        await expect(facts).toHaveText([email, role === "admin" ? "Administrator" : "Client"]);
        await page.getByRole("link", { name: "Back to dashboard" }).click();
        await expect(page).toHaveURL("/");
      }
    });

    await test.step("names and address are changed", async () => {
      const person = await accounts.create("client");
      const page = await login(person);
      await page.goto("/profile");
      const [first, last] = [page.getByLabel("First name"), page.getByLabel("Last name")];
      const email = page.getByLabel("Email");
      const save = page.getByRole("button", { name: "Save Changes" });
      await expect(first).toHaveValue(person.firstName);
      await expect(email).toHaveValue(person.email);
      await expect(save).toBeDisabled();
      await expectNoSidewaysScroll(page);

      await first.fill("");
      await email.fill("nowhere");
      await save.click();
      await expect(first).toHaveAccessibleDescription("First name is required");
      await expect(email).toHaveAccessibleDescription("Invalid email address");
      await first.fill("Zoë");
      await last.fill("الحداد");
      await email.fill(person.email);
      await breakCalls(page, faults, { path: "/api/profile", method: "PUT" });
      await save.click();
      await expectToast(page, "Error", "Failed to update profile");
      await expect(page.locator("li[data-state=open] svg").first()).toHaveClass(/text-danger/);
      await page.unrouteAll();
      const release = await holdCalls(page, "/api/profile", "PUT");
      await save.click();
      await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
      release();
      await expectToast(page, "Success", "Profile updated successfully");
      await expect(save).toBeDisabled();
      await expect(page.getByRole("button", { name: "Zا User menu" })).toBeVisible();
    });

    await test.step("a picture is an image below 5 MB, and shows everywhere", async () => {
      const page = await login(await accounts.create("client"));
      await page.goto("/profile");
      const choose = async (name: string, mimeType: string, buffer: Buffer) => {
        const picker = page.waitForEvent("filechooser");
        await page.getByRole("button", { name: "Change picture" }).click();
        await (await picker).setFiles({ name, mimeType, buffer });
      };
      await choose("notes.pdf", "application/pdf", Buffer.from("%PDF-1.7"));
      await expectToast(page, "Error", "Please select an image file");
      await choose("huge.png", "image/png", Buffer.alloc(5 * 1024 * 1024));
      await expectToast(page, "Error", "File size must be less than 5MB");
      await choose("broken.png", "image/png", Buffer.from("no picture at all"));
      await expect(page.locator("li[data-state=open]")).not.toContainText(
        "Failed to upload avatar",
      );

      const face = await makeJpeg("face.jpg");
      await breakCalls(page, faults, { path: "/api/profile/avatar", method: "POST" });
      await choose(face.name, face.mimeType, face.buffer);
      await expectToast(page, "Error", "Failed to upload avatar");
      await page.unrouteAll();
      await choose(face.name, face.mimeType, face.buffer);
      await expectToast(page, "Success", "Avatar updated successfully");
      for (const place of [page.getByRole("main"), page.getByRole("banner")]) {
        const picture = place.locator("img");
        await expect(picture).toHaveAttribute("src", /^\/uploads\//);
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
      }

      await choose("notes.pdf", "application/pdf", Buffer.from("%PDF-1.7"));
      await expectToast(page, "Error", "Please select an image file");
      const toast = page.locator("li[data-state=open]");
      await expect(toast).toHaveAttribute("data-swipe-direction", "right");
      await sweep(page, 40);
      await expect(toast).toHaveAttribute("data-swipe", "cancel");
      await sweep(page, -80);
      await expect(toast).toBeVisible();
      await sweep(page, 60);
      await expect(toast).toHaveCount(0);
    });
  },
);

test(
  "the security tab leads to a new password, signs other browsers out and forgets devices",
  { tag: ["@I-PROF-007", "@I-PROF-013"] },
  async ({ login, accounts }) => {
    const person = await accounts.create("agent");
    const elsewhere = await login(person);
    await elsewhere.goto("/profile");
    await expect(elsewhere.getByRole("heading", { name: "Profile Settings" })).toBeVisible();
    await runtime.database.insert(trustedDevices).values({
      userId: person.id,
      fingerprint: `device-${person.id}`,
      deviceName: "Firefox on Windows",
      cookieHash: `cookie-${person.id}`,
    });

    const page = await login(person);
    await page.goto("/profile?tab=security");
    const sessions = page.getByRole("listitem").filter({ hasText: "Last active" });
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: "This browser" })).toHaveCount(1);
    await page.getByRole("button", { name: "Sign out of Chrome on Linux" }).click();
    await expectToast(page, "Signed out");
    await expect(sessions).toHaveCount(1);
    await elsewhere.reload();
    await expect(elsewhere.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();

    await page.getByRole("button", { name: "Forget Firefox on Windows" }).click();
    await expectToast(page, "Device forgotten");
    await expect(page.getByText("No trusted devices")).toBeVisible();
    const left = await runtime.database
      .select()
      .from(trustedDevices)
      .where(eq(trustedDevices.userId, person.id));
    expect(left).toEqual([]);

    await page.getByRole("link", { name: "Reset Password" }).click();
    await expect(page).toHaveURL("/forgot-password");
  },
);

test(
  "the automation log tells each role what it may know",
  {
    tag: [
      "@C-CONST-008",
      "@D-134",
      "@D-135",
      "@I-HOOK-001..007",
      "@I-HOOK-009",
      "@I-HOOK-011..017",
    ],
  },
  async ({ login, accounts, faults }) => {
    await test.step("the automation log tells an admin everything", async () => {
      await runtime.database.delete(webhookLogs);
      const caseFile = await buildCase({ title: "Hook Family - Nauru Citizenship" });
      await buildWebhookLog({
        type: "status_change",
        status: "failed",
        caseId: caseFile.id,
        caseTitle: caseFile.title,
        errorMessage: "The receiver answered 502",
        httpStatus: 502,
        attemptCount: 3,
        triggeredBy: "amina@bureau.example",
        createdAt: "2026-11-20T09:30:00.000Z",
      });
      for (const type of ["case_creation", "invoice_payment", "document_upload"] as const)
        await buildWebhookLog({ type, status: type === "case_creation" ? "retrying" : "success" });
      for (let count = 0; count < 6; count += 1) await buildWebhookLog();

      const page = await login("admin");
      const release = await holdCalls(page, "/api/webhook-logs", "GET");
      await page.goto("/profile?tab=automation");
      await expect(page.getByText("Loading automation logs...")).toBeVisible();
      release();
      await expect(page.getByRole("heading", { name: "Automation History" })).toBeVisible();
      await expect(page.getByText("10 total events")).toBeVisible();
      const area = page.getByRole("region", { name: "Automation History" });
      expect((await area.boundingBox())?.height).toBe(500);
      const entries = area.getByRole("listitem");
      await expect(entries).toHaveCount(10);
      const failed = entries.filter({ hasText: "Status change" });
      for (const text of [
        "Failed",
        caseFile.title,
        "The receiver answered 502",
        "20 Nov 2026, 1:30 PM",
        "Triggered by amina@bureau.example",
        "HTTP 502",
        "Attempt 3",
        "https://automation.example/hook",
      ])
        await expect(failed).toContainText(text);
      await expect(entries.filter({ hasText: "Case creation" })).toContainText("Retrying");
      await expect(entries.filter({ hasText: "Document upload" })).toContainText("Success");
      await expect(entries.filter({ hasText: "Document upload" })).not.toContainText("Attempt");
      await expect(entries.filter({ hasText: "Invoice payment" })).toHaveCount(7);

      await failed.getByRole("button", { name: /^Resend message/ }).click();
      await expectToast(page, "Error", "No address is configured for this type");

      // The bar of the scroll area goes away 0.6 s after the pointer.
      const bar = page.locator("[data-orientation=vertical]");
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 10_000);
      await area.hover();
      await expect(bar).toBeVisible();
      await page.mouse.move(5, 5);
      await page.clock.runFor(550);
      await expect(bar).toBeVisible();
      await page.clock.runFor(100);
      await expect(bar).toHaveCount(0);
    });

    await test.step("others see the log of their cases, without addresses, and an empty one says so", async () => {
      const agent = await accounts.create("agent");
      const own = await buildCase({
        assignedTo: [agent],
        title: "Own Family - Vanuatu Citizenship",
      });
      const foreign = await buildCase();
      for (const { id, title } of [own, foreign])
        await buildWebhookLog({ caseId: id, caseTitle: title, status: "failed" });
      const page = await login(agent);
      await page.goto("/profile?tab=automation");
      await expect(page.getByText("1 total events")).toBeVisible();
      const entries = page.getByRole("tabpanel").getByRole("listitem");
      await expect(entries).toContainText(own.title);
      await expect(entries).not.toContainText("https://");
      await expect(entries.getByRole("button")).toHaveCount(0);

      const stranger = await login(await accounts.create("client"));
      await breakCalls(stranger, faults, { path: "/api/webhook-logs", method: "GET" });
      await stranger.goto("/profile?tab=automation");
      await expect(stranger.getByRole("alert")).toContainText("Failed to load automation logs");
      await stranger.unrouteAll();
      await stranger.getByRole("button", { name: "Try again" }).click();
      await expect(stranger.getByText("No automation logs found")).toBeVisible();
      await expect(
        stranger.getByText("Webhook automations will appear here once triggered"),
      ).toBeVisible();
    });
  },
);

/** What a finger does to a toast; the rest of its life is told by web/src/ui/toaster.test.tsx. */
async function sweep(page: Page, distance: number): Promise<void> {
  const box = await page.locator("li[data-state=open]").boundingBox();
  if (box === null) throw new Error("There is no toast to sweep");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 6 });
  await page.mouse.up();
}
