/** The Edit Case dialog of the dashboard, and two people who change the same case at once. */
import type { Page } from "@playwright/test";
import { api } from "contract/api";
import { buildAgreement } from "server/testing/factories/agreements.ts";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvoice } from "server/testing/factories/invoices.ts";
import { openEditCase, openInformation } from "#e2e/support/case-dialogs.ts";
import { choose, dropFiles, pickFiles, searchAndChoose } from "#e2e/support/controls.ts";
import { makeJpeg, makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";

/** Holds back the answers of an address until told otherwise. */
async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test(
  "an admin edits a case, its applicants and its papers in one dialog",
  {
    tag: [
      "@C-APPL-011",
      "@C-DLG-002",
      "@C-DLG-005",
      "@C-DLG-008..009",
      "@C-DLG-012..014",
      "@C-DLG-016",
      "@C-DLG-028..031",
      "@C-DLG-062..063",
      "@C-ERR-008",
      "@C-ERR-042..043",
      "@C-ERR-045",
      "@CI-DLG-061",
    ],
  },
  async ({ login, faults }) => {
    await test.step("the Edit Case dialog waits in words, changes title, status and nationality, and says what fails", async () => {
      const { title, caseId } = await buildCase({ title: "Berg Family", nationality: "Swedish" });
      const page = await login("admin");
      const release = await holdBack(page, `**/api/cases/by-case-id/${caseId}`);
      const dialog = await openEditCase(page, title);
      await expect(dialog.getByText("Loading case details...")).toBeAttached();
      release();
      await dialog.getByLabel("Title", { exact: true }).fill("");
      const save = dialog.getByRole("button", { name: "Save Changes" });
      await save.click();
      await expect(dialog.getByText("Title is required")).toBeVisible();

      await dialog.getByLabel("Title", { exact: true }).fill("Berg-Olsen Family");
      await choose(dialog, "Status", "Courier");
      await searchAndChoose(dialog, "Nationality", "Norwegian");
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/cases/*/meta", (route) => route.abort());
      await save.click();
      await expectToast(page, "Error", "Failed to update case");
      await expect(dialog.getByLabel("Title", { exact: true })).toHaveValue("Berg-Olsen Family");
      await page.unroute("**/api/cases/*/meta");
      await save.click();
      await expectToast(page, "Success", "Case updated successfully");
      await expect(save).toBeDisabled();
      await expect(dialog.getByText(`Berg-Olsen Family · ${caseId}`)).toBeVisible();
    });

    await test.step("a case that has just been deleted is not edited", async () => {
      const { title, caseId } = await buildCase({ title: "Vanished Family" });
      const page = await login("admin");
      await page.route(`**/api/cases/by-case-id/${caseId}`, (route) =>
        route.fulfill({ status: 404, json: { message: "Case not found", code: "case.notFound" } }),
      );
      const dialog = await openEditCase(page, title);
      await expect(dialog.getByText("Case not found")).toBeVisible();
      await expect(dialog.getByRole("tab")).toHaveCount(0);
    });

    await test.step("the Edit Case dialog seeds applicants, takes a PDF as agreement, shows invoices and uploads documents", async () => {
      const caseFile = await buildCase({
        title: "Ines Duarte - Citizenship",
        numberOfApplicants: 2,
      });
      const page = await login("admin");
      const release = await holdBack(page, /\/api\/cases\/\d+\/applicants$/);
      const dialog = await openEditCase(page, caseFile.title);
      await dialog.getByRole("tab", { name: "Applicants" }).click();
      release();
      await expect(dialog.getByText("Creating applicants...")).toBeVisible();
      await expect(dialog.getByLabel("Full name of applicant 1")).toHaveValue("Ines Duarte");
      await expect(dialog.getByLabel("Full name of applicant 2")).toHaveValue("");

      await dialog.getByRole("tab", { name: "Service Agreement" }).click();
      await expect(dialog.getByText("No service agreement uploaded")).toBeVisible();
      await pickFiles(dialog, [await makeJpeg("signed.jpg")]);
      await expectToast(page, "Invalid file type", "Please select a PDF file");
      await pickFiles(dialog, [await makePdf("signed.pdf")]);
      await expectToast(page, "Success", "Service agreement uploaded successfully");
      await expect(dialog.getByText("signed.pdf", { exact: true })).toBeVisible();

      await dialog.getByRole("tab", { name: "Invoices" }).click();
      await expect(dialog.getByText("No invoices found for this case")).toBeVisible();
      const invoice = await buildInvoice({ caseId: caseFile.id });
      await dialog.getByRole("button", { name: "Refresh" }).click();
      await expect(dialog.getByText("No files")).toBeVisible();
      await choose(dialog, `Status of ${invoice.invoiceId}`, "Funds Processed");
      await expectToast(page, "Success", "Invoice status updated successfully");

      await dialog.getByRole("button", { name: "Upload Documents" }).click();
      const upload = page.getByRole("dialog", { name: "Upload Documents" });
      await dropFiles(upload, [await makePdf("dropped.pdf")]);
      await upload.getByRole("button", { name: "Upload", exact: true }).click();
      await expectToast(page, "Documents uploaded", "1 document(s) uploaded successfully.");
      await expect(upload).toBeHidden();
      await expect(dialog.getByRole("button", { name: "Upload Documents" })).toBeFocused();
      await page.goto(`/case/${caseFile.caseId}?tab=uncategorized`);
      await expect(page.getByRole("row").filter({ hasText: "dropped.pdf" })).toBeVisible();
    });
  },
);

test(
  "two admins edit the same case, and an agreement is deleted",
  { tag: ["@C-CASE-048..050", "@C-DLG-039", "@C-ERR-018"] },
  async ({ login, accounts, apiAs, faults }) => {
    await test.step("two admins who change different fields lose nothing, and of the same field nobody's value unseen", async () => {
      const caseFile = await buildCase({ title: "Two Hands Family", numberOfApplicants: 2 });
      await buildApplicant({ caseId: caseFile.id });
      const [one, two] = [await login("admin"), await login(await accounts.create("admin"))];
      const first = await openInformation(one, caseFile.caseId);
      const second = await openInformation(two, caseFile.caseId);
      const [saveFirst, saveSecond] = [first, second].map((dialog) =>
        dialog.getByRole("button", { name: "Save Changes" }),
      ) as [typeof first, typeof second];

      // Different fields: the second save knows nothing of the first and takes nothing back.
      await first.getByLabel("Case title").fill("Two Hands and One Heart");
      await second.getByLabel("FIU fee (USD)").fill("4321");
      await saveFirst.click();
      await expectToast(one, "Success");
      await saveSecond.click();
      await expectToast(two, "Success");
      const stored = async () =>
        (await (await apiAs("admin")).call(api.cases.get, { params: { caseId: caseFile.caseId } }))
          .case;
      expect(await stored()).toMatchObject({ title: "Two Hands and One Heart", fiuFee: 432_100 });

      // The same field: the one who comes second sees what the other has saved, and decides.
      await openInformation(one, caseFile.caseId);
      await openInformation(two, caseFile.caseId);
      await first.getByLabel("Case title").fill("The first one's title");
      await second.getByLabel("Case title").fill("The second one's title");
      await saveFirst.click();
      await expectToast(one, "Success");
      await expect(two.getByRole("heading", { level: 1, includeHidden: true })).toHaveText(
        "The first one's title",
      );
      await saveSecond.click();
      await expect(second.getByText("Saved meanwhile: The first one's title")).toBeVisible();
      await expect(second.getByLabel("Case title")).toHaveValue("The second one's title");
      expect(await stored()).toMatchObject({ title: "The first one's title" });
      await saveSecond.click();
      await expectToast(two, "Success");
      expect(await stored()).toMatchObject({ title: "The second one's title" });
    });

    await test.step("an agreement is looked at, and deleted only after a question", async () => {
      const caseFile = await buildCase({ title: "Agreed Family" });
      const content = (await makePdf("x.pdf")).buffer;
      await buildAgreement({ caseId: caseFile.id, originalName: "Mandate.pdf", content });
      const page = await login("admin");
      const dialog = await openEditCase(page, caseFile.title);
      await dialog.getByRole("tab", { name: "Service Agreement" }).click();
      await dialog.getByRole("button", { name: "View Mandate.pdf" }).click();
      await expect(page.getByRole("img", { name: "Page 1 of 3" })).toBeVisible();
      await page.keyboard.press("Escape");
      const remove = dialog.getByRole("button", { name: "Delete Mandate.pdf" });
      await remove.click();
      const question = page.getByRole("alertdialog");
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/service-agreements/*", (route) => route.abort());
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "Error", "Failed to delete service agreement");
      await page.unroute("**/api/service-agreements/*");
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "Service agreement deleted");
      await expect(dialog.getByText("No service agreement uploaded")).toBeVisible();
    });
  },
);
