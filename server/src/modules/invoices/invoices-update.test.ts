import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BodyInput } from "contract/endpoint";
import { invoicesApi, invoiceStatuses } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

type Changes = BodyInput<typeof invoicesApi.update>;
const change = (id: number | string, body: Changes, headers: Record<string, string> = {}) =>
  admin.call(invoicesApi.update, { params: { id }, body, headers });

describe("changing an invoice", () => {
  it(
    "changes what is sent, computes the total anew and leaves the rest",
    { tags: ["I-INV-103", "D-005", "D-020"] },
    async () => {
      const invoice = await buildInvoice({ address: "Dubai", clientTrn: "1", usdFee: 100_000 });
      const changed = await change(invoice.id, {
        currency: "AED",
        rate: 0.2723,
        stage: "Add On",
        date: "2026-12-01",
        notes: "Second instalment",
      });
      expect(changed).toMatchObject({
        currency: "AED",
        rate: "0.2723",
        usdFee: 100_000,
        totalFee: 367_242,
        stage: "Add On",
        date: "2026-12-01",
        notes: "Second instalment",
        address: "Dubai",
        clientTrn: "1",
        status: "Sent",
        invoiceId: invoice.invoiceId,
        version: 2,
      });
      expect(await change(invoice.id, { usdFee: 0, notes: "" })).toMatchObject({
        usdFee: 0,
        totalFee: 0,
        notes: null,
        rate: "0.2723",
      });
    },
  );

  it(
    "is found by its number or by its id in any case of letters",
    { tags: ["D-013"] },
    async () => {
      const invoice = await buildInvoice({ invoiceId: "S1-2026-0777" });
      expect((await change("s1-2026-0777", { notes: "a" })).id).toBe(invoice.id);
      expect((await change(String(invoice.id), { notes: "b" })).id).toBe(invoice.id);
      const refusal = await admin.refused(404, invoicesApi.update, {
        params: { id: "S1-2026-0778" },
        body: { notes: "c" },
      });
      expect(refusal.message).toBe("Invoice not found");
    },
  );

  it("writes down old and new values, and nothing when nothing changes", async () => {
    const invoice = await buildInvoice({ usdFee: 100_000, numberOfApplicants: 1 });
    await change(invoice.id, { usdFee: 200_000, rate: 1, currency: "USD" });
    const [event, ...earlier] = await eventsOf(invoice.caseId);
    expect(earlier).toEqual([]);
    expect(event).toMatchObject({
      action: "invoice_update",
      stage: "Stage 1",
      metadata: {
        usdFee: { from: 100_000, to: 200_000 },
        totalFee: { from: 100_000, to: 200_000 },
      },
      revision: 2,
    });
    expect(Object.keys(event?.metadata ?? {})).toHaveLength(2);
    await admin.call(invoicesApi.update, {
      params: { id: invoice.id },
      body: { usdFee: 200_000 },
      leavesNoEvent: true,
    });
    expect(await eventsOf(invoice.caseId)).toHaveLength(1);
  });

  it("takes the number of applicants from the case each time", { tags: ["D-022"] }, async () => {
    const caseFile = await buildCase({ numberOfApplicants: 2 });
    const invoice = await buildInvoice({
      caseId: caseFile.id,
      numberOfApplicants: 2,
      caseTitle: "As agreed",
    });
    await runtime.database
      .update(cases)
      .set({ numberOfApplicants: 6, title: "Renamed" })
      .where(eq(cases.id, caseFile.id));
    const changed = await change(invoice.id, { caseId: caseFile.id, numberOfApplicants: 3 });
    expect(changed).toMatchObject({ numberOfApplicants: 6, caseTitle: "As agreed" });
  });

  it("refuses a taken id, a rate that rounds to nothing and money that no number holds", async () => {
    const invoice = await buildInvoice({ usdFee: Number.MAX_SAFE_INTEGER });
    const other = await buildInvoice();
    const refuse = async (status: number, body: Changes) =>
      (await admin.refused(status, invoicesApi.update, { params: { id: invoice.id }, body }))
        .message;
    expect(await refuse(409, { invoiceId: other.invoiceId })).toBe("Invoice ID already exists");
    expect(await refuse(400, { rate: 0.00004 })).toBe("Rate must be greater than 0");
    expect(await refuse(400, { rate: 1.5 })).toBe("Total fee is too large");
    expect(await refuse(400, { usdFee: -1 })).toBe("USD fee must be 0 or greater");
    expect(await refuse(404, { caseId: 2_000_000_000 })).toBe("Case not found");
    expect(await eventsOf(invoice.caseId)).toEqual([]);
  });

  it("is for admins only, whether the invoice exists or not", async () => {
    const { caseFile, nonAdmins } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    for (const person of nonAdmins) {
      for (const id of [invoice.id, 2_000_000_000]) {
        const call = { params: { id }, body: { notes: "mine" } };
        const refusal = await person.refused(403, invoicesApi.update, call);
        expect(refusal.message).toBe("Admin access required");
      }
    }
  });
});

describe("moving an invoice to another case", () => {
  it(
    "copies the title and the applicants of that case, and tells both cases",
    { tags: ["D-022"] },
    async () => {
      const invoice = await buildInvoice();
      const target = await buildCase({ title: "The right family", numberOfApplicants: 3 });
      const moved = await change(invoice.id, { caseId: target.id });
      expect(moved).toMatchObject({
        caseId: target.id,
        caseTitle: "The right family",
        numberOfApplicants: 3,
        case: { caseId: target.caseId, title: "The right family" },
      });
      for (const caseId of [invoice.caseId, target.id]) {
        const [event] = await eventsOf(caseId);
        expect(event).toMatchObject({
          action: "invoice_update",
          metadata: { caseId: { from: invoice.caseId, to: target.id } },
        });
      }
    },
  );

  it("takes its papers along: they outlive the former case and its key", async () => {
    const invoice = await buildInvoice();
    const content = await samplePdf();
    const paper = await buildInvoiceFile(invoice, { content });
    const receipt = await buildInvoiceFile(invoice, { list: "other", content });
    const target = await buildCase();
    await change(invoice.id, { caseId: target.id });
    await runtime.database.delete(cases).where(eq(cases.id, invoice.caseId));
    for (const { id: fileId } of [paper, receipt]) {
      const params = { invoiceId: invoice.id, fileId };
      const answer = await admin.send(invoicesApi.downloadFile, { params });
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(content)).toBe(true);
    }
    const [row] = await runtime.database
      .select()
      .from(paymentReceipts)
      .where(eq(paymentReceipts.invoiceId, invoice.id));
    expect(row?.caseId).toBe(target.id);
  });
});

describe("two people who change the same invoice", () => {
  const based = (version: number) => ({ "if-match": `"${version}"` });

  it(
    "do not collide over different fields, although both move the total",
    { tags: ["reliability-18"] },
    async () => {
      const invoice = await buildInvoice({ usdFee: 100_000 });
      await change(invoice.id, { usdFee: 200_000 }, based(1));
      const second = await change(invoice.id, { rate: 2 }, based(1));
      expect(second).toMatchObject({ usdFee: 200_000, rate: "2.0000", totalFee: 400_000 });
    },
  );

  it(
    "are told when they change the same field, with the value that stands",
    { tags: ["reliability-18"] },
    async () => {
      const invoice = await buildInvoice({ usdFee: 100_000 });
      await change(invoice.id, { usdFee: 200_000, notes: "first" }, based(1));
      const answer = await admin.send(invoicesApi.update, {
        params: { id: invoice.id },
        body: { usdFee: 300_000, date: "2026-12-24" },
        headers: based(1),
      });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: "edit.conflict", current: { usdFee: 200_000 } });
      const [row] = await runtime.database
        .select()
        .from(invoices)
        .where(eq(invoices.id, invoice.id));
      expect(row).toMatchObject({ usdFee: 200_000, date: "2026-11-21" });
    },
  );

  it("overwrite one another when they do not say what they saw, and both stand in the activity", async () => {
    const invoice = await buildInvoice({ usdFee: 100_000 });
    await change(invoice.id, { usdFee: 200_000 });
    await change(invoice.id, { usdFee: 300_000 });
    const events = await eventsOf(invoice.caseId);
    expect(events.map(({ metadata }) => metadata["usdFee"])).toEqual([
      { from: 200_000, to: 300_000 },
      { from: 100_000, to: 200_000 },
    ]);
  });

  it("are not disturbed by a file that arrives meanwhile", async () => {
    const invoice = await buildInvoice();
    await admin.call(invoicesApi.uploadFile, {
      params: { invoiceId: invoice.id },
      files: [{ field: "file", name: "a.pdf", bytes: await samplePdf() }],
      fields: { stage: "other" },
    });
    expect(await change(invoice.id, { invoiceId: "CHANGED-1" }, based(1))).toMatchObject({
      invoiceId: "CHANGED-1",
      version: 3,
    });
  });
});

describe("the status of an invoice", () => {
  it(
    "moves from any to any by its own call",
    { tags: ["I-INV-069", "C-ROLE-016", "D-021"] },
    async () => {
      const invoice = await buildInvoice({ status: "Cancelled" });
      for (const status of invoiceStatuses) {
        const answer = await admin.call(invoicesApi.updateStatus, {
          params: { invoiceId: invoice.id },
          body: { status },
        });
        expect(answer.status).toBe(status);
        const [event] = await eventsOf(invoice.caseId);
        expect(event).toMatchObject({
          action: "invoice_update",
          metadata: { status: { to: status } },
        });
      }
      expect(await eventsOf(invoice.caseId)).toHaveLength(invoiceStatuses.length);
    },
  );

  it("leaves no trace when it is the same, and is refused when there is no such status", async () => {
    const invoice = await buildInvoice();
    await admin.call(invoicesApi.updateStatus, {
      params: { invoiceId: invoice.id },
      body: { status: "Sent" },
      leavesNoEvent: true,
    });
    expect(await eventsOf(invoice.caseId)).toEqual([]);
    const refusal = await admin.refused(400, invoicesApi.updateStatus, {
      params: { invoiceId: invoice.id },
      rawBody: { status: "paid" },
    });
    expect(refusal.message).toBe("Invalid status");
  });

  it("is moved by admins only", async () => {
    const { caseFile, nonAdmins } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    for (const person of nonAdmins) {
      const refusal = await person.refused(403, invoicesApi.updateStatus, {
        params: { invoiceId: invoice.id },
        body: { status: "Completed" },
      });
      expect(refusal.message).toBe("Admin access required");
    }
  });
});
