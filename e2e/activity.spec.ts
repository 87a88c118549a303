/** What admins read about a case behind the scenes: its events, and their own notes. */
import { api } from "contract/api";
import { buildEvent } from "server/testing/factories/activity.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test(
  "admins follow what happens in a case, and keep notes among themselves",
  {
    tag: [
      "@C-ACT-001..005",
      "@C-ACT-017..021",
      "@C-ACT-024",
      "@C-CASE-014",
      "@C-ERR-033",
      "@C-ERR-059",
      "@C-ROLE-018",
    ],
  },
  async ({ login, apiAs, accounts, faults }) => {
    await test.step("an admin leafs through events told as sentences, the newest first, and new ones arrive by themselves", async () => {
      const caseFile = await buildCase({ title: "Busy Family" });
      const actor = await buildUser({ firstName: "Omar", lastName: "Nasser" });
      for (let count = 1; count <= 31; count += 1)
        await buildEvent({
          caseId: caseFile.id,
          actorId: actor.id,
          action: "upload",
          documentName: `page ${count}.pdf`,
          stage: "uncategorized",
        });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}`);
      const open = page.getByRole("button", { name: "Activity" });
      await open.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Activity" });
      const events = dialog.getByRole("region", { name: "Audit events" }).getByRole("listitem");
      await expect(events).toHaveCount(30);
      await expect(events.first()).toContainText(
        "Omar Nasser uploaded “page 31.pdf” to Uncategorized",
      );
      await dialog.getByRole("button", { name: "Load more activity" }).click();
      await expect(events).toHaveCount(31);
      await expect(dialog.getByRole("button", { name: "Load more activity" })).toHaveCount(0);

      const bureau = await apiAs("admin");
      await bureau.call(api.cases.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: "courier" },
      });
      await expect(events.first()).toContainText("changed the status from Onboarding to Courier");
      await page.keyboard.press("Escape");
      await expect(open).toBeFocused();
    });

    await test.step("notes are kept among admins, sent with Ctrl and Enter, and not lost when the line breaks", async () => {
      const caseFile = await buildCase();
      const [page, colleague] = [await login("admin"), await login(await accounts.create("admin"))];
      for (const each of [page, colleague]) {
        await each.goto(`/case/${caseFile.caseId}`);
        await each.getByRole("button", { name: "Activity" }).click();
        await expect(each.getByText("No activity", { exact: true })).toBeVisible();
      }
      const box = page.getByLabel("Internal note", { exact: true });
      const add = page.getByRole("button", { name: "Add Note" });
      await box.fill("   ");
      await expect(add).toBeDisabled();
      await box.press("Control+Enter");
      await expect(box).toHaveValue("   ");

      faults.allow(/net::ERR_FAILED/);
      await page.route("**/internal-notes", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await box.fill("Call again on Wednesday");
      await add.click();
      await expectToast(
        page,
        "Error adding note",
        "Failed to add internal note. Please try again.",
      );
      await expect(box).toHaveValue("Call again on Wednesday");
      await page.unroute("**/internal-notes");
      await box.press("Control+Enter");
      await expectToast(page, "Internal note added", "The note has been added.");
      await expect(box).toHaveValue("");
      for (const each of [page, colleague]) {
        const notes = each.getByRole("region", { name: "Internal notes" });
        await expect(notes.getByRole("listitem")).toContainText("Call again on Wednesday");
        await expect(each.getByText("No audit events found for this case.")).toBeVisible();
      }
    });
  },
);
