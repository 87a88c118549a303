import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InvoiceStatus, invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { openActors } from "#testing/actors.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { mailsTo as mailsWrittenTo } from "#testing/mails.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

async function mailsTo(email: string) {
  await runDueJobs("invoices.tell");
  return mailsWrittenTo(email);
}

describe("news about invoices", () => {
  it("reaches the people of the case by mail, ten within minutes as one, and nobody else", async () => {
    const { caseFile, people, admin } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id, status: "Cancelled" });
    const setStatus = (status: InvoiceStatus) =>
      admin.call(invoicesApi.update, { params: { id: invoice.id }, body: { status } });
    for (let turn = 0; turn < 5; turn += 1) {
      await setStatus("Sent");
      await setStatus("Paid by client");
    }
    for (const person of [people.client, people.agent]) {
      const mails = await mailsTo(person.email);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({
        template: "invoice",
        subject: `Invoice in case ${caseFile.caseId}`,
      });
      expect(mails[0]?.text).toContain(`/case/${caseFile.caseId}`);
      expect(mails[0]?.text).not.toContain(caseFile.title);
      expect(mails[0]?.text).not.toContain(invoice.invoiceId);
    }
    expect(await mailsTo(people.admin.email)).toEqual([]);
    const { rows } = await runtime.database.execute("select 1 from mail_outbox");
    expect(rows).toHaveLength(2);
  });

  it("goes out when an invoice is created to be paid, and not for what clients do not see [D-025]", async () => {
    const { caseFile, people, admin } = await openActors(portal);
    const create = (status: InvoiceStatus, invoiceId: string) =>
      admin.call(invoicesApi.create, {
        body: {
          caseId: caseFile.id,
          caseTitle: caseFile.title,
          stage: "Stage 1",
          invoiceId,
          usdFee: 100_000,
          status,
        },
      });
    const { id } = await create("Cancelled", "NOTICE-1");
    await admin.call(invoicesApi.update, { params: { id }, body: { notes: "Ours" } });
    await admin.call(invoicesApi.update, { params: { id }, body: { status: "Funds Processed" } });
    expect(await mailsTo(people.client.email)).toEqual([]);
    await create("Sent", "NOTICE-2");
    expect(await mailsTo(people.client.email)).toHaveLength(1);
  });

  it("goes to the people of the case into which an invoice moves", async () => {
    const { caseFile, people, admin } = await openActors(portal);
    const other = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const body = { caseId: other.caseFile.id };
    await admin.call(invoicesApi.update, { params: { id: invoice.id }, body });
    expect(await mailsTo(other.people.client.email)).toHaveLength(1);
    expect(await mailsTo(people.client.email)).toEqual([]);
  });

  it("tells the admins that a payment was proven, and not the one who sent the proof", async () => {
    const { caseFile, people, client } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const files = [{ field: "file", name: "transfer.pdf", bytes: await samplePdf() }];
    await client.call(invoicesApi.uploadReceipt, { params: { id: invoice.id }, files });
    expect(await mailsTo(people.admin.email)).toMatchObject([{ template: "invoice" }]);
    for (const person of [people.client, people.agent]) {
      expect(await mailsTo(person.email)).toEqual([]);
    }
  });
});
