/** The people of a case: seeded, checked with every keystroke, saved together, and edited by two at once. */
import { api } from "contract/api";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { choose } from "#e2e/support/controls.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test(
  "a family is written down, person by person, by two people at once",
  {
    tag: [
      "@C-APPL-001..007",
      "@C-APPL-010",
      "@C-APPL-012..020",
      "@C-APPL-022..033",
      "@C-ERR-011",
      "@C-ERR-016",
      "@C-ERR-044",
      "@C-ERR-052",
    ],
  },
  async ({ accounts, login, apiAs, faults }) => {
    await test.step("the tab seeds the case once, names the first applicant after its title, and keeps all rules in sight", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({
        title: "Marta Silva - Vanuatu Citizenship Application",
        gender: "Ms.",
        numberOfApplicants: 3,
        assignedTo: [client],
      });
      const [page, other] = [await login(client), await login("admin")];
      // Two browsers open the tab at the same moment: three people all the same.
      await Promise.all(
        [page, other].map((each) => each.goto(`/case/${caseFile.caseId}?tab=applicants`)),
      );
      const name = (position: number) => page.getByLabel(`Full name of applicant ${position}`);
      const category = (position: number) =>
        page.getByRole("combobox", { name: `Category of applicant ${position}` });
      await expect(name(3)).toHaveValue("");
      await expect(name(1)).toHaveValue("Marta Silva");
      const params = { params: { id: caseFile.id } };
      const stored = async () => (await apiAs(client)).call(api.applicants.list, params);
      expect(await stored()).toMatchObject([
        { fullName: "Marta Silva", category: "Main Applicant", gender: "female" },
        { fullName: "", category: "Dependent Child", gender: null },
        { fullName: "", category: "Dependent Child", gender: null },
      ]);

      await expect(page.getByRole("columnheader")).toHaveText([
        "#",
        "Full Name",
        "Category",
        "Status",
        "Details",
      ]);
      const row = (position: number) =>
        page
          .getByRole("row")
          .filter({ has: page.getByLabel(`Full name of applicant ${position}`) });
      await expect(row(1)).toContainText("Primary");
      await expect(row(1)).toContainText("Complete");
      await expect(row(2)).toContainText("Incomplete");
      await expect(category(1)).toBeDisabled();
      const save = page.getByRole("button", { name: "Save Applicants" });
      await expect(save).toBeDisabled();

      await name(2).fill("  MARTA silva ");
      await expect(page.getByText("All applicant names must be filled in")).toBeVisible();
      await name(3).fill("Rui Silva");
      await expect(page.getByText("Applicant names must be unique")).toBeVisible();
      await expect(save).toBeDisabled();
      await name(2).fill("Nuno Silva");
      await category(2).click();
      await expect(page.getByRole("option")).toHaveText([
        "Spouse (maximum 1)",
        "Dependent Child",
        "Dependent Resident",
      ]);
      await page.getByRole("option", { name: "Spouse" }).click();
      await category(3).click();
      await expect(page.getByRole("option", { name: "Spouse (maximum 1)" })).toBeDisabled();
      await page.keyboard.press("Escape");

      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/cases/*/applicants", (route) => route.abort());
      await save.click();
      await expectToast(page, "Error", "Failed to save applicants");
      await expect(name(2)).toHaveValue("Nuno Silva");
      await page.unroute("**/api/cases/*/applicants");
      await save.click();
      await expectToast(page, "Applicants saved", "Applicants have been saved successfully.");
      await expect(save).toBeDisabled();
      await expect(other.getByLabel("Full name of applicant 2")).toHaveValue("Nuno Silva");
      expect(await stored()).toMatchObject([
        { fullName: "Marta Silva" },
        { fullName: "Nuno Silva", category: "Spouse" },
        { fullName: "Rui Silva", category: "Dependent Child" },
      ]);
    });

    await test.step("one applicant is the main applicant; name and date of birth are changed with the keyboard alone", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      await buildApplicant({ caseId: caseFile.id, fullName: "Robin Person" });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}?tab=applicants`);
      const name = page.getByLabel("Full name of applicant 1");
      await expect(page.getByRole("combobox", { name: "Category of applicant 1" })).toBeDisabled();
      await name.fill("");
      await expect(page.getByText("Full name is required")).toBeVisible();
      await name.fill("Robin de Souza");
      await page.keyboard.press("Tab");
      await expect(page.getByRole("button", { name: "Details of applicant 1" })).toBeFocused();
      await page.keyboard.press("Enter");
      const born = page.getByLabel("Date of birth", { exact: true });
      await expect(born).toHaveAttribute("min", "1900-01-01");
      const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Dubai" }).format(new Date());
      await expect(born).toHaveAttribute("max", today);
      await born.fill("1984-02-29");
      await page.getByRole("button", { name: "Choose date" }).click();
      const years = page.getByRole("dialog").getByRole("combobox").last();
      await expect(years.getByRole("option")).not.toHaveCount(0);
      const offered = await years.getByRole("option").allTextContents();
      expect([offered.includes("1900"), offered.includes(today.slice(0, 4))]).toEqual([true, true]);
      expect(offered).toHaveLength(Number(today.slice(0, 4)) - 1899);
      await page.keyboard.press("Escape");

      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/applicants/*", (route) => route.abort());
      const save = page.getByRole("button", { name: "Save Applicants" });
      await save.focus();
      await page.keyboard.press("Enter");
      await expectToast(page, "Error", "Failed to update applicant");
      await page.unroute("**/api/applicants/*");
      await page.keyboard.press("Enter");
      await expectToast(page, "Success", "Applicant updated successfully");
      const params = { params: { id: caseFile.id } };
      expect(await (await apiAs(client)).call(api.applicants.list, params)).toMatchObject([
        { fullName: "Robin de Souza", dateOfBirth: "1984-02-29" },
      ]);
    });

    await test.step("two people edit the same list: different rows both stay, of the same name the second is told", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ numberOfApplicants: 2, assignedTo: [client] });
      await buildApplicant({ caseId: caseFile.id, fullName: "Ana One" });
      const child = { fullName: "Ben Two", category: "Dependent Child", position: 1 } as const;
      await buildApplicant({ caseId: caseFile.id, ...child });
      const [one, two] = [await login(client), await login("admin")];
      for (const page of [one, two]) await page.goto(`/case/${caseFile.caseId}?tab=applicants`);
      const params = { params: { id: caseFile.id } };
      const names = async () =>
        (await (await apiAs(client)).call(api.applicants.list, params)).map(
          ({ fullName }) => fullName,
        );

      await one.getByLabel("Full name of applicant 1").fill("Ana First");
      await two.getByLabel("Full name of applicant 2").fill("Ben Second");
      await one.getByRole("button", { name: "Save Applicants" }).click();
      await expectToast(one, "Success");
      await expect(two.getByLabel("Full name of applicant 1")).toHaveValue("Ana First");
      await expect(two.getByLabel("Full name of applicant 2")).toHaveValue("Ben Second");
      await two.getByRole("button", { name: "Save Applicants" }).click();
      await expectToast(two, "Success");
      await expect.poll(names).toEqual(["Ana First", "Ben Second"]);

      await one.getByLabel("Full name of applicant 1").fill("Ana of the client");
      await two.getByLabel("Full name of applicant 1").fill("Ana of the bureau");
      await one.getByRole("button", { name: "Save Applicants" }).click();
      await expectToast(one, "Success");
      await expect(
        two.getByText("Somebody else has changed the applicants meanwhile."),
      ).toBeVisible();
      await expect(two.getByLabel("Full name of applicant 1")).toHaveValue("Ana of the bureau");
      await two.getByRole("button", { name: "Show the saved applicants" }).click();
      await expect(two.getByLabel("Full name of applicant 1")).toHaveValue("Ana of the client");
      expect(await names()).toEqual(["Ana of the client", "Ben Second"]);
    });
  },
);

test.describe("in the hand", () => {
  test.use(PHONE);

  test(
    "on a phone every applicant is a block of fields",
    { tag: ["@C-APPL-002..005"] },
    async ({ accounts, login }) => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ numberOfApplicants: 2, assignedTo: [client] });
      const fullName = "Maximiliana Alexandra Constantia von Hohenzollern-Sigmaringen-Emden";
      await buildApplicant({ caseId: caseFile.id, fullName });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}?tab=applicants`);
      await page.getByLabel("Full name of applicant 2").fill("Max");
      await choose(page, "Category of applicant 2", "Dependent Resident");
      await page.getByRole("button", { name: "Details of applicant 2" }).click();
      await choose(page, "Gender", "Male");
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Save Applicants" }).click();
      await expectToast(page, "Applicants saved");
    },
  );
});
