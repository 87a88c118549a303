import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BodyInput } from "contract/endpoint";
import { type InvoiceStage, invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

type NewInvoice = BodyInput<typeof invoicesApi.create>;
let count = 0;
const form = (caseId: number, part: Partial<NewInvoice> = {}): NewInvoice => ({
  caseId,
  caseTitle: "Robin Person - Vanuatu Citizenship",
  stage: "Stage 1",
  invoiceId: `TEST-${(count += 1)}`,
  usdFee: 100_000,
  ...part,
});
const generate = async (stage: InvoiceStage) =>
  (await admin.call(invoicesApi.generateCode, { body: { stage } })).invoiceId;

describe("generating an invoice id", () => {
  it(
    "answers the highest number of the stage and year plus one",
    { tags: ["I-INV-101", "D-023", "S-41"] },
    async () => {
      portal.clock.set("2031-06-01T08:00:00Z");
      expect(await generate("Stage 1")).toBe("S1-2031-0001");
      await buildInvoice({ invoiceId: "S1-2031-0007" });
      await buildInvoice({ invoiceId: "S1-2030-0099" });
      await buildInvoice({ invoiceId: "S2-2031-0050", stage: "Stage 2" });
      await buildInvoice({ invoiceId: "S1-2031-0008-B" });
      expect(await generate("Stage 1")).toBe("S1-2031-0008");
      expect(await generate("Stage 2")).toBe("S2-2031-0051");
      expect(await generate("Add On")).toBe("AO-2031-0001");
      expect(await generate("Post Citizenship")).toBe("PC-2031-0001");
    },
  );

  it("reserves nothing, and goes on after number 9999", async () => {
    portal.clock.set("2032-06-01T08:00:00Z");
    await buildInvoice({ invoiceId: "S1-2032-9999" });
    expect(await generate("Stage 1")).toBe("S1-2032-10000");
    expect(await generate("Stage 1")).toBe("S1-2032-10000");
  });

  it(
    "leaves out codes of more than six digits and ends when fifty in a row are taken",
    { tags: ["D-186"] },
    async () => {
      portal.clock.set("2035-06-01T08:00:00Z");
      await buildInvoice({ invoiceId: "S1-2035-999999999" });
      await buildInvoice({ invoiceId: "s1-2035-0003" });
      expect(await generate("Stage 1")).toBe("S1-2035-0004");
      for (let number = 999_999; number < 1_000_049; number += 1)
        await buildInvoice({ invoiceId: `S1-2035-${number}` });
      expect(await generate("Stage 1")).toBe("S1-2035-1000049");
      await buildInvoice({ invoiceId: "S1-2035-1000049" });
      const refusal = await admin.refused(409, invoicesApi.generateCode, {
        body: { stage: "Stage 1" },
      });
      expect(refusal.message).toBe("No free Invoice ID was found. Please type one.");
    },
  );

  it("takes the year of Dubai, where it begins four hours before that of London", async () => {
    portal.clock.set("2032-12-31T20:30:00Z");
    expect(await generate("Stage 1")).toBe("S1-2033-0001");
  });

  it("needs a stage and an admin", async () => {
    const refusal = await admin.refused(400, invoicesApi.generateCode, { rawBody: {} });
    expect(refusal.message).toBe("Stage is required");
    const { nonAdmins } = await openActors(portal);
    for (const person of nonAdmins) {
      const { message } = await person.refused(403, invoicesApi.generateCode, {
        body: { stage: "Stage 1" },
      });
      expect(message).toBe("Admin access required");
    }
  });
});

describe("creating an invoice", () => {
  it(
    "takes the applicants from the case, computes the total and fills in the defaults",
    { tags: ["I-INV-102", "I-INV-080..086", "I-DATA-112", "S-42"] },
    async () => {
      portal.clock.set("2026-11-20T21:00:00Z");
      const caseFile = await buildCase({ numberOfApplicants: 5 });
      const sent = { ...form(caseFile.id), totalFee: 1, numberOfApplicants: 9, adminFiles: [{}] };
      const created = await admin.call(invoicesApi.create, { rawBody: sent });
      expect(created).toMatchObject({
        caseId: caseFile.id,
        numberOfApplicants: 5,
        currency: "USD",
        rate: "1.0000",
        usdFee: 100_000,
        totalFee: 100_000,
        date: "2026-11-21",
        clientTrn: "N/A",
        address: "By email",
        gender: "Mr",
        status: "Sent",
        notes: null,
        version: 1,
        adminFiles: [],
      });
    },
  );

  it(
    "divides by the rate in dirhams and keeps four decimals of it",
    { tags: ["I-INV-095..096", "D-004", "D-006"] },
    async () => {
      const { id } = await buildCase();
      const dirhams = await admin.call(invoicesApi.create, {
        body: form(id, { currency: "AED", rate: 0.27231 }),
      });
      expect(dirhams).toMatchObject({ currency: "AED", rate: "0.2723", totalFee: 367_242 });
      const dollars = await admin.call(invoicesApi.create, { body: form(id, { rate: 3.67255 }) });
      expect(dollars).toMatchObject({ rate: "3.6726", totalFee: 367_260 });
    },
  );

  it("replaces empty values by the defaults", { tags: ["D-011"] }, async () => {
    const { id } = await buildCase();
    const created = await admin.call(invoicesApi.create, {
      body: form(id, { clientTrn: " ", address: "", gender: "Ms.", notes: "" }),
    });
    expect(created).toMatchObject({
      clientTrn: "N/A",
      address: "By email",
      gender: "Ms",
      notes: null,
    });
  });

  it("writes down that it was created", async () => {
    const caseFile = await buildCase();
    const created = await admin.call(invoicesApi.create, { body: form(caseFile.id) });
    const [event] = await eventsOf(caseFile.id);
    expect(event).toMatchObject({
      action: "invoice_create",
      stage: "Stage 1",
      metadata: { invoiceId: created.invoiceId },
      subject: "invoice",
      subjectId: created.id,
      revision: 1,
    });
  });

  it(
    "refuses an id that another invoice has, whatever its letters' case",
    { tags: ["I-DATA-109"] },
    async () => {
      const { id } = await buildCase();
      await buildInvoice({ invoiceId: "S1-2026-0500" });
      const refusal = await admin.refused(409, invoicesApi.create, {
        body: form(id, { invoiceId: "s1-2026-0500" }),
      });
      expect(refusal.message).toBe("Invoice ID already exists");
    },
  );

  it("refuses a case that does not exist, and money that no number holds", async () => {
    const missing = await admin.refused(404, invoicesApi.create, { body: form(2_000_000_000) });
    expect(missing.message).toBe("Case not found");
    const { id } = await buildCase();
    const tooMuch = await admin.refused(400, invoicesApi.create, {
      body: form(id, { usdFee: Number.MAX_SAFE_INTEGER, rate: 2 }),
    });
    expect(tooMuch.message).toBe("Total fee is too large");
    expect(await eventsOf(id)).toEqual([]);
  });

  it("is for admins only", async () => {
    const { caseFile, nonAdmins } = await openActors(portal);
    for (const person of nonAdmins) {
      const refusal = await person.refused(403, invoicesApi.create, { body: form(caseFile.id) });
      expect(refusal.message).toBe("Admin access required");
    }
  });

  it(
    "gives 40 people who press Generate and Create at once 40 different ids and never fails",
    { tags: ["asvs-22"] },
    async () => {
      portal.clock.set("2034-03-01T08:00:00Z");
      const { id } = await buildCase();
      const attempt = async () => {
        const invoiceId = await generate("Stage 1");
        const { status } = await admin.send(invoicesApi.create, { body: form(id, { invoiceId }) });
        return { invoiceId, status };
      };
      const outcomes = await Promise.all(Array.from({ length: 40 }, attempt));
      expect(outcomes.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      const got = outcomes.filter(({ status }) => status === 201).map(({ invoiceId }) => invoiceId);
      expect(got.length).toBeGreaterThan(0);
      // Whoever came too late presses Generate again.
      while (got.length < 40) {
        const { invoiceId, status } = await attempt();
        expect(status).toBe(201);
        got.push(invoiceId);
      }
      expect(new Set(got).size).toBe(40);
      const rows = await runtime.database.select().from(invoices).where(eq(invoices.caseId, id));
      expect(rows.map((row) => row.invoiceId).toSorted()).toEqual(got.toSorted());
    },
  );
});

describe("deleting an invoice", () => {
  it(
    "takes its receipts and files along and writes it down",
    { tags: ["I-INV-104", "D-033"] },
    async () => {
      const invoice = await buildInvoice();
      const entries = [
        await buildInvoiceFile(invoice),
        await buildInvoiceFile(invoice, { list: "other" }),
        await buildInvoiceFile(invoice, { list: "admin" }),
      ];
      const heard = await listenToNotices();
      const answer = await admin.call(invoicesApi.remove, { params: { id: invoice.id } });
      expect(answer).toEqual({ message: "Invoice deleted" });
      const receipts = await runtime.database
        .select()
        .from(paymentReceipts)
        .where(eq(paymentReceipts.invoiceId, invoice.id));
      expect(receipts).toEqual([]);
      for (const { storedFileId } of entries) {
        const [file] = await runtime.database
          .select()
          .from(storedFiles)
          .where(eq(storedFiles.id, storedFileId ?? 0));
        expect(file?.deletedAt).not.toBeNull();
      }
      const [event] = await eventsOf(invoice.caseId);
      expect(event).toMatchObject({
        action: "delete",
        documentName: invoice.invoiceId,
        stage: "Stage 1",
      });
      await expect.poll(() => JSON.stringify(heard.notices)).toContain("/api/invoices");
      heard.stop();
    },
  );

  it("answers 404 the second time, and 403 to everybody but admins", async () => {
    const { caseFile, nonAdmins } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const call = { params: { id: invoice.invoiceId } };
    for (const person of nonAdmins) await person.refused(403, invoicesApi.remove, call);
    await admin.call(invoicesApi.remove, call);
    const refusal = await admin.refused(404, invoicesApi.remove, call);
    expect(refusal.message).toBe("Invoice not found");
  });
});
