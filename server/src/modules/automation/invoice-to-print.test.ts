import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { automationApi } from "contract/automation";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { spend } from "#server/database/token-buckets.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const KEY = "cbk_1_dGhpcyBpcyB0aGUga2V5IG9mIGEgdGVzdA";
let portal: TestApp;
let robot: TestClient;
beforeAll(async () => {
  portal = await openTestApp({
    settings: { AUTOMATION_KEY: KEY, BUREAU_NAME: "Example Bureau Ltd" },
  });
  robot = portal.visitor();
  robot.headers["authorization"] = `Bearer ${KEY}`;
});
afterAll(() => portal.close());

const linesAbout = (invoiceId: number) =>
  runtime.database
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.kind, "file.opened"),
        sql`${securityEvents.metadata} @> ${JSON.stringify({ invoiceId })}::jsonb`,
      ),
    )
    .orderBy(securityEvents.id);

async function buildPrintable() {
  const caseFile = await buildCase({ title: "Sarrouf family", citizenshipProgram: "vanuatu" });
  await buildApplicant({ caseId: caseFile.id, fullName: "Nadim Sarrouf" });
  const invoice = await buildInvoice({
    caseId: caseFile.id,
    caseTitle: "Nadim Sarrouf - Citizenship Application",
    numberOfApplicants: 4,
    currency: "AED",
    rate: "0.2723",
    usdFee: 1_800_000,
    totalFee: 6_610_356,
    clientTrn: "100000000000003",
    address: "Office 1204, Example Tower, Dubai",
    notes: "Not for the client",
  });
  return { caseFile, invoice };
}

describe("what the automation service reads of an invoice", () => {
  it("is everything that stands on its paper, by number or by code", async () => {
    const { caseFile, invoice } = await buildPrintable();
    const answer = await robot.call(automationApi.getInvoice, { params: { id: invoice.id } });
    expect(answer).toEqual({
      id: invoice.id,
      invoiceId: invoice.invoiceId,
      status: "Sent",
      stage: "Stage 1",
      date: "2026-11-21",
      currency: "AED",
      rate: "0.2723",
      usdFee: 1_800_000,
      totalFee: 6_610_356,
      lines: [
        {
          description: "Stage 1: citizenship by investment, Vanuatu",
          numberOfApplicants: 4,
          usdFee: 1_800_000,
          amount: 6_610_356,
        },
      ],
      billedTo: {
        name: "Mr. Nadim Sarrouf",
        address: "Office 1204, Example Tower, Dubai",
        trn: "100000000000003",
      },
      case: {
        id: caseFile.id,
        caseId: caseFile.caseId,
        title: "Nadim Sarrouf - Citizenship Application",
        program: "vanuatu",
      },
      bureau: { name: "Example Bureau Ltd" },
    });
    const code = invoice.invoiceId.toLowerCase();
    expect(await robot.call(automationApi.getInvoice, { params: { id: code } })).toEqual(answer);
  });

  it(
    "leaves a line in the audit chain each time: which key, which invoice, from where",
    { tags: ["security-5.7"] },
    async () => {
      const { caseFile, invoice } = await buildPrintable();
      const params = { id: invoice.id };
      await robot.request({ method: "HEAD", url: `/api/automation/invoices/${invoice.id}` });
      expect(await linesAbout(invoice.id)).toEqual([]);
      await robot.call(automationApi.getInvoice, { params });
      await robot.call(automationApi.getInvoice, { params });
      const lines = await linesAbout(invoice.id);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatchObject({
        userId: null,
        ipAddress: "127.0.0.1",
        metadata: {
          way: "view",
          what: "invoice",
          caseId: caseFile.id,
          invoiceId: invoice.id,
          automationKey: expect.stringMatching(/^[\da-f]{16}$/) as string,
        },
      });
      expect(JSON.stringify(lines)).not.toMatch(/Sarrouf|cbk_/);
      expect(await verifyChain()).toMatchObject({ broken: null });
    },
  );

  it("is for the key alone, and unknown invoices are not found", async () => {
    const { admin, nonAdmins, visitor, caseFile } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const call = { params: { id: invoice.id } };
    for (const person of [admin, ...nonAdmins, visitor])
      await person.refused(401, automationApi.getInvoice, call);
    expect(await linesAbout(invoice.id)).toEqual([]);
    const unknown = { params: { id: "S1-1999-0001" } };
    expect((await robot.refused(404, automationApi.getInvoice, unknown)).message).toBe(
      "Invoice not found",
    );
  });

  it("ends at 300 invoices in ten minutes, whoever has the key", async () => {
    const given = runtime;
    setRuntime({ ...given, config: { ...given.config, rateLimits: true } });
    const call = { params: { id: (await buildInvoice()).id } };
    const keyId = fingerprintOf(KEY).slice(0, 16);
    await spend(`downloads:key:${keyId}`, { most: 300, seconds: 600 }, 299);
    const last = await robot.send(automationApi.getInvoice, call);
    const oneMore = await robot.send(automationApi.getInvoice, call);
    setRuntime(given);
    expect([last.status, oneMore.status]).toEqual([200, 429]);
  });
});
