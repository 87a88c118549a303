/** Invitations: sent with their cases, sent again, taken back. */
import { eq } from "drizzle-orm";
import { runtime } from "server/src/core/runtime.ts";
import { caseAssignments } from "server/src/database/tables/case-assignments.ts";
import { userInvitations } from "server/src/database/tables/user-invitations.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { breakCalls, holdCalls } from "#e2e/support/calls.ts";
import { choose } from "#e2e/support/controls.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test(
  "an admin invites somebody with cases, sends it again, and takes it back",
  {
    tag: [
      "@D-122",
      "@D-123",
      "@D-133",
      "@I-ERR-063..064",
      "@I-ERR-076..078",
      "@I-USER-003",
      "@I-USER-010..016",
      "@I-USER-021",
      "@I-USER-024..027",
      "@W-LST-046",
    ],
  },
  async ({ login, mailbox, faults }) => {
    await test.step("an empty list of invitations says so", async () => {
      await runtime.database.delete(userInvitations);
      const page = await login("admin");
      await page.goto("/users");
      await expect(page.getByText("No pending invitations")).toBeVisible();
    });

    await test.step("an invitation goes out with its cases", async () => {
      const long = await buildCase({
        title: "Qasim Al-Haddad Family - Vanuatu",
        nationality: "Omani",
      });
      const short = await buildCase({ title: "Exactly twenty chars", caseId: `VU-7-${long.id}` });
      const email = `new-${long.id}@family.example`;
      const page = await login("admin");
      await page.goto("/users");
      const opener = page.getByRole("button", { name: "Invite User" });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: "Invite User" });
      await expect(dialog.getByRole("combobox", { name: "Role" })).toHaveText("Client");
      await dialog.getByRole("button", { name: "Send Invitation" }).click();
      await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(
        "Valid email is required",
      );

      const picker = dialog.getByRole("searchbox", { name: /^Search cases/ });
      const offered = dialog.getByRole("button", { name: /^Add / });
      await picker.fill("no such case");
      await expect(dialog.getByText("No cases found.")).toBeVisible();
      await picker.fill("oMaNi");
      await expect(offered).toHaveCount(1);
      await picker.fill("qasim al-HADDAD");
      await offered.click();
      await picker.fill(short.caseId.toLowerCase());
      await offered.click();
      const chips = dialog.getByRole("button", { name: /^Remove / });
      const shown = chips.locator("span[aria-hidden]");
      await expect(shown).toHaveText(["Qasim Al-Haddad Fami...", "Exactly twenty chars"]);
      await expect(chips.first()).toHaveAttribute("title", long.title);
      await chips.last().click();
      await expect(chips).toHaveCount(1);

      await dialog.getByLabel("Email").fill(email);
      await choose(dialog, "Role", "Agent");
      const release = await holdCalls(page, "/api/invitations", "POST");
      await dialog.getByRole("button", { name: "Send Invitation" }).click();
      await expect(dialog.getByRole("button", { name: "Sending..." })).toBeVisible();
      release();
      await expectToast(
        page,
        "Invitation sent",
        `Invitation sent to ${email} with 1 assigned case(s)`,
      );
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Agent");
      const [invitation] = await runtime.database
        .select()
        .from(userInvitations)
        .where(eq(userInvitations.email, email));
      expect(invitation).toMatchObject({ role: "agent", isAdmin: false, isUsed: false });
      const assigned = await runtime.database
        .select({ invitationId: caseAssignments.invitationId })
        .from(caseAssignments)
        .where(eq(caseAssignments.caseId, long.id));
      expect(assigned).toEqual([{ invitationId: invitation?.id }]);
      await mailbox.waitForLink(email, "/complete-registration");

      await opener.click();
      await dialog.getByLabel("Email").fill(email);
      await dialog.getByRole("button", { name: "Send Invitation" }).click();
      await expectToast(
        page,
        "Failed to send invitation",
        "An invitation for this email already exists",
      );
      await expect(dialog).toBeVisible();
    });

    await test.step("an invitation is sent again, or taken back", async () => {
      const { id, email } = await buildInvitation();
      const page = await login("admin");
      await page.goto("/users");
      const resend = page.getByRole("button", { name: `Resend the invitation of ${email}` });
      await resend.click();
      await expectToast(page, "Invitation resent");
      await mailbox.waitForLink(email, "/complete-registration");

      await breakCalls(page, faults, { path: `/api/invitations/${id}/resend`, method: "POST" });
      await resend.click();
      await expectToast(page, "Failed to resend invitation");

      const remove = page.getByRole("button", { name: `Delete the invitation of ${email}` });
      await remove.click();
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText("The link in the mail stops working");
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(remove).toBeFocused();

      await breakCalls(page, faults, { path: `/api/invitations/${id}`, method: "DELETE" });
      await remove.click();
      await question.getByRole("button", { name: "Delete Invitation" }).click();
      await expectToast(page, "Failed to delete invitation");
      await page.unrouteAll();
      await question.getByRole("button", { name: "Delete Invitation" }).click();
      await expectToast(page, "Invitation deleted");
      await expect(page.getByText(email, { exact: true })).toHaveCount(0);
    });
  },
);
