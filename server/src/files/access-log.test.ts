/** What is no document leaves a line as well when it is opened; documents have a test of their own. */
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agreementsApi } from "contract/agreements";
import { commentsApi } from "contract/comments";
import { pathOf } from "contract/endpoint";
import { invoicesApi } from "contract/invoices";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { openActors } from "#testing/actors.ts";
import { buildAgreement } from "#testing/factories/agreements.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildStoredFile } from "#testing/factories/files.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildSample } from "#testing/factories/samples.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { asOwner } from "#testing/test-database.ts";

const NAME = "Ana Silva.pdf";
const ELSEWHERE = "https://example.com/agreement.pdf";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** A case with a file of every kind that is no document, and the address each goes out by. */
async function openPapers() {
  const actors = await openActors(portal);
  const caseId = actors.caseFile.id;
  const attachment = await buildStoredFile({ kind: "comment", caseId });
  await buildComment({
    caseId,
    storedFileId: attachment.id,
    attachmentFileName: attachment.name,
    attachmentOriginalName: NAME,
  });
  const agreement = await buildAgreement({ caseId, originalName: NAME });
  const pointer = await buildAgreement({ caseId, originalName: NAME, fileUrl: ELSEWHERE });
  const invoice = await buildInvoice({ caseId });
  const drawn = await buildInvoice({ caseId });
  const paper = await buildInvoiceFile(invoice, { originalName: NAME });
  const attached = { what: "comment", storedFileId: attachment.id };
  const agreed = { what: "agreement", agreementId: agreement.id };
  const pointed = { what: "agreement", agreementId: pointer.id };
  const delivered = { what: "agreement", storedFileId: agreement.storedFileId };
  const asDrawn = { what: "invoice", invoiceId: drawn.id };
  const billed = { what: "invoice", storedFileId: paper.storedFileId };
  const ofAgreement = (id: number, way: "view" | "download") => pathOf(agreementsApi[way], { id });
  const ofPaper = { invoiceId: invoice.id, fileId: paper.id };
  const ways = [
    { way: "view", url: `/uploads/${attachment.name}`, opened: attached },
    {
      way: "download",
      url: pathOf(commentsApi.downloadAttachment, { fileName: attachment.name }),
      opened: attached,
    },
    { way: "view", url: `/uploads/${agreement.fileName}`, opened: delivered },
    { way: "view", url: ofAgreement(agreement.id, "view"), opened: agreed },
    { way: "download", url: ofAgreement(agreement.id, "download"), opened: agreed },
    { way: "view", url: ofAgreement(pointer.id, "view"), opened: pointed },
    { way: "download", url: ofAgreement(pointer.id, "download"), opened: pointed },
    { way: "view", url: paper.file_url, opened: billed },
    { way: "download", url: pathOf(invoicesApi.downloadFile, ofPaper), opened: billed },
    { way: "download", url: pathOf(invoicesApi.downloadPdf, { id: drawn.id }), opened: asDrawn },
  ];
  return { ...actors, ways };
}

const linesAbout = (caseId: number) =>
  runtime.database
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.kind, "file.opened"),
        sql`${securityEvents.metadata} @> ${JSON.stringify({ caseId })}::jsonb`,
      ),
    )
    .orderBy(securityEvents.id);

describe("the opening of an attachment, an agreement or an invoice's paper", () => {
  it(
    "is a line of the security log: who, what, how, from where",
    { tags: ["asvs-118", "security-5.7"] },
    async () => {
      const { caseFile, client, people, ways } = await openPapers();
      for (const { url } of ways) {
        expect((await client.request({ method: "GET", url })).status, url).toBeLessThan(400);
      }
      const lines = await linesAbout(caseFile.id);
      expect(lines.map(({ metadata }) => metadata)).toEqual(
        ways.map(({ way, opened }) => ({
          way,
          caseId: caseFile.id,
          ...opened,
          session: expect.stringMatching(/^[0-9a-f]{16}$/),
        })),
      );
      for (const line of lines)
        expect(line).toMatchObject({ userId: people.client.id, ipAddress: "127.0.0.1" });
      expect(await verifyChain()).toMatchObject({ broken: null });
    },
  );

  it("is one line however often it is looked at, one for each download, and none when nothing goes out", async () => {
    const { caseFile, client, accountant, strangers, ways } = await openPapers();
    for (const { url } of ways) {
      await client.request({ method: "HEAD", url });
      for (const stranger of strangers) {
        // She reads invoices.
        if (stranger !== accountant) await stranger.request({ method: "GET", url });
      }
    }
    expect(await linesAbout(caseFile.id)).toEqual([]);
    for (const { url } of [...ways, ...ways]) await client.request({ method: "GET", url });
    const lines = await linesAbout(caseFile.id);
    const times = (way: string) => lines.filter(({ metadata }) => metadata.way === way).length;
    const each = (way: string) => ways.filter((one) => one.way === way).length;
    expect([times("view"), times("download")]).toEqual([each("view"), 2 * each("download")]);
  });

  it("that cannot be written down does not happen", async () => {
    const { client, ways } = await openPapers();
    await asOwner("alter table security_events add check (kind <> 'file.opened') not valid");
    for (const { url } of ways) {
      expect((await client.request({ method: "GET", url })).status, url).toBe(500);
    }
    await asOwner("alter table security_events drop constraint security_events_kind_check");
  });

  it("names nobody, so that nothing of an erased case stays behind", async () => {
    const { caseFile, client, ways } = await openPapers();
    for (const { url } of ways) await client.request({ method: "GET", url });
    await runtime.database.delete(cases).where(eq(cases.id, caseFile.id));
    const lines = await linesAbout(caseFile.id);
    expect(lines).toHaveLength(ways.length);
    expect(JSON.stringify(lines)).not.toContain("Ana");
  });

  it("is not written down where nobody's papers are shown: blank forms and faces", async () => {
    const { client } = await openActors(portal);
    const avatar = await buildStoredFile({ kind: "avatar", mimeType: "image/webp" });
    const before = await runtime.database.$count(securityEvents);
    for (const name of [avatar.name, (await buildSample()).fileName]) {
      const answer = await client.request({ method: "GET", url: `/uploads/${name}` });
      expect(answer.status).toBe(200);
    }
    expect(await runtime.database.$count(securityEvents)).toBe(before);
  });
});
