import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoicesApi, invoiceStatuses } from "contract/invoices";
import { openActors } from "#testing/actors.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const idsFor = async (reader: TestClient) =>
  (await reader.call(invoicesApi.list)).map((invoice) => invoice.id);

describe("the list of invoices", () => {
  it(
    "holds all for admins and accountants, those of assigned cases for agents, and is not for clients",
    { tags: ["I-INV-099", "CI-ROLE-010", "D-113"] },
    async () => {
      const { caseFile, admin, accountant, agent, client, strangers } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id, status: "Completed" });
      const foreign = await buildInvoice();
      expect(await idsFor(admin)).toEqual(expect.arrayContaining([invoice.id, foreign.id]));
      expect(await idsFor(accountant)).toEqual(expect.arrayContaining([invoice.id, foreign.id]));
      expect(await idsFor(agent)).toEqual([invoice.id]);
      const strangeAgent = strangers[1] as TestClient;
      expect(await idsFor(strangeAgent)).toEqual([]);
      const refusal = await client.refused(403, invoicesApi.list);
      expect(refusal.message).toBe("You don't have permission to access this page.");
      await portal.visitor().refused(401, invoicesApi.list);
    },
  );

  it(
    "carries the invoice, its case and its files",
    { tags: ["I-INV-097..098", "C-CASE-041..042", "S-47"] },
    async () => {
      const { caseFile, admin } = await openActors(portal, {
        numberOfApplicants: 4,
        citizenshipFee: 13_000_000,
        citizenshipProgram: "nauru",
      });
      const invoice = await buildInvoice({
        caseId: caseFile.id,
        invoiceId: "AO-2026-0042",
        stage: "Add On",
        currency: "AED",
        rate: "0.2723",
        usdFee: 100_000,
        totalFee: 367_242,
        numberOfApplicants: 4,
        clientTrn: "100000000000003",
        address: "Office 1204, Dubai",
        gender: "Ms",
        notes: "By wire",
      });
      const pdf = await buildInvoiceFile(invoice);
      const [listed] = (await admin.call(invoicesApi.list)).filter(({ id }) => id === invoice.id);
      expect(listed).toEqual({
        id: invoice.id,
        invoiceId: "AO-2026-0042",
        caseId: caseFile.id,
        case: {
          title: caseFile.title,
          numberOfApplicants: 4,
          citizenshipFee: 13_000_000,
          caseId: caseFile.caseId,
          program: "nauru",
        },
        caseTitle: invoice.caseTitle,
        numberOfApplicants: 4,
        stage: "Add On",
        currency: "AED",
        rate: "0.2723",
        usdFee: 100_000,
        totalFee: 367_242,
        date: "2026-11-21",
        createdAt: invoice.createdAt,
        updatedAt: expect.any(String) as string,
        clientTrn: "100000000000003",
        address: "Office 1204, Dubai",
        gender: "Ms",
        status: "Sent",
        notes: "By wire",
        version: 2,
        invoicePdf: [withoutKey(pdf)],
        stage1Files: [],
        stage2Files: [],
        postCitizenshipFiles: [],
        addOnFiles: [withoutKey(pdf)],
        otherFiles: [],
        adminFiles: [],
      });
    },
  );

  it("shows the newest invoice first", async () => {
    const { agent, caseFile } = await openActors(portal);
    const made = [
      await buildInvoice({ caseId: caseFile.id, createdAt: "2026-01-02T10:00:00.000Z" }),
      await buildInvoice({ caseId: caseFile.id, createdAt: "2026-01-03T10:00:00.000Z" }),
      await buildInvoice({ caseId: caseFile.id, createdAt: "2026-01-03T10:00:00.000Z" }),
    ].map(({ id }) => id);
    expect(await idsFor(agent)).toEqual([made[2], made[1], made[0]]);
  });

  it(
    "keeps the bureau's own papers from everybody but admins",
    { tags: ["I-ROLE-032", "CI-CASE-057", "C-ROLE-018", "S-46"] },
    async () => {
      const { caseFile, admin, accountant, agent, client } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id });
      const secret = await buildInvoiceFile(invoice, { list: "admin", originalName: "margin.pdf" });
      const ofCase = { params: { caseId: caseFile.caseId } };
      const seen = async (reader: TestClient) => [
        ...(await reader.call(invoicesApi.listOfCase, ofCase)),
        ...(reader === client ? [] : await reader.call(invoicesApi.list)),
      ];
      for (const reader of [accountant, agent, client]) {
        const found = (await seen(reader)).filter(({ id }) => id === invoice.id);
        expect(found.map((shown) => shown.adminFiles)).toEqual(found.map(() => []));
        expect(JSON.stringify(found)).not.toContain(secret.id);
      }
      const [shown] = await admin.call(invoicesApi.listOfCase, ofCase);
      expect(shown?.adminFiles).toEqual([withoutKey(secret)]);
    },
  );

  it(
    "counts as the invoice itself the PDFs in the list of its stage, newest first",
    { tags: ["D-016"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const invoice = await buildInvoice({ caseId: caseFile.id, stage: "Stage 2" });
      const older = await buildInvoiceFile(invoice, { uploadedAt: "2026-03-01T09:00:00.000Z" });
      await buildInvoiceFile(invoice, { originalName: "scan.png", mimeType: "image/png" });
      await buildInvoiceFile(invoice, { list: "Stage 1" });
      const newer = await buildInvoiceFile(invoice, {
        originalName: "final",
        externalUrl: "https://files.example/invoices/final.pdf?token=1",
        uploadedAt: "2026-03-02T09:00:00.000Z",
      });
      const [shown] = await client.call(invoicesApi.listOfCase, {
        params: { caseId: caseFile.caseId },
      });
      expect(shown?.invoicePdf).toEqual([withoutKey(newer), withoutKey(older)]);
    },
  );
});

describe("the invoices of a case", () => {
  it(
    "are all for admins and accountants; to clients and agents only what is to be paid or paid",
    { tags: ["C-CASE-044", "D-025"] },
    async () => {
      const { caseFile, admin, accountant, client, agent } = await openActors(portal);
      for (const status of invoiceStatuses) await buildInvoice({ caseId: caseFile.id, status });
      await buildInvoice();
      const statusesFor = async (reader: TestClient) => {
        const found = await reader.call(invoicesApi.listOfCase, {
          params: { caseId: caseFile.caseId },
        });
        return found.map(({ status }) => status).toSorted();
      };
      const all = [...invoiceStatuses].toSorted();
      expect(await statusesFor(admin)).toEqual(all);
      expect(await statusesFor(accountant)).toEqual(all);
      expect(await statusesFor(client)).toEqual(["Paid by client", "Sent"]);
      expect(await statusesFor(agent)).toEqual(["Paid by client", "Sent"]);
    },
  );

  it("are found whatever the case of the letters, and nowhere for strangers", async () => {
    const { caseFile, client, strangers, accountant, admin } = await openActors(portal);
    await buildInvoice({ caseId: caseFile.id });
    const lower = { params: { caseId: caseFile.caseId.toLowerCase() } };
    expect(await client.call(invoicesApi.listOfCase, lower)).toHaveLength(1);
    for (const stranger of strangers.filter((other) => other !== accountant)) {
      const refusal = await stranger.refused(404, invoicesApi.listOfCase, lower);
      expect(refusal.message).toBe("Case not found");
    }
    for (const reader of [admin, accountant]) {
      const refusal = await reader.refused(404, invoicesApi.listOfCase, {
        params: { caseId: "VU-1999-0001" },
      });
      expect(refusal.message).toBe("Case not found");
    }
  });
});

/** The number of the stored file never leaves. */
function withoutKey<Entry extends { storedFileId: number | null }>(entry: Entry) {
  const { storedFileId: _key, ...shown } = entry;
  return shown;
}
