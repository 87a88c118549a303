/** The dialogs in which admins open, change, share and delete cases. */
import { api } from "contract/api";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { openInformation } from "#e2e/support/case-dialogs.ts";
import { expectFacts } from "#e2e/support/case-screen.ts";
import { pickFiles, searchAndChoose } from "#e2e/support/controls.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

test(
  "an admin creates a case",
  {
    tag: [
      "@C-DLG-001",
      "@C-DLG-010",
      "@C-DLG-017..018",
      "@C-DLG-020",
      "@C-DLG-023",
      "@C-DLG-025..027",
      "@C-DLG-062..063",
      "@C-ERR-007",
      "@C-ERR-041",
      "@CI-DLG-024",
    ],
  },
  async ({ login, apiAs, faults }) => {
    for (const lastName of ["One", "Two", "Three", "Four", "Five", "Six"])
      await buildUser({ firstName: "Seldom", lastName });
    const page = await login("admin");
    await page.goto("/");
    const create = page.getByRole("button", { name: "Create Case" }).first();
    await create.click();
    const dialog = page.getByRole("dialog", { name: "Create New Case" });
    const submit = dialog.getByRole("button", { name: "Create Case" });
    await expect(dialog.getByLabel("FIU fee (USD)")).toHaveValue("5000");
    await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveText("Onboarding");

    await dialog.getByLabel("Applicants", { exact: true }).fill("0");
    await dialog.getByLabel("Citizenship fee (USD)").fill("-1");
    await dialog.getByLabel("FIU fee (USD)").fill("-0.5");
    await submit.click();
    for (const text of [
      "Title is required",
      "Nationality is required",
      "Must have at least 1 applicant",
      "Citizenship fee must be positive",
      "FIU fee must be 0 or positive",
    ])
      await expect(dialog.getByText(text)).toBeVisible();
    await dialog.getByLabel("Applicants", { exact: true }).fill("11");
    await expect(dialog.getByText("Must have at most 10 applicants")).toBeVisible();

    await dialog.getByLabel("Title", { exact: true }).fill("Petrov Family");
    await dialog.getByRole("combobox", { name: "Nationality" }).click();
    const choices = page.getByRole("listbox");
    await expect(choices.getByRole("option", { name: "Afghan" })).toBeInViewport();
    await choices.hover();
    await page.mouse.wheel(0, 20_000);
    await expect(choices.getByRole("option", { name: "Zimbabwean" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await searchAndChoose(dialog, "Nationality", "Russian");
    await dialog.getByLabel("Applicants", { exact: true }).fill("3");
    await dialog.getByLabel("Citizenship fee (USD)").fill("130000.55");
    await dialog.getByLabel("FIU fee (USD)").fill("0");
    const search = dialog.getByRole("searchbox");
    await search.fill("seldom");
    await expect(dialog.getByRole("button", { name: /^Add Seldom/ })).toHaveCount(5);
    await search.fill("qqqq");
    await expect(dialog.getByText('No users found matching "qqqq"')).toBeVisible();
    await search.fill("seldom six");
    await dialog.getByRole("button", { name: "Add Seldom Six" }).click();
    await expect(dialog.getByRole("button", { name: "Remove Seldom Six" })).toBeVisible();

    const text = { name: "agreement.txt", mimeType: "text/plain", buffer: Buffer.from("signed") };
    await pickFiles(dialog, [text]);
    await expectToast(page, "Invalid file type", "Please select a PDF file");
    const exact = {
      name: "exact.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.alloc(10 * 2 ** 20),
    };
    await pickFiles(dialog, [exact]);
    await expectToast(page, "Error", "File size must be less than 10MB");

    faults.allow(/net::ERR_FAILED/);
    await page.route("**/api/cases", (route) => route.abort());
    await submit.click();
    await expectToast(page, "Error", "Failed to create case");
    await expect(dialog.getByLabel("Title", { exact: true })).toHaveValue("Petrov Family");
    await page.unroute("**/api/cases");
    await submit.click();
    await expectToast(page, "Case created", "The case has been created successfully.");
    await expect(dialog).toBeHidden();
    await expect(create).toBeFocused();

    const cases = await (await apiAs("admin")).call(api.cases.list);
    expect(cases.find(({ title }) => title === "Petrov Family")).toMatchObject({
      numberOfApplicants: 3,
      status: "onboarding",
      nationality: "Russian",
      citizenshipProgram: "vanuatu",
      gender: "Mr.",
      citizenshipFee: 13_000_055,
      fiuFee: 0,
      assignedUsers: [{ firstName: "Seldom", lastName: "Six" }],
    });
  },
);

test(
  "an admin changes the information of a case and its id, and deletes it",
  {
    tag: [
      "@C-CASE-001",
      "@C-CASE-008",
      "@C-CASE-015",
      "@C-CASE-018",
      "@C-DLG-003",
      "@C-DLG-032..044",
      "@C-DLG-047..048",
      "@C-ERR-013",
      "@C-ERR-023",
      "@C-ERR-042",
      "@C-ERR-049..050",
    ],
  },
  async ({ login, apiAs, faults, accounts }) => {
    await test.step("case information takes dollars, checks every field and keeps cents, also when saving fails", async () => {
      const caseFile = await buildCase({ title: "Rossi Family", nationality: "Italian" });
      const page = await login("admin");
      const dialog = await openInformation(page, caseFile.caseId);
      await expect(dialog.getByLabel("Citizenship fee (USD)")).toHaveValue("130000");
      await expect(dialog.getByLabel("FIU fee (USD)")).toHaveValue("5000");
      await dialog.getByLabel("Case title").fill("  ");
      await dialog.getByLabel("Number of applicants").fill("0");
      await dialog.getByLabel("Citizenship fee (USD)").fill("-1");
      await dialog.getByLabel("FIU fee (USD)").fill("");
      const save = dialog.getByRole("button", { name: "Save Changes" });
      await save.click();
      for (const text of [
        "Case title is required",
        "Must have at least 1 applicant",
        "Citizenship fee must be 0 or positive",
        "FIU fee must be 0 or positive",
      ])
        await expect(dialog.getByText(text)).toBeVisible();

      await dialog.getByLabel("Case title").fill("Rossi-Bianchi Family");
      await dialog.getByLabel("Number of applicants").fill("4");
      await dialog.getByLabel("Citizenship fee (USD)").fill("99999.99");
      await dialog.getByLabel("FIU fee (USD)").fill("1234.5");
      await searchAndChoose(dialog, "Nationality", "Maltese");
      faults.allow(/net::ERR_FAILED/);
      await page.route(`**/api/cases/${caseFile.id}`, (route) => route.abort());
      await save.click();
      await expectToast(page, "Error", "Failed to update case information");
      await expect(dialog.getByLabel("Case title")).toHaveValue("Rossi-Bianchi Family");
      await page.unroute(`**/api/cases/${caseFile.id}`);
      await save.click();
      await expectToast(page, "Success", "Case updated successfully");
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: "Edit Case", exact: true })).toBeFocused();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rossi-Bianchi Family");
      await expectFacts(page, { Applicants: "4", Nationality: "Maltese" });
      const { case: stored } = await (
        await apiAs("admin")
      ).call(api.cases.get, { params: { caseId: caseFile.caseId } });
      expect(stored).toMatchObject({ citizenshipFee: 9_999_999, fiuFee: 123_450 });
    });

    await test.step("a case gets another id with Enter, keeps it with Escape, and its address follows", async () => {
      const taken = await buildCase();
      const caseFile = await buildCase();
      const newCode = `${caseFile.caseId}-B`;
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}`);
      const pencil = page.getByRole("button", { name: "Edit Case ID" });
      await pencil.click();
      const field = page.getByLabel("Case ID", { exact: true });
      await field.fill("something else");
      await page.keyboard.press("Escape");
      await expect(pencil).toBeFocused();
      await expectFacts(page, { "Case ID": caseFile.caseId });

      await page.keyboard.press("Enter");
      await field.fill("   ");
      await page.keyboard.press("Enter");
      await expectToast(page, "Error", "Case ID cannot be empty");
      await field.fill(taken.caseId.toLowerCase());
      await page.keyboard.press("Enter");
      await expectToast(page, "Error", "Case ID already exists");
      await field.fill(newCode);
      await page.keyboard.press("Enter");
      await expectToast(page, "Case ID updated", "Case ID has been updated successfully.");
      await expect(page).toHaveURL(`/case/${newCode}`);
      await expectFacts(page, { "Case ID": newCode });

      // In the dialog Escape gives up the id, not the dialog.
      await page.getByRole("button", { name: "Edit Case", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Edit Case Information" });
      await dialog.getByLabel("Case title").fill("Still here");
      await dialog.getByRole("button", { name: "Edit Case ID" }).click();
      await page.keyboard.press("Escape");
      await expect(dialog.getByLabel("Case title")).toHaveValue("Still here");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();

      await page.goto(`/case/${caseFile.caseId}`);
      await expect(page.getByText("Case not found")).toBeVisible();
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await expect(page).toHaveURL("/");
    });

    await test.step("a case is deleted only after a question, and its client loses it at once", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ title: "Short-lived Family", assignedTo: [client] });
      const admin = await login("admin");
      const watching = await login(client);
      await watching.goto("/");
      await expect(watching).toHaveURL(`/case/${caseFile.caseId}`);

      const dialog = await openInformation(admin, caseFile.caseId);
      await dialog.getByRole("button", { name: "Delete Case" }).click();
      const question = admin.getByRole("alertdialog", { name: 'Delete "Short-lived Family"?' });
      await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
      await admin.keyboard.press("Escape");
      await expect(dialog.getByRole("button", { name: "Delete Case" })).toBeFocused();
      await admin.keyboard.press("Enter");
      await question.getByRole("button", { name: "Delete Case" }).click();
      await expectToast(admin, "Case deleted", "The case has been deleted successfully.");
      await expect(admin).toHaveURL("/");
      await expect(watching.getByText("Case not found")).toBeVisible();
    });
  },
);
