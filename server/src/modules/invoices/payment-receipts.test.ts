import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { invoices, type InvoiceRow } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildAssignment } from "#testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildUser } from "#testing/factories/users.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
let pdf: Buffer;
beforeAll(async () => {
  portal = await openTestApp();
  pdf = await samplePdf();
});
afterAll(() => portal.close());

const rowOf = async ({ id }: { id: number }) => {
  const [row] = await runtime.database.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw new Error("The invoice is gone");
  return row;
};
const receiptsOf = ({ id }: { id: number }) =>
  runtime.database.select().from(paymentReceipts).where(eq(paymentReceipts.invoiceId, id));

describe("sending the proof of a payment", () => {
  const receipt = (invoice: InvoiceRow) => ({
    params: { id: invoice.id },
    files: [{ field: "file", name: "transfer.pdf", bytes: pdf }],
  });

  it(
    "is open to the people of the case and to admins; the status stays",
    { tags: ["C-CASE-051", "C-ROLE-029", "D-157", "S-45"] },
    async () => {
      const { caseFile, people, client, agent, ...actors } = await openActors(portal);
      for (const sender of [client, agent, actors.admin]) {
        const invoice = await buildInvoice({ caseId: caseFile.id });
        const entry = await sender.call(invoicesApi.uploadReceipt, receipt(invoice));
        const row = await rowOf(invoice);
        expect(row).toMatchObject({ status: "Sent", otherFiles: [entry] });
        expect(await receiptsOf(invoice)).toMatchObject([
          {
            caseId: caseFile.id,
            originalName: "transfer.pdf",
            mimeType: "application/pdf",
            fileSize: pdf.length,
            storageDriver: "local",
            downloadUrl: `/api/invoices/download-file/${invoice.id}/${entry.id}`,
          },
        ]);
        const [event] = await eventsOf(caseFile.id);
        expect(event).toMatchObject({
          action: "payment_receipt_generate",
          documentName: "transfer.pdf",
          metadata: { invoiceId: invoice.invoiceId },
        });
      }
      const events = await eventsOf(caseFile.id);
      expect(events.map(({ actorId }) => actorId)).toEqual([
        people.admin.id,
        people.agent.id,
        people.client.id,
      ]);
    },
  );

  it(
    "is refused to the accountant, who reads only, and unknown to strangers",
    { tags: ["CI-ROLE-010"] },
    async () => {
      const { caseFile, accountant, strangers, visitor } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id });
      const refusal = await accountant.refused(403, invoicesApi.uploadReceipt, receipt(invoice));
      expect(refusal.message).toBe("Accountants have read-only access to invoices");
      const before = await runtime.database.$count(storedFiles);
      const unread = await accountant.refused(403, invoicesApi.uploadReceipt, {
        params: { id: invoice.id },
        files: [{ field: "file", name: "no-paper.exe", bytes: pdf }],
      });
      expect(unread.message).toBe("Accountants have read-only access to invoices");
      expect(await runtime.database.$count(storedFiles)).toBe(before);
      for (const stranger of strangers.filter((other) => other !== accountant)) {
        const hidden = await stranger.refused(404, invoicesApi.uploadReceipt, receipt(invoice));
        expect(hidden.message).toBe("Invoice not found");
      }
      await visitor.refused(401, invoicesApi.uploadReceipt, receipt(invoice));
      expect((await rowOf(invoice)).otherFiles).toEqual([]);
    },
  );

  it("is open to an accountant whom somebody has assigned to the case", async () => {
    const { caseFile } = await openActors(portal);
    const person = await buildUser({ role: "accountant" });
    await buildAssignment(caseFile, { userId: person.id });
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const assigned = await portal.as(person);
    await assigned.call(invoicesApi.uploadReceipt, receipt(invoice));
    expect((await rowOf(invoice)).otherFiles).toHaveLength(1);
  });

  it("is refused for an invoice that the client no longer sees", async () => {
    const { caseFile, client } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id, status: "Cancelled" });
    await client.refused(404, invoicesApi.uploadReceipt, receipt(invoice));
  });
});

describe("the payment receipts of a case", () => {
  it(
    "are listed for the people of the case, admins and accountants, newest first",
    { tags: ["C-CASE-046", "I-DATA-138..141", "I-DATA-143..144", "I-DATA-146"] },
    async () => {
      const { caseFile, admin, accountant, client, agent, strangers } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id });
      await buildInvoiceFile(invoice, {
        list: "other",
        originalName: "transfer.pdf",
        uploadedAt: "2026-05-01T09:00:00.000Z",
      });
      const second = await buildInvoiceFile(invoice, {
        list: "other",
        originalName: "swift.png",
        mimeType: "image/png",
        uploadedAt: "2026-05-02T09:00:00.000Z",
      });
      const call = { params: { id: caseFile.id } };
      for (const reader of [admin, accountant, client, agent]) {
        const receipts = await reader.call(invoicesApi.listReceiptsOfCase, call);
        expect(receipts).toEqual([
          expect.objectContaining({
            originalName: "swift.png",
            mimeType: "image/png",
            invoiceId: invoice.id,
            caseId: caseFile.id,
            createdAt: "2026-05-02T09:00:00.000Z",
            downloadUrl: `/api/invoices/download-file/${invoice.id}/${second.id}`,
          }),
          expect.objectContaining({
            originalName: "transfer.pdf",
            mimeType: "application/pdf",
          }),
        ]);
        // No call takes the name in the storage, so nobody is told it (permissions.md 3.3).
        expect(receipts.flatMap((receipt) => Object.keys(receipt))).not.toContain("fileName");
      }
      for (const stranger of strangers.filter((other) => other !== accountant)) {
        const refusal = await stranger.refused(404, invoicesApi.listReceiptsOfCase, call);
        expect(refusal.message).toBe("Case not found");
      }
      const nowhere = { params: { id: 2_000_000_000 } };
      await accountant.refused(404, invoicesApi.listReceiptsOfCase, nowhere);
    },
  );

  it("go with their invoice when a client no longer sees it", { tags: ["D-026"] }, async () => {
    const { caseFile, accountant, client } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id, status: "Funds Processed" });
    await buildInvoiceFile(invoice, { list: "other" });
    const call = { params: { id: caseFile.id } };
    expect(await client.call(invoicesApi.listReceiptsOfCase, call)).toEqual([]);
    expect(await accountant.call(invoicesApi.listReceiptsOfCase, call)).toHaveLength(1);
  });
});
