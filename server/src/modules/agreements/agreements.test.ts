import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { agreementsApi } from "contract/agreements";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { cases } from "#server/database/tables/cases.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { removeReleasedFiles } from "#server/files/sweep.ts";
import { openActors } from "#testing/actors.ts";
import { buildAgreement } from "#testing/factories/agreements.ts";
import { listenToNotices } from "#testing/notices.ts";
import { sampleDocx, sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestFile } from "#testing/test-client.ts";

const TEN_MEGABYTES = 10_485_760;
const { download, list, remove, upload, uploadPdf, view } = agreementsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const part = (name: string, bytes: Uint8Array, field = "files"): TestFile => ({
  field,
  name,
  bytes,
});
const eventsOf = (caseId: number) =>
  runtime.database
    .select()
    .from(caseEvents)
    .where(eq(caseEvents.caseId, caseId))
    .orderBy(caseEvents.seq);
const agreementsOf = (caseId: number) =>
  runtime.database.select().from(serviceAgreements).where(eq(serviceAgreements.caseId, caseId));

describe("the dashboard's upload of an agreement", () => {
  it(
    "takes PDF files and writes down who brought them",
    { tags: ["C-DLG-064", "S-34", "C-ROLE-030"] },
    async () => {
      const { caseFile, client, people } = await openActors(portal);
      const bytes = await samplePdf();
      const answer = await client.call(uploadPdf, {
        params: { id: caseFile.id },
        files: [part("اتفاقية.pdf", bytes), part("annex.pdf", await samplePdf())],
        fields: { category: "service-agreement" },
      });
      expect(answer.map((agreement) => agreement.originalName)).toEqual([
        "اتفاقية.pdf",
        "annex.pdf",
      ]);
      expect(answer[0]).toEqual({
        id: expect.any(Number),
        originalName: "اتفاقية.pdf",
        fileSize: bytes.length,
        mimeType: "application/pdf",
        uploadedAt: expect.stringMatching(/Z$/),
        external_url: null,
      });
      const [row] = await agreementsOf(caseFile.id);
      expect(row).toMatchObject({ uploadedBy: people.client.id, source: "user" });
      expect(row?.fileUrl).toBe(`/uploads/${row?.fileName}`);
      expect(await eventsOf(caseFile.id)).toMatchObject([
        { action: "upload", documentName: "اتفاقية.pdf", stage: "service-agreement" },
        { action: "upload", documentName: "annex.pdf", stage: "service-agreement" },
      ]);
    },
  );

  it("refuses everything else than a PDF, whatever it is called", { tags: ["D-067"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const params = { id: caseFile.id };
    for (const file of [
      part("agreement.png", await sampleImage("png")),
      part("agreement.docx", await sampleDocx()),
      part("agreement.pdf", Buffer.from("<html><script>alert(1)</script>")),
    ]) {
      const refusal = await client.refused(400, uploadPdf, { params, files: [file] });
      expect(refusal.message).toBe("Please select a PDF file");
    }
    expect(await agreementsOf(caseFile.id)).toEqual([]);
  });

  it("refuses another category and a request without a file", { tags: ["C-DLG-064"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const params = { id: caseFile.id };
    const files = [part("a.pdf", await samplePdf())];
    const fields = { category: "passport" };
    await client.refused(400, uploadPdf, { params, files, fields });
    const refusal = await client.refused(400, uploadPdf, { params, fields: {} });
    expect(refusal.message).toBe("No files selected");
    expect(await agreementsOf(caseFile.id)).toEqual([]);
  });
});

describe("the case screen's upload of an agreement", () => {
  it.each([
    ["agreement.pdf", "application/pdf", () => samplePdf()],
    ["agreement.png", "image/png", () => sampleImage("png")],
    ["agreement.jpg", "image/jpeg", () => sampleImage("jpeg")],
    ["agreement.jpeg", "image/jpeg", () => sampleImage("jpeg")],
  ])(
    "takes %s in the field 'file'",
    { tags: ["C-CASE-047", "C-CASE-038", "D-067"] },
    async (name, type, make) => {
      const { caseFile, agent } = await openActors(portal);
      const agreement = await agent.call(upload, {
        params: { caseId: caseFile.caseId },
        files: [part(name, await make(), "file")],
      });
      expect(agreement).toMatchObject({ originalName: name, mimeType: type });
    },
  );

  it("takes the field 'files' as well", { tags: ["D-069"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const files = [part("a.pdf", await samplePdf(), "files")];
    await client.call(upload, { params: { caseId: caseFile.caseId }, files });
  });

  it("refuses other images and documents", { tags: ["D-067"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    for (const file of [
      part("photo.webp", await sampleImage("webp"), "file"),
      part("photo.gif", await sampleImage("gif"), "file"),
      part("paper.docx", await sampleDocx(), "file"),
    ]) {
      const params = { caseId: caseFile.caseId };
      const refusal = await client.refused(400, upload, { params, files: [file] });
      expect(refusal.message).toBe(`${file.name} is not a supported file type`);
    }
  });

  it(
    "refuses more than 10 MB and takes exactly that",
    { tags: ["C-DLG-063", "D-068"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const params = { caseId: caseFile.caseId };
      const fits = part("fits.pdf", await samplePdf(TEN_MEGABYTES), "file");
      await client.call(upload, { params, files: [fits] });
      const tooBig = part("big.pdf", await samplePdf(TEN_MEGABYTES + 1), "file");
      const refusal = await client.refused(413, upload, { params, files: [tooBig] });
      expect(refusal.message).toBe("File size must be less than 10MB");
    },
  );

  it("tells open screens of the case", async () => {
    const { caseFile, client } = await openActors(portal);
    const heard = await listenToNotices();
    const params = { caseId: caseFile.caseId };
    await client.call(upload, { params, files: [part("a.pdf", await samplePdf(), "file")] });
    await vi.waitFor(() =>
      expect(heard.notices).toContainEqual({
        audience: { caseId: caseFile.id },
        keys: expect.arrayContaining([
          `/api/cases/by-case-id/${caseFile.caseId}/service-agreements`,
        ]),
      }),
    );
    heard.stop();
  });
});

describe("the agreements of a case", () => {
  it(
    "are listed newest first, those of the automation with their address",
    { tags: ["C-CASE-045", "C-CASE-040"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const caseId = caseFile.id;
      const older = await buildAgreement({ caseId, uploadedAt: "2026-01-01T10:00:00.000Z" });
      const fileUrl = "https://files.example/signed/7";
      const newer = await buildAgreement({
        caseId,
        fileUrl,
        uploadedAt: "2026-02-01T10:00:00.000Z",
      });
      const listed = await client.call(list, { params: { caseId: caseFile.caseId } });
      expect(listed.map((agreement) => [agreement.id, agreement.external_url])).toEqual([
        [newer.id, fileUrl],
        [older.id, null],
      ]);
      expect(newer).toMatchObject({ uploadedBy: null, source: "automation" });
    },
  );

  it(
    "are shown and downloaded as the file that was signed; downloads are written down",
    { tags: ["C-CASE-048..049"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const content = await samplePdf();
      const { id } = await buildAgreement({ caseId: caseFile.id, content });
      const shown = await client.send(view, { params: { id } });
      expect(shown.headers["content-disposition"]).toMatch(/^inline; filename="Service Agreement/);
      expect(await eventsOf(caseFile.id)).toEqual([]);
      const downloaded = await client.send(download, { params: { id } });
      expect(downloaded.headers["content-disposition"]).toMatch(/^attachment;/);
      for (const answer of [shown, downloaded]) expect(answer.bytes.equals(content)).toBe(true);
      expect(await eventsOf(caseFile.id)).toMatchObject([
        { action: "download", documentName: "Service Agreement.pdf", stage: "service-agreement" },
      ]);
    },
  );

  it("that live elsewhere are opened there", { tags: ["S-34"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const fileUrl = "https://files.example/signed/8";
    const { id } = await buildAgreement({ caseId: caseFile.id, fileUrl });
    for (const endpoint of [view, download]) {
      const answer = await client.send(endpoint, { params: { id } });
      expect([answer.status, answer.headers.location]).toEqual([302, fileUrl]);
    }
  });

  it("that name neither a file nor an address are not found", async () => {
    const { caseFile, client } = await openActors(portal);
    const { id } = await buildAgreement({ caseId: caseFile.id, fileUrl: "javascript:alert(1)" });
    const refusal = await client.refused(404, view, { params: { id } });
    expect(refusal.message).toBe("File not found");
  });

  it(
    "are deleted by admins, with their bytes",
    { tags: ["C-CASE-050", "C-ROLE-017"] },
    async () => {
      const { caseFile, admin, nonAdmins } = await openActors(portal);
      const { id, storedFileId } = await buildAgreement({ caseId: caseFile.id });
      const elsewhere = await buildAgreement({
        caseId: caseFile.id,
        fileUrl: "https://x.example/1",
      });
      for (const person of nonAdmins) {
        const refusal = await person.refused(403, remove, { params: { id } });
        expect(refusal.message).toBe("Admin access required");
      }
      const answer = await admin.call(remove, { params: { id } });
      expect(answer).toEqual({ message: "Service agreement deleted" });
      await admin.call(remove, { params: { id: elsewhere.id } });
      expect(await agreementsOf(caseFile.id)).toEqual([]);
      expect(await eventsOf(caseFile.id)).toMatchObject([
        { action: "delete", documentName: "Service Agreement.pdf", stage: "service-agreement" },
        { action: "delete" },
      ]);
      expect(storedFileId).not.toBeNull();
      expect(await removeReleasedFiles()).toBe(1);
      await admin.refused(404, view, { params: { id } });
    },
  );

  it("do not move the case's last update", { tags: ["D-057"] }, async () => {
    const updatedAt = "2026-01-05T10:00:00.000Z";
    const { caseFile, client } = await openActors(portal, { updatedAt });
    const params = { caseId: caseFile.caseId };
    await client.call(upload, { params, files: [part("a.pdf", await samplePdf(), "file")] });
    const [row] = await runtime.database.select().from(cases).where(eq(cases.id, caseFile.id));
    expect(row?.updatedAt).toBe(updatedAt);
  });
});

describe("who meets the agreements of a case", () => {
  it(
    "is everybody who sees the case; for others neither exists",
    { tags: ["C-ROLE-030", "D-106"] },
    async () => {
      const { caseFile, admin, agent, client, strangers, visitor } = await openActors(portal);
      const { id } = await buildAgreement({ caseId: caseFile.id });
      const byCode = { caseId: caseFile.caseId };
      const files = [part("a.pdf", await samplePdf())];
      for (const person of [admin, agent, client]) {
        expect(await person.call(list, { params: byCode })).not.toEqual([]);
        await person.call(uploadPdf, { params: { id: caseFile.id }, files });
        await person.call(upload, { params: byCode, files });
        for (const endpoint of [view, download])
          expect((await person.send(endpoint, { params: { id } })).status).toBe(200);
      }
      for (const [person, status] of [
        ...strangers.map((stranger) => [stranger, 404] as const),
        [visitor, 401] as const,
      ]) {
        await person.refused(status, list, { params: byCode });
        await person.refused(status, uploadPdf, { params: { id: caseFile.id }, files });
        await person.refused(status, upload, { params: byCode, files });
        for (const endpoint of [view, download])
          await person.refused(status, endpoint, { params: { id } });
      }
    },
  );
});
