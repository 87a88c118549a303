/** Sample documents of both programs, and the signed agreements of a case. */
import { buildAgreement } from "server/testing/factories/agreements.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "server/testing/factories/invoices.ts";
import { buildSample } from "server/testing/factories/samples.ts";
import { choose, dropFiles, pickFiles } from "#e2e/support/controls.ts";
import { bytesOf, downloadBy } from "#e2e/support/downloads.ts";
import { makeJpeg, makePdf } from "#e2e/support/sample-files.ts";
import { expect, test } from "#e2e/support/test.ts";
import { expectToast } from "#e2e/support/toast.ts";
import { PHONE } from "#e2e/support/viewports.ts";

test(
  "an admin adds, shows and deletes samples, program by program",
  {
    tag: [
      "@C-DLG-006",
      "@C-DLG-015",
      "@C-ERR-025",
      "@C-ERR-028",
      "@C-ERR-031",
      "@C-ERR-046..047",
      "@C-ROLE-015",
      "@C-ROLE-024",
      "@C-SAMP-001..012",
    ],
  },
  async ({ accounts, login, faults }) => {
    await test.step("an admin adds, looks at and deletes samples, program by program, and a client of the program sees them", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ citizenshipProgram: "nauru", assignedTo: [client] });
      const family = await login(client);
      await family.goto(`/case/${caseFile.caseId}?tab=samples`);
      await expect(family.getByText("No sample documents available")).toBeVisible();

      const page = await login("admin");
      await page.goto("/");
      await page.getByRole("button", { name: "Manage Sample Documents" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Sample Documents" });
      await dialog.getByRole("radio", { name: "Nauru" }).click();
      await expect(dialog.getByText("No documents in this category.")).toHaveCount(3);
      const send = dialog.getByRole("button", { name: "Upload", exact: true });
      await send.click();
      await expectToast(page, "Upload failed", "Please select files to upload");
      const table = { name: "table.xlsx", mimeType: "application/zip", buffer: Buffer.from("PK") };
      await pickFiles(dialog, [table]);
      await expectToast(page, "Upload failed", "table.xlsx is not a supported file type");
      const form = await makePdf("Form N-1.pdf");
      const note = { name: "read me.txt", mimeType: "text/plain", buffer: Buffer.from("Read me.") };
      await dropFiles(dialog, [form, note]);
      await choose(dialog, "Category", "Stage 1");
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/sample-documents", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await send.click();
      await expectToast(page, "Upload failed", "Failed to upload sample documents");
      await page.unroute("**/api/sample-documents");
      await send.click();
      await expectToast(page, "Success", "Sample documents uploaded successfully");
      const stage = dialog.getByRole("region", { name: "Stage 1" });
      await expect(stage.getByRole("listitem")).toHaveCount(2);
      await expect(stage).toContainText("Amina Haddad");

      for (const name of ["Application Forms", "Stage 1", "Stage 2"])
        await expect(family.getByRole("region", { name })).toBeVisible();
      await expect(family.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
      await family.getByRole("button", { name: "View Form N-1.pdf" }).click();
      await expect(family.getByRole("img", { name: "Page 1 of 3" })).toBeVisible();
      await family.keyboard.press("Escape");
      const file = await downloadBy(family, "Download read me.txt");
      expect(note.buffer.equals(await bytesOf(file))).toBe(true);

      const remove = dialog.getByRole("button", { name: "Delete Form N-1.pdf" });
      await remove.click();
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText("Are you sure you want to delete this document?");
      await page.route("**/api/sample-documents/*", (route) => route.abort());
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "Delete failed", "Failed to delete sample document");
      await page.unroute("**/api/sample-documents/*");
      await question.getByRole("button", { name: "Delete" }).click();
      await expectToast(page, "Success", "Sample document deleted successfully");
      await expect(family.getByText("Form N-1.pdf")).toHaveCount(0);
      await expect(family.getByText("read me.txt")).toBeVisible();
    });

    await test.step("a client of the other program sees none of them, and a lost line is told", async () => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      await buildSample({ originalName: "Only for Nauru.pdf", program: "nauru" });
      await buildSample({ originalName: "For Vanuatu.pdf" });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}?tab=samples`);
      await expect(page.getByText("For Vanuatu.pdf")).toBeVisible();
      await expect(page.getByText("Only for Nauru.pdf")).toHaveCount(0);
      faults.allow(/net::ERR_FAILED/);
      await page.route("**/api/sample-documents/*", (route) => route.abort());
      await page.getByRole("button", { name: "Download For Vanuatu.pdf" }).click();
      await expectToast(page, "Download failed", "Failed to download sample document");
    });
  },
);

test(
  "a client uploads the signed agreement as PDF or picture, and sees but cannot delete it",
  {
    tag: [
      "@C-CASE-028..030",
      "@C-CASE-038..040",
      "@C-CASE-047",
      "@C-ERR-010",
      "@C-ERR-026",
      "@C-ERR-045",
      "@C-ROLE-030",
    ],
  },
  async ({ accounts, login, faults }) => {
    const client = await accounts.create("client");
    const caseFile = await buildCase({ assignedTo: [client] });
    const page = await login(client);
    await page.goto(`/case/${caseFile.caseId}?tab=invoices`);
    await expect(page.getByText("No service agreements uploaded yet...")).toBeVisible();
    await expect(page.getByText("No invoices found for this case")).toBeVisible();
    const open = page.getByRole("button", { name: "Upload Agreement" });
    await open.click();
    const dialog = page.getByRole("dialog", { name: "Upload Agreement" });
    await expect(dialog).toContainText("PDF, PNG or JPG, up to 10 MB");
    const word = { name: "contract.docx", mimeType: "application/zip", buffer: Buffer.from("PK") };
    await dropFiles(dialog, [word]);
    await expectToast(page, "Invalid file type", "Please select a PDF, PNG or JPG file");
    const exact = {
      name: "exact.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.alloc(10 * 2 ** 20),
    };
    await dropFiles(dialog, [exact]);
    await expectToast(page, "Upload failed", "File size must be less than 10MB");
    await dropFiles(dialog, [await makeJpeg("signed page.jpg")]);
    const send = dialog.getByRole("button", { name: "Upload", exact: true });
    faults.allow(/net::ERR_FAILED/);
    await page.route("**/service-agreements/upload", (route) => route.abort());
    await send.click();
    await expectToast(page, "Upload failed", "Failed to upload service agreement");
    await page.unroute("**/service-agreements/upload");
    await send.click();
    await expectToast(page, "Success", "Service agreement uploaded successfully");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expect(page.getByText("signed page.jpg")).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete signed page.jpg" })).toHaveCount(0);
    const group = page.getByRole("button", { name: /^Service Agreements/ });
    await group.click();
    await expect(page.getByText("signed page.jpg")).toHaveCount(0);
    await group.click();
    await page.getByRole("button", { name: "View signed page.jpg" }).click();
    await expect(
      page.getByRole("dialog").getByRole("img", { name: "signed page.jpg" }),
    ).toBeVisible();
  },
);

test.describe("in the hand", () => {
  test.use(PHONE);

  test(
    "on a phone a client finds what to pay and sends the receipt",
    { tag: ["@C-CASE-031..036", "@C-CASE-051", "@C-CASE-055..056", "@C-ERR-054", "@C-ROLE-029"] },
    async ({ accounts, login }) => {
      const client = await accounts.create("client");
      const caseFile = await buildCase({ assignedTo: [client] });
      const invoice = await buildInvoice({
        caseId: caseFile.id,
        currency: "AED",
        rate: "0.2723",
        usdFee: 180_000,
        totalFee: 661_036,
      });
      for (const number of [1, 2, 3])
        await buildInvoiceFile(invoice, { originalName: `Statement number ${number}.pdf` });
      await buildInvoice({ caseId: caseFile.id, status: "Completed", invoiceId: "S1-2020-HIDDEN" });
      await buildAgreement({ caseId: caseFile.id });
      const page = await login(client);
      await page.goto(`/case/${caseFile.caseId}?tab=invoices`);
      const card = page.getByRole("article", { name: invoice.invoiceId });
      for (const text of [
        "To be paid",
        "AED 6,610.36",
        "$1,800.00",
        "0.2723",
        "Statement nu...",
        "+1 more",
      ])
        await expect(card).toContainText(text);
      await expect(page.getByText("S1-2020-HIDDEN")).toHaveCount(0);
      await pickFiles(card, [await makeJpeg("receipt.jpg")]);
      await expectToast(page, "Payment receipt uploaded", "The payment receipt has been uploaded.");
      await expect(card.getByRole("button", { name: "View receipt.jpg" })).toBeVisible();
    },
  );
});
