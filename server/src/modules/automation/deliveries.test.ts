import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agreementsApi } from "contract/agreements";
import { automationApi } from "contract/automation";
import { invoicesApi } from "contract/invoices";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const KEY = "cbk_1_dGhpcyBpcyB0aGUga2V5IG9mIGEgdGVzdA";
let portal: TestApp;
let robot: TestClient;
let pdf: Buffer;
beforeAll(async () => {
  portal = await openTestApp({ settings: { AUTOMATION_KEY: KEY } });
  robot = withKey(KEY);
  pdf = await samplePdf();
});
afterAll(() => portal.close());

function withKey(key: string): TestClient {
  const client = portal.visitor();
  client.headers["authorization"] = `Bearer ${key}`;
  return client;
}
const file = () => ({ field: "file", name: "Invoice.pdf", bytes: pdf, type: "text/plain" });
const rowOf = async ({ id }: { id: number }) => {
  const [row] = await runtime.database.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw new Error("The invoice is gone");
  return row;
};
const address = (name: string) => `https://files.example/${name}`;

describe("the automation service delivers an invoice file", () => {
  it(
    "which is stored under the key of the case, shown at once and written down without an actor",
    { tags: ["I-INV-002", "D-155", "S-50"] },
    async () => {
      const invoice = await buildInvoice();
      const heard = await listenToNotices();
      const entry = await robot.call(automationApi.deliverInvoiceFile, {
        params: { invoiceId: invoice.invoiceId },
        files: [file()],
        fields: { stage: "stage1", original_name: "Invoice S1" },
      });
      const row = await rowOf(invoice);
      expect(row.stage1Files).toMatchObject([{ ...entry, original_name: "Invoice S1.pdf" }]);
      const [stored] = await runtime.database
        .select({ caseId: storedFiles.caseId, keyOf: caseKeys.caseId })
        .from(storedFiles)
        .innerJoin(caseKeys, eq(caseKeys.id, storedFiles.caseKeyId))
        .where(eq(storedFiles.id, row.stage1Files[0]?.storedFileId ?? 0));
      expect(stored).toEqual({ caseId: invoice.caseId, keyOf: invoice.caseId });
      const [event] = await eventsOf(invoice.caseId);
      expect(event).toMatchObject({
        action: "upload",
        actorId: null,
        documentName: "Invoice S1.pdf",
        stage: "Stage 1",
        metadata: { source: "automation" },
      });
      await expect.poll(() => JSON.stringify(heard.notices)).toContain("/api/invoices");
      heard.stop();
      const admin = await portal.as(await buildAdmin());
      const answer = await admin.send(invoicesApi.downloadPdf, { params: { id: invoice.id } });
      expect(answer.bytes.equals(pdf)).toBe(true);
    },
  );

  it(
    "or only says where it is; the same address is kept once in a list",
    { tags: ["S-50"] },
    async () => {
      const invoice = await buildInvoice();
      const send = (body: { stage: string; external_url: string; original_name?: string }) =>
        robot.send(automationApi.deliverInvoiceFile, {
          params: { invoiceId: invoice.id },
          rawBody: body,
        });
      const external_url = address("2026/Rechnung%20M%C3%A4rz.pdf?sig=1");
      const first = await send({ stage: "Stage 1", external_url });
      expect(first.status).toBe(201);
      expect(first.body).toMatchObject({
        original_name: "Rechnung März.pdf",
        file_url: external_url,
        external_url,
      });
      const second = await send({ stage: "stage1Files", external_url, original_name: "again.pdf" });
      expect(second.status).toBe(200);
      expect(second.body).toEqual(first.body);
      expect((await send({ stage: "other", external_url })).status).toBe(201);
      const row = await rowOf(invoice);
      expect([row.stage1Files.length, row.otherFiles.length]).toEqual([1, 1]);
      expect(await eventsOf(invoice.caseId)).toHaveLength(2);
    },
  );

  it("refuses an address with a line break, and opens one with letters of any language", async () => {
    const invoice = await buildInvoice({ stage: "Stage 1" });
    const send = (external_url: string) =>
      robot.send(automationApi.deliverInvoiceFile, {
        params: { invoiceId: invoice.id },
        rawBody: { stage: "Stage 1", external_url },
      });
    for (const hidden of ["\r\n", "\n", "\r", "\t", "\u0000", "\u0085", "\u2028"]) {
      const { status, body } = await send(address(`a${hidden}Set-Cookie: sid=1.pdf`));
      expect({ status, body }).toMatchObject({ status: 400, body: { message: "Invalid URL" } });
    }
    expect((await send(address("Rechnung März 发票.pdf"))).status).toBe(201);
    const admin = await portal.as(await buildAdmin());
    const opened = await admin.send(invoicesApi.downloadPdf, { params: { id: invoice.id } });
    expect(opened.status).toBe(302);
    expect(opened.headers.location).toBe(encodeURI(address("Rechnung März 发票.pdf")));
  });

  it("once, when it sends the same twenty times at once", async () => {
    const invoice = await buildInvoice();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        robot.send(automationApi.deliverInvoiceFile, {
          params: { invoiceId: invoice.id },
          body: { stage: "admin", external_url: address("margin.pdf") },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect((await rowOf(invoice)).adminFiles).toHaveLength(1);
  });

  it(
    "and gets the stored answer for a key that it has used already",
    { tags: ["security-6.2"] },
    async () => {
      const invoice = await buildInvoice();
      const delivery = (bytes: Buffer) =>
        robot.send(automationApi.deliverInvoiceFile, {
          params: { invoiceId: invoice.id },
          files: [{ ...file(), bytes }],
          fields: { stage: "Stage 1" },
          headers: { "idempotency-key": "delivery-1" },
        });
      const first = await delivery(pdf);
      const second = await delivery(pdf);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect((await rowOf(invoice)).stage1Files).toHaveLength(1);
      expect((await delivery(await samplePdf(2000))).status).toBe(422);
      expect(
        await runtime.database.$count(storedFiles, eq(storedFiles.caseId, invoice.caseId)),
      ).toBe(1);
    },
  );

  it.each([
    ["javascript:alert(1)"],
    ["data:application/pdf;base64,JVBERi0="],
    ["http://files.example/a.pdf"],
    ["//files.example/a.pdf"],
    ["https://name:secret@files.example/a.pdf"],
    ["ftp://files.example/a.pdf"],
    [""],
  ])("but never at the address %j", { tags: ["asvs-3"] }, async (external_url) => {
    const invoice = await buildInvoice();
    const refusal = await robot.refused(400, automationApi.deliverInvoiceFile, {
      params: { invoiceId: invoice.id },
      rawBody: { stage: "Stage 1", external_url },
    });
    expect(refusal.message).toBe("Invalid URL");
    expect((await rowOf(invoice)).stage1Files).toEqual([]);
  });

  it("and is told what is missing", async () => {
    const invoice = await buildInvoice();
    const refuse = async (status: number, rawBody: unknown, invoiceId: string | number) =>
      (
        await robot.refused(status, automationApi.deliverInvoiceFile, {
          params: { invoiceId },
          rawBody,
        })
      ).message;
    const external_url = address("a.pdf");
    expect(await refuse(400, { stage: "Stage 1" }, invoice.id)).toBe(
      "A file or an external_url is required",
    );
    expect(await refuse(400, { stage: "Stage 3", external_url }, invoice.id)).toBe("Unknown stage");
    expect(await refuse(404, { stage: "Stage 1", external_url }, "S1-1999-0001")).toBe(
      "Invoice not found",
    );
    const both = await robot.refused(400, automationApi.deliverInvoiceFile, {
      params: { invoiceId: invoice.id },
      files: [file()],
      fields: { stage: "Stage 1", external_url },
    });
    expect(both.message).toBe("Please send either a file or an external_url");
    expect(await runtime.database.$count(storedFiles, eq(storedFiles.caseId, invoice.caseId))).toBe(
      0,
    );
  });
});

describe("the automation service delivers a signed agreement", () => {
  it("for a case by its number or its code", { tags: ["I-DATA-180", "D-155"] }, async () => {
    const caseFile = await buildCase();
    for (const reference of [caseFile.id, caseFile.caseId.toLowerCase()]) {
      await robot.call(automationApi.deliverAgreement, { params: { reference }, files: [file()] });
    }
    const admin = await portal.as(await buildAdmin());
    const listed = await admin.call(agreementsApi.list, { params: { caseId: caseFile.caseId } });
    expect(listed.map(({ originalName }) => originalName)).toEqual(["Invoice.pdf", "Invoice.pdf"]);
    const [event] = await eventsOf(caseFile.id);
    expect(event).toMatchObject({ action: "upload", actorId: null, stage: "service-agreement" });
    expect(event?.metadata).toMatchObject({ source: "automation" });
  });

  it("or only says where it is, and the same address is kept once", async () => {
    const caseFile = await buildCase();
    const send = () =>
      robot.send(automationApi.deliverAgreement, {
        params: { reference: caseFile.caseId },
        body: { external_url: address("agreement.pdf") },
      });
    expect([(await send()).status, (await send()).status]).toEqual([201, 200]);
    expect(await eventsOf(caseFile.id)).toHaveLength(1);
  });

  it("and is told when there is no such case, no file or too many", async () => {
    const caseFile = await buildCase();
    const refuse = async (status: number, reference: string | number, files = [file()]) =>
      (
        await robot.refused(status, automationApi.deliverAgreement, {
          params: { reference },
          ...(files.length > 0 ? { files } : { body: {} }),
        })
      ).message;
    expect(await refuse(404, "VU-1999-0001")).toBe("Case not found");
    expect(await refuse(404, 2_000_000_000)).toBe("Case not found");
    expect(await refuse(404, "9999999999")).toBe("Case not found");
    expect(await refuse(400, caseFile.id, [])).toBe("A file or an external_url is required");
    expect(await refuse(400, caseFile.id, [file(), file()])).toBe("Please send one file");
  });
});

describe("the automation key", () => {
  const delivery = { body: { stage: "Stage 1", external_url: address("a.pdf") } };

  it("is the only way in: no session opens these calls", { tags: ["permissions-95"] }, async () => {
    const { admin, nonAdmins, visitor, caseFile } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const params = { invoiceId: invoice.id };
    for (const person of [admin, ...nonAdmins, visitor, withKey("cbk_1_wrong"), withKey("")]) {
      const call = { ...delivery, params };
      const refusal = await person.refused(401, automationApi.deliverInvoiceFile, call);
      expect(refusal.message).toBe("Invalid automation key");
    }
    expect((await rowOf(invoice)).stage1Files).toEqual([]);
  });

  it("opens nothing else", { tags: ["permissions-3.1"] }, async () => {
    for (const call of [invoicesApi.list, automationApi.listLogs]) {
      expect((await robot.refused(403, call)).message).toBe("Not available to API keys");
    }
  });
});

describe("while the key is being changed", () => {
  it(
    "the new one and the one before open the calls, and then only the new one",
    { tags: ["security-6.2", "asvs-103"] },
    async () => {
      const given = runtime;
      const keys = { automationKey: "cbk_2_new", previousAutomationKey: "cbk_1_old" };
      const statusOf = async (key: string) => {
        const params = { invoiceId: (await buildInvoice()).id };
        const call = {
          body: { stage: "Stage 1" as const, external_url: address("a.pdf") },
          params,
        };
        return (await withKey(key).send(automationApi.deliverInvoiceFile, call)).status;
      };
      setRuntime({ ...given, config: { ...given.config, ...keys } });
      const during = [
        await statusOf("cbk_2_new"),
        await statusOf("cbk_1_old"),
        await statusOf("x"),
      ];
      const after = { ...keys, previousAutomationKey: null };
      setRuntime({ ...given, config: { ...given.config, ...after } });
      const afterwards = [await statusOf("cbk_2_new"), await statusOf("cbk_1_old")];
      setRuntime(given);
      expect({ during, afterwards }).toEqual({ during: [201, 201, 401], afterwards: [201, 401] });
    },
  );
});

describe("without a configured key", () => {
  it("the calls do not exist", { tags: ["D-155"] }, async () => {
    const given = runtime;
    setRuntime({ ...given, config: { ...given.config, automationKey: null } });
    const params = { invoiceId: (await buildInvoice()).id };
    const call = { body: { stage: "Stage 1", external_url: address("a.pdf") }, params };
    const answer = await robot.send(automationApi.deliverInvoiceFile, call);
    setRuntime(given);
    expect(answer.status).toBe(404);
  });
});
