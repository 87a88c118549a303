/** Who works on a case, and who may see it. */
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test(
  "users are assigned and taken off, those invited too, and see the case come and go",
  {
    tag: ["@C-CASE-012", "@C-DLG-004", "@C-DLG-010", "@C-DLG-049..055", "@C-DLG-059", "@C-ERR-048"],
  },
  async ({ accounts, login }) => {
    const client = await accounts.create("client", { firstName: "Wanda", lastName: "Waiting" });
    const colleague = await accounts.create("admin", { firstName: "Adele", lastName: "Admin" });
    await buildInvitation({ firstName: "Ingrid", lastName: "Invited" });
    await buildInvitation({
      firstName: "Egon",
      lastName: "Expired",
      expiresAt: "2026-01-01T00:00:00Z",
    });
    for (const firstName of ["Uma", "Una", "Ute", "Ugo"]) await buildUser({ firstName });
    const caseFile = await buildCase({ title: "Shared Family", assignedTo: [await buildUser()] });
    const admin = await login("admin");
    const watching = await login(client);
    await watching.goto("/");
    await expect(watching.getByText("No cases assigned")).toBeVisible();
    await admin.goto(`/case/${caseFile.caseId}`);
    await admin.getByRole("button", { name: "Assign users" }).click();
    const dialog = admin.getByRole("dialog", { name: "Assign Users to Case" });
    const search = dialog.getByRole("searchbox");
    const list = dialog.getByRole("region", { name: "Assign Users to Case" });
    await expect.poll(() => list.evaluate(({ clientHeight }) => clientHeight)).toBe(256);

    const offered: [string, number][] = [
      ["Adele Admin", 0],
      ["Egon Expired", 0],
      ["Ingrid Invited", 1],
    ];
    for (const [name, count] of offered) {
      await search.fill(name);
      await expect(dialog.getByRole("checkbox", { name })).toHaveCount(count);
    }
    expect(colleague.role).toBe("admin");
    await expect(list.getByText("Pending", { exact: true })).toBeVisible();
    await dialog.getByRole("checkbox", { name: "Ingrid Invited" }).check();
    await search.fill("zzz");
    await expect(dialog.getByText('No users found matching "zzz"')).toBeVisible();
    // Escape clears the search first; a second one would close the dialog.
    await admin.keyboard.press("Escape");
    await expect(search).toHaveValue("");
    await search.fill("wanda");
    await dialog.getByRole("checkbox", { name: "Wanda Waiting" }).check();
    await dialog.getByRole("button", { name: "Save Assignments" }).click();
    await expectToast(admin, "Users updated", "User assignments have been updated.");
    await expect(admin.getByRole("button", { name: "Assign users" })).toBeFocused();
    const panel = admin.getByRole("region", { name: "Assigned Users" });
    for (const name of ["Wanda Waiting", "Ingrid Invited", "Pending"])
      await expect(panel.getByText(name)).toBeVisible();
    await expect(watching).toHaveURL(`/case/${caseFile.caseId}`);

    await admin.getByRole("button", { name: "Assign users" }).click();
    for (const name of ["Wanda Waiting", "Ingrid Invited", "Robin Person"]) {
      await search.fill(name);
      await dialog.getByRole("checkbox", { name, checked: true }).uncheck();
    }
    await dialog.getByRole("button", { name: "Save Assignments" }).click();
    await expectToast(admin, "Error", "Please select at least one user");
    await search.fill("ingrid");
    await dialog.getByRole("checkbox", { name: "Ingrid Invited" }).check();
    await dialog.getByRole("button", { name: "Save Assignments" }).click();
    await expect(panel.getByText("Wanda Waiting")).toHaveCount(0);
    await expect(watching.getByText("Case not found")).toBeVisible();
  },
);
