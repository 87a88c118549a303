import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoicesApi } from "contract/invoices";
import { type Actors, openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
let pdf: Buffer;
beforeAll(async () => {
  portal = await openTestApp();
  pdf = await samplePdf();
});
afterAll(() => portal.close());

const readersOf = ({ admin, accountant, client, agent }: Actors) => [
  admin,
  accountant,
  client,
  agent,
];
const strangersOf = ({ strangers, accountant }: Actors) =>
  strangers.filter((person) => person !== accountant);

describe("a file of an invoice", () => {
  it(
    "goes out with its name to admins, accountants and the people of the case, and is written down",
    { tags: ["CI-CASE-052", "CI-ROLE-010", "D-014"] },
    async () => {
      const actors = await openActors(portal);
      const invoice = await buildInvoice({ caseId: actors.caseFile.id });
      const entry = await buildInvoiceFile(invoice, { content: pdf, originalName: "فاتورة.pdf" });
      const params = { invoiceId: invoice.id, fileId: entry.id };
      for (const reader of readersOf(actors)) {
        const answer = await reader.send(invoicesApi.downloadFile, { params });
        expect(answer.status).toBe(200);
        expect(answer.bytes.equals(pdf)).toBe(true);
        expect(answer.headers["content-type"]).toBe("application/pdf");
        expect(answer.headers["content-disposition"]).toContain("attachment; filename=");
        expect(answer.headers["content-disposition"]).toContain(encodeURIComponent("فاتورة.pdf"));
      }
      const events = await eventsOf(actors.caseFile.id);
      expect(events).toHaveLength(4);
      expect(events[0]).toMatchObject({
        action: "download",
        documentName: "فاتورة.pdf",
        stage: "Stage 1",
      });
      for (const stranger of strangersOf(actors)) {
        const refusal = await stranger.refused(404, invoicesApi.downloadFile, { params });
        expect(refusal.message).toBe("Invoice not found");
      }
      await actors.visitor.refused(401, invoicesApi.downloadFile, { params });
    },
  );

  it(
    "is hidden from clients, though not from agents, once there is nothing left to pay",
    { tags: ["D-025"] },
    async () => {
      const { client, agent, caseFile } = await openActors(portal);
      for (const status of ["Completed", "Cancelled", "Funds Processed"] as const) {
        const invoice = await buildInvoice({ caseId: caseFile.id, status });
        const entry = await buildInvoiceFile(invoice, { content: pdf });
        const params = { invoiceId: invoice.id, fileId: entry.id };
        const refusal = await client.refused(404, invoicesApi.downloadFile, { params });
        expect(refusal.message).toBe("Invoice not found");
        expect((await agent.send(invoicesApi.downloadFile, { params })).status).toBe(200);
      }
    },
  );

  it(
    "is found by its id, its stored name, or the name people read",
    { tags: ["I-ACCT-023", "D-014", "D-015"] },
    async () => {
      const { accountant, caseFile } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id, invoiceId: "S1-2026-0815" });
      const entry = await buildInvoiceFile(invoice, {
        content: pdf,
        originalName: "Invoice 50% & more.pdf",
      });
      const stored = entry.file_url.replace("/uploads/", "");
      for (const fileId of [entry.id, stored]) {
        const params = { invoiceId: "s1-2026-0815", fileId };
        expect((await accountant.send(invoicesApi.downloadFile, { params })).status).toBe(200);
      }
      for (const fileName of [entry.id, stored, entry.original_name]) {
        const params = { invoiceId: invoice.invoiceId, fileName };
        const answer = await accountant.send(invoicesApi.downloadFileByName, { params });
        expect(answer.bytes.equals(pdf)).toBe(true);
      }
      const params = { invoiceId: invoice.invoiceId, fileName: "Invoice.pdf" };
      const refusal = await accountant.refused(404, invoicesApi.downloadFileByName, { params });
      expect(refusal.message).toBe("File not found");
    },
  );

  it("is the newer of two that have the same name", async () => {
    const { client, caseFile } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const image = await sampleImage("png");
    const uploadedAt = "2026-04-01T00:00:00.000Z";
    await buildInvoiceFile(invoice, { list: "other", content: pdf, originalName: "same" });
    await buildInvoiceFile(invoice, { content: image, originalName: "same", uploadedAt });
    const params = { invoiceId: invoice.invoiceId, fileName: "same" };
    const answer = await client.send(invoicesApi.downloadFileByName, { params });
    expect(answer.bytes.equals(pdf)).toBe(true);
  });

  it(
    "is hidden when it is the bureau's own, or its invoice is",
    { tags: ["S-46", "permissions-48"] },
    async () => {
      const actors = await openActors(portal);
      const { admin, accountant, client, agent, caseFile } = actors;
      const invoice = await buildInvoice({ caseId: caseFile.id });
      const secret = await buildInvoiceFile(invoice, { list: "admin", content: pdf });
      const params = { invoiceId: invoice.id, fileId: secret.id };
      const byName = { invoiceId: invoice.invoiceId, fileName: secret.original_name };
      const name = secret.file_url.replace("/uploads/", "");
      for (const reader of [accountant, client, agent]) {
        await reader.refused(404, invoicesApi.downloadFile, { params });
        await reader.refused(404, invoicesApi.downloadFileByName, { params: byName });
        await reader.refused(404, invoicesApi.viewUpload, { params: { name } });
      }
      expect((await admin.send(invoicesApi.downloadFile, { params })).status).toBe(200);
      expect((await admin.send(invoicesApi.viewUpload, { params: { name } })).status).toBe(200);

      const done = await buildInvoice({ caseId: caseFile.id, status: "Completed" });
      const paper = await buildInvoiceFile(done, { content: pdf });
      const hidden = { params: { invoiceId: done.id, fileId: paper.id } };
      await client.refused(404, invoicesApi.downloadFile, hidden);
      expect((await accountant.send(invoicesApi.downloadFile, hidden)).status).toBe(200);
    },
  );

  it(
    "that lives elsewhere sends the browser there, and only the browser",
    { tags: ["D-014", "D-156"] },
    async () => {
      const { accountant, caseFile } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id });
      const externalUrl = "https://files.example/a%20b/invoice.pdf?signature=1";
      const entry = await buildInvoiceFile(invoice, { externalUrl, originalName: "delivered.pdf" });
      const answers = [
        await accountant.send(invoicesApi.downloadFile, {
          params: { invoiceId: invoice.id, fileId: entry.id },
        }),
        await accountant.send(invoicesApi.downloadFileByName, {
          params: { invoiceId: invoice.invoiceId, fileName: "delivered.pdf" },
        }),
        await accountant.send(invoicesApi.downloadPdf, { params: { id: invoice.id } }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(302);
        expect(answer.headers.location).toBe(externalUrl);
      }
      expect(await eventsOf(caseFile.id)).toHaveLength(3);
    },
  );

  it("leaves no line when only its headers are asked for", async () => {
    const { client, caseFile } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const entry = await buildInvoiceFile(invoice, { content: pdf });
    const url = `/api/invoices/download-file/${invoice.id}/${entry.id}`;
    const answer = await client.request({ method: "HEAD", url });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-length"]).toBe(String(pdf.length));
    expect(await eventsOf(caseFile.id)).toEqual([]);
  });

  it("is looked at under its stored name", { tags: ["I-INV-027", "I-INV-108"] }, async () => {
    const actors = await openActors(portal);
    const invoice = await buildInvoice({ caseId: actors.caseFile.id });
    const entry = await buildInvoiceFile(invoice, { content: pdf, originalName: "March.pdf" });
    const name = entry.file_url.replace("/uploads/", "");
    for (const reader of readersOf(actors)) {
      const answer = await reader.send(invoicesApi.viewUpload, { params: { name } });
      expect(answer.bytes.equals(pdf)).toBe(true);
      expect(answer.headers["content-disposition"]).toMatch(/^inline; filename="March\.pdf"/);
    }
    expect(await eventsOf(actors.caseFile.id)).toEqual([]);
    for (const stranger of strangersOf(actors)) {
      await stranger.refused(404, invoicesApi.viewUpload, { params: { name } });
    }
  });
});

describe("the invoice as a PDF", () => {
  it(
    "is the newest one that was delivered into the list of its stage",
    { tags: ["C-CASE-053", "D-016"] },
    async () => {
      const { client, caseFile } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id, stage: "Add On" });
      const uploadedAt = "2026-02-01T00:00:00.000Z";
      await buildInvoiceFile(invoice, { uploadedAt });
      await buildInvoiceFile(invoice, { content: pdf, originalName: "final.pdf" });
      await buildInvoiceFile(invoice, { originalName: "later.png", mimeType: "image/png" });
      const params = { id: invoice.id };
      const answer = await client.send(invoicesApi.downloadPdf, { params });
      expect(answer.bytes.equals(pdf)).toBe(true);
      const [event] = await eventsOf(caseFile.id);
      expect(event).toMatchObject({
        action: "download",
        documentName: "final.pdf",
        stage: "Add On",
      });
    },
  );

  it(
    "is drawn from its fields while none has been delivered",
    { tags: ["C-CASE-053", "D-016"] },
    async () => {
      const actors = await openActors(portal, { title: "Al Rashid - Citizenship" });
      const invoice = await buildInvoice({
        caseId: actors.caseFile.id,
        invoiceId: "PC-2026-0003",
        stage: "Post Citizenship",
        currency: "AED",
        rate: "0.2723",
      });
      await buildApplicant({ caseId: actors.caseFile.id, fullName: "محمد بن عبد الله الراشد" });
      for (const reader of readersOf(actors)) {
        const answer = await reader.send(invoicesApi.downloadPdf, { params: { id: invoice.id } });
        expect(answer.status).toBe(200);
        expect(answer.headers["content-type"]).toBe("application/pdf");
        expect(answer.headers["content-disposition"]).toContain('filename="PC-2026-0003.pdf"');
        const drawn = await PDFDocument.load(answer.bytes);
        expect(drawn.getPageCount()).toBe(1);
        expect(drawn.getTitle()).toBe("Invoice PC-2026-0003");
      }
      const [event] = await eventsOf(actors.caseFile.id);
      expect(event).toMatchObject({ action: "download", documentName: "PC-2026-0003.pdf" });
      for (const stranger of strangersOf(actors)) {
        await stranger.refused(404, invoicesApi.downloadPdf, { params: { id: invoice.id } });
      }
    },
  );

  it("is hidden with its invoice", async () => {
    const { client, accountant, caseFile } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id, status: "Funds Processed" });
    const call = { params: { id: invoice.id } };
    expect((await client.refused(404, invoicesApi.downloadPdf, call)).message).toBe(
      "Invoice not found",
    );
    expect((await accountant.send(invoicesApi.downloadPdf, call)).status).toBe(200);
  });
});
