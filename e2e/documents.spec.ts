/** Documents of a case: seen, renamed, sorted, assigned, downloaded, deleted, and what is refused on the way in. */
import { api } from "contract/api";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { openUpload, rowOf } from "#e2e/support/case-screen.ts";
import { choose, dropFiles, pickFiles } from "#e2e/support/controls.ts";
import { bytesOf, downloadBy } from "#e2e/support/downloads.ts";
import { expectNoSidewaysScroll } from "#e2e/support/layout.ts";
import { makeDocx, makeJpeg, makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test(
  "documents are looked at, renamed, sorted and assigned",
  {
    tag: [
      "@C-DOC-001..009",
      "@C-DOC-027..032",
      "@C-DOC-034..036",
      "@C-ERR-020..022",
      "@C-ERR-029",
      "@C-ERR-056..058",
      "@C-ROLE-026..028",
    ],
  },
  async ({ accounts, login, faults }) => {
    await test.step("every case user views, renames, sorts and assigns documents, and none but admins deletes them", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      await buildApplicant({ caseId: caseFile.id, fullName: "Ana Main" });
      const spouse = { fullName: "Ben Spouse", category: "Spouse", position: 1 } as const;
      await buildApplicant({ caseId: caseFile.id, ...spouse });
      await buildDocument({
        caseId: caseFile.id,
        category: "passport",
        originalName: "scan 1.pdf",
      });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      await expect(page.getByRole("columnheader")).toHaveText([
        "NAME",
        "TYPE",
        "ASSIGNED TO",
        "DATE",
        "ACTIONS",
      ]);
      await expect(page.getByRole("button", { name: /^Delete/ })).toHaveCount(0);

      // An empty or unchanged name changes nothing; the extension stays.
      const rename = page.getByRole("button", { name: "Rename scan 1.pdf" });
      const dialog = page.getByRole("dialog", { name: "Rename document" });
      const name = dialog.getByLabel("Document name");
      for (const unusable of ["   ", "scan 1.pdf"]) {
        await rename.click();
        await name.fill(unusable);
        await page.keyboard.press("Enter");
        await expect(dialog).toBeHidden();
        await expect(rename).toBeFocused();
      }
      await rename.click();
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/documents/*/*", (route) => route.abort());
      await name.fill("Passport of Ben");
      await page.keyboard.press("Enter");
      await expectToast(page, "Error", "Failed to rename document");
      await expect(name).toHaveValue("Passport of Ben");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await choose(page, "Type of scan 1.pdf", "Bank Statements");
      await expectToast(page, "Error", "Failed to update document category");
      await expect(page.getByRole("tab", { name: "Stage 1 1", selected: true })).toBeVisible();
      await choose(page, "Applicant of scan 1.pdf", "Ben Spouse");
      await expectToast(page, "Error", "Failed to update document assignment");
      await expect(page.getByRole("combobox", { name: "Applicant of" })).toHaveText("Unassigned");
      await page.unroute("**/api/documents/*/*");
      await rename.click();
      await name.fill("Passport of Ben");
      await page.keyboard.press("Enter");
      await expectToast(page, "Document renamed");

      await choose(page, "Applicant of Passport of Ben.pdf", "Ben Spouse");
      await expectToast(page, "Assignment updated");
      await choose(page, "Applicant of Spouse - Passport of Ben.pdf", "Ana Main");
      await expect(rowOf(page, "Main - Passport of Ben.pdf")).toBeVisible();
      await choose(page, "Applicant of Main - Passport of Ben.pdf", "Unassigned");
      await choose(page, "Type of Passport of Ben.pdf", "Bank Statements");
      await expectToast(page, "Category updated");
      await expect(page.getByText("No documents in this stage")).toBeVisible();
      await expect(page.getByRole("tab", { name: "Stage 2 1" })).toBeVisible();
    });

    await test.step("in a case with one applicant a new type names the person by itself", async () => {
      const caseFile = await buildCase();
      await buildApplicant({ caseId: caseFile.id });
      await buildDocument({ caseId: caseFile.id, originalName: "scan.pdf" });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}?tab=uncategorized`);
      await choose(page, "Type of scan.pdf", "Birth Certificate");
      await expect(rowOf(page, "Main - scan.pdf")).toBeVisible();
    });

    await test.step("documents are looked at one after the other inside the portal", async () => {
      const caseFile = await buildCase();
      const pdf = (await makePdf("x.pdf")).buffer;
      const files = [
        {
          originalName: "letter.docx",
          mimeType: (await makeDocx()).mimeType,
          uploadedAt: "2026-01-03",
        },
        {
          originalName: "face.jpg",
          mimeType: "image/jpeg",
          content: (await makeJpeg("x")).buffer,
          uploadedAt: "2026-01-02",
        },
        { originalName: "statement.pdf", content: pdf, uploadedAt: "2026-01-01" },
      ];
      for (const { uploadedAt, ...file } of files)
        await buildDocument({
          caseId: caseFile.id,
          category: "cv",
          uploadedAt: `${uploadedAt}T08:00:00.000Z`,
          ...file,
        });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}`);
      const view = page.getByRole("button", { name: "View statement.pdf" });
      await view.click();
      const viewer = page.getByRole("dialog");
      await expect(viewer.getByRole("img", { name: "Page 1 of 3" })).toBeVisible();
      await expect(viewer.getByText("1 of 3", { exact: true })).toBeVisible();
      await expect(viewer.getByRole("button", { name: "Previous file" })).toBeDisabled();
      await viewer.getByRole("button", { name: "Zoom in" }).click();
      await page.keyboard.press("ArrowRight");
      const face = viewer.getByRole("img", { name: "face.jpg" });
      await expect(face).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(viewer.getByText("There is no preview for this kind of file.")).toBeVisible();
      await page.keyboard.press("ArrowLeft");
      await expect(face).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(viewer).toBeHidden();
      await expect(view).toBeFocused();

      const file = await downloadBy(page, "Download statement.pdf");
      expect(pdf.equals(await bytesOf(file))).toBe(true);
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/download*", (route) => route.abort());
      await page.getByRole("button", { name: "Download face.jpg" }).click();
      await expectToast(page, "Download failed", "Failed to download document");
      await page.getByRole("button", { name: "Download All" }).click();
      await expectToast(page, "Download failed", "Failed to download stage documents");
    });
  },
);

test(
  "documents are dropped, refused, sent again and deleted",
  {
    tag: [
      "@C-DOC-009..010",
      "@C-DOC-013",
      "@C-DOC-022..026",
      "@C-ERR-006",
      "@C-ERR-017",
      "@C-ERR-024",
      "@C-ERR-030",
      "@C-ERR-051",
      "@C-ERR-053",
      "@C-ROLE-017",
    ],
  },
  async ({ login, faults, accounts, apiAs }) => {
    await test.step("an admin deletes a document after a question, and a stage without documents offers no archive", async () => {
      const caseFile = await buildCase();
      await buildDocument({ caseId: caseFile.id, category: "cv" });
      const page = await login("admin");
      await page.goto(`/case/${caseFile.caseId}`);
      const remove = page.getByRole("button", { name: "Delete scan.pdf" });
      await remove.focus();
      await page.keyboard.press("Enter");
      const question = page.getByRole("alertdialog", { name: 'Delete "scan.pdf"?' });
      await expect(question).toContainText("Are you sure you want to delete this document?");
      await page.keyboard.press("Enter");
      await expect(question).toBeHidden();
      await expect(remove).toBeFocused();

      await remove.click();
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/documents/*", (route) => route.abort());
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "Error", "Failed to delete document");
      await page.unroute("**/api/documents/*");
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "Document deleted");
      await expect(page.getByText("No documents in this stage")).toBeVisible();
      await expect(page.getByRole("button", { name: "Download All" })).toBeDisabled();
    });

    await test.step("files are dropped, refused one by one, taken out again and sent again", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      const dialog = await openUpload(page);
      const send = dialog.getByRole("button", { name: "Upload", exact: true });
      await send.click();
      await expectToast(page, "Upload failed", "No files selected");

      // Exactly ten megabytes pass the limit, one byte more does not.
      const limit = 10 * 2 ** 20;
      const small = await makePdf("small.pdf");
      const full = { ...small, name: "full.pdf", buffer: Buffer.concat([small.buffer], limit) };
      const over = { ...small, name: "over.pdf", buffer: Buffer.alloc(limit + 1) };
      const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
      await dropFiles(dialog, [await makeJpeg("face.jpg"), text]);
      await pickFiles(dialog, [full, over]);
      await expect(dialog.getByText("notes.txt is not a supported file type")).toBeVisible();
      await expect(dialog.getByText("over.pdf is larger than 10MB")).toBeVisible();
      await dialog.getByRole("button", { name: "Remove notes.txt" }).click();
      await dialog.getByRole("button", { name: "Remove over.pdf" }).click();

      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/cases/*/documents", (route) => route.abort());
      await send.click();
      await expectToast(page, "Upload failed", "Failed to upload documents");
      await page.unroute("**/api/cases/*/documents");
      // The server's own sentence stands in the toast when there is one (C-ERR-006).
      const refusal = { message: "This case has no room for more files", code: "record.state" };
      await page.route("**/api/cases/*/documents", (route) =>
        route.fulfill({ status: 409, json: refusal }),
      );
      await send.click();
      await expectToast(page, "Upload failed", refusal.message);
      await page.unroute("**/api/cases/*/documents");
      await send.click();
      await expectToast(page, "Documents uploaded", "2 document(s) uploaded successfully.");
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: "Upload Documents" })).toBeFocused();
      await expect(page.getByRole("tab", { name: "Uncategorized 2" })).toBeVisible();
      const { documents } = await (
        await apiAs(client)
      ).call(api.cases.get, { params: { caseId: caseFile.caseId } });
      expect(documents.map(({ originalName }) => originalName).toSorted()).toEqual([
        "face.jpg",
        "full.pdf",
      ]);
    });
  },
);

test.describe("in the hand", () => {
  test.use(PHONE);

  test(
    "on a phone each document is a line with a sheet for all its controls, and the camera is one tap away",
    { tag: ["@C-DOC-002..008"] },
    async ({ accounts, login }) => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      const originalName = "شهادة الميلاد الرسمية الصادرة عن وزارة الداخلية مع ترجمتها المعتمدة.pdf";
      await buildDocument({ caseId: caseFile.id, category: "police-residence", originalName });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}`);
      const line = page.getByRole("listitem").filter({ hasText: originalName });
      await expect(line).toContainText("Police Certificate (Residence) · Unassigned");
      await expect(line.getByRole("button", { name: `View ${originalName}` }).last()).toBeVisible();
      await expectNoSidewaysScroll(page);
      const more = line.getByRole("button", { name: `Actions for ${originalName}` });
      await more.click();
      const sheet = page.getByRole("dialog", { name: originalName });
      await expect(sheet.getByRole("combobox")).toHaveText([
        "Police Certificate (Residence)",
        "Unassigned",
      ]);
      for (const name of ["Download", "Rename"])
        await expect(sheet.getByRole("button", { name })).toBeVisible();
      await sheet.getByRole("button", { name: "Rename" }).click();
      await page.keyboard.press("Escape");
      await expect(more).toBeFocused();
      await more.click();
      await sheet.getByRole("button", { name: "Rename" }).click();
      await page.getByLabel("Document name").fill("Birth");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("listitem").filter({ hasText: "Birth.pdf" })).toBeVisible();
      const dialog = await openUpload(page);
      await expect(dialog.getByText("Choose files")).toBeVisible();
    },
  );
});
