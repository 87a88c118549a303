import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { documents } from "#server/database/tables/documents.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { sampleDocx, sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestFile } from "#testing/test-client.ts";
import { caseFullMessages } from "./case-quota.ts";

const TEN_MEGABYTES = 10_485_760;
const { upload, download } = documentsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const part = (name: string, bytes: Uint8Array, type?: string): TestFile => ({
  field: "files",
  name,
  bytes,
  ...(type && { type }),
});

async function storedKeys(): Promise<string[]> {
  const objects = await Array.fromAsync(runtime.files.current.list());
  return objects.map((object) => object.key).toSorted();
}

const documentsOf = (caseId: number) =>
  runtime.database.select().from(documents).where(eq(documents.caseId, caseId));
const eventsOf = (caseId: number) =>
  runtime.database
    .select()
    .from(caseEvents)
    .where(eq(caseEvents.caseId, caseId))
    .orderBy(caseEvents.seq);

describe("uploading documents", () => {
  it(
    "takes PDF, JPEG, PNG and Word files and answers one row each, in their order",
    { tags: ["C-DOC-025", "C-DOC-014", "S-26"] },
    async () => {
      const { caseFile, client, people } = await openActors(portal);
      const files = [
        part("جواز سفر - نديم.pdf", await samplePdf(), "application/pdf"),
        part("photo.JPG", await sampleImage("jpeg"), "image/jpeg"),
        part("scan.png", await sampleImage("png"), "image/png"),
        part("السيرة الذاتية.docx", await sampleDocx()),
      ];
      const answer = await client.call(upload, {
        params: { id: caseFile.id },
        files,
        fields: { category: "uncategorized" },
      });
      expect(answer.map((document) => [document.originalName, document.mimeType])).toEqual([
        ["جواز سفر - نديم.pdf", "application/pdf"],
        ["photo.JPG", "image/jpeg"],
        ["scan.png", "image/png"],
        [
          "السيرة الذاتية.docx",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ],
      ]);
      expect(answer[0]).toEqual({
        id: expect.any(Number),
        caseId: caseFile.id,
        originalName: "جواز سفر - نديم.pdf",
        category: "uncategorized",
        mimeType: "application/pdf",
        fileSize: files[0]?.bytes.length,
        uploadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        assignedTo: null,
        isApproved: false,
        reviewState: "waiting",
        issuedOn: null,
        expiresOn: null,
        country: null,
        validUntil: null,
        validityWaived: false,
        extraItemId: null,
        replaces: null,
        earlierCount: 0,
        version: 1,
      });
      for (const row of await documentsOf(caseFile.id)) {
        expect(row).toMatchObject({ uploadedBy: people.client.id, storageDriver: "local" });
        expect(row.fileName).toMatch(/^[0-9a-f]{32}\.(pdf|jpg|png|docx)$/);
      }
    },
  );

  it("brings back the same bytes", { tags: ["C-DOC-027"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const bytes = await samplePdf(3_000_000);
    const [document] = await client.call(upload, {
      params: { id: caseFile.id },
      files: [part("big.pdf", bytes)],
    });
    const answer = await client.send(download, { params: { id: document?.id ?? 0 } });
    expect(answer.bytes.equals(bytes)).toBe(true);
  });

  it("files them under the category that is named", { tags: ["C-DOC-015"] }, async () => {
    const { caseFile, agent } = await openActors(portal);
    const [document] = await agent.call(upload, {
      params: { id: caseFile.id },
      files: [part("passport.pdf", await samplePdf())],
      fields: { category: "passport" },
    });
    expect(document?.category).toBe("passport");
  });

  it(
    "takes a file of exactly 10 MB and refuses one byte more",
    { tags: ["C-DOC-022", "D-068"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const params = { id: caseFile.id };
      await client.call(upload, {
        params,
        files: [part("fits.pdf", await samplePdf(TEN_MEGABYTES))],
      });
      const files = [part("too big.pdf", await samplePdf(TEN_MEGABYTES + 1))];
      const refusal = await client.refused(413, upload, { params, files });
      expect(refusal.message).toBe("too big.pdf is larger than 10MB");
    },
  );

  it.each([
    ["page.pdf", Buffer.from("<!doctype html><script>alert(1)</script>"), "application/pdf"],
    ["drawing.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"],
    ["drawing.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/png"],
    ["notes.txt", Buffer.from("plain text"), "text/plain"],
    ["program.exe", Buffer.from("MZ"), "application/octet-stream"],
    ["no extension", Buffer.from("%PDF-1.7"), "application/pdf"],
  ])(
    "refuses %s, which is none of the five kinds",
    { tags: ["C-DOC-023"] },
    async (name, bytes, type) => {
      const { caseFile, client } = await openActors(portal);
      const refusal = await client.refused(400, upload, {
        params: { id: caseFile.id },
        files: [part(name, bytes, type)],
      });
      expect(refusal.message).toBe(`${name} is not a supported file type`);
    },
  );

  it("refuses a request without files, as form or as JSON", { tags: ["C-DOC-024"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const params = { id: caseFile.id };
    const asForm = await client.refused(400, upload, { params, fields: { category: "id" } });
    expect(asForm.message).toBe("No files selected");
    const asJson = await client.refused(400, upload, { params, body: { category: "id" } });
    expect(asJson.message).toBe("No files selected");
  });

  it(
    "keeps all files of a request or none, neither rows nor bytes",
    { tags: ["S-27"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const before = await storedKeys();
      const good = part("good.pdf", await samplePdf());
      const params = { id: caseFile.id };
      await client.refused(400, upload, {
        params,
        files: [good, part("bad.pdf", Buffer.from("x"))],
      });
      await client.refused(400, upload, {
        params,
        files: [good],
        fields: { category: "nonsense" },
      });
      expect(await documentsOf(caseFile.id)).toEqual([]);
      expect(await eventsOf(caseFile.id)).toEqual([]);
      expect(await storedKeys()).toEqual(before);
    },
  );

  it("takes twenty files at once and refuses a twenty-first", { tags: ["D-172"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const bytes = await samplePdf();
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => part(`${index}.pdf`, bytes));
    const params = { id: caseFile.id };
    expect(await client.call(upload, { params, files: many(20) })).toHaveLength(20);
    await client.refused(400, upload, { params, files: many(21) });
    expect(await documentsOf(caseFile.id)).toHaveLength(20);
  });
});

describe("who may upload documents", () => {
  it(
    "is everybody who sees the case, and for nobody else does it exist",
    { tags: ["C-ROLE-026", "D-106"] },
    async () => {
      const { caseFile, admin, agent, client, strangers, visitor } = await openActors(portal);
      const input = { params: { id: caseFile.id }, files: [part("a.pdf", await samplePdf())] };
      for (const person of [admin, agent, client]) await person.call(upload, input);
      for (const stranger of strangers) {
        const refusal = await stranger.refused(404, upload, input);
        expect(refusal.message).toBe("Case not found");
      }
      await visitor.refused(401, upload, input);
      expect(await documentsOf(caseFile.id)).toHaveLength(3);
    },
  );

  it("leaves the government's papers to admins", { tags: ["D-071"] }, async () => {
    const { caseFile, admin, agent, client } = await openActors(portal);
    const input = {
      params: { id: caseFile.id },
      files: [part("letter.pdf", await samplePdf())],
      fields: { category: "fiu-letter" },
    };
    for (const person of [client, agent]) {
      const refusal = await person.refused(403, upload, input);
      expect(refusal.message).toBe("Only admins may use this category");
    }
    const [document] = await admin.call(upload, input);
    expect(document?.category).toBe("fiu-letter");
  });

  it(
    "shows the government's papers to admins only, also in the case itself",
    { tags: ["S-32", "C-ROLE-018", "C-DOC-019"] },
    async () => {
      const { caseFile, admin, client } = await openActors(portal);
      await buildDocument({ caseId: caseFile.id, category: "vanuatu-passport" });
      const open = await buildDocument({ caseId: caseFile.id, category: "passport" });
      const params = { caseId: caseFile.caseId };
      const seenByClient = await client.call(casesApi.get, { params });
      expect(seenByClient.documents.map((document) => document.id)).toEqual([open.id]);
      const seenByAdmin = await admin.call(casesApi.get, { params });
      expect(seenByAdmin.documents).toHaveLength(2);
    },
  );
});

describe("how much a case may hold", () => {
  /** Rows alone: what counts is what the table says. */
  async function fill(caseId: number, files: number, size: number): Promise<void> {
    const rows = Array.from({ length: files }, (_, index) => ({
      name: `${caseId}-${index}.pdf`,
      storageKey: `${caseId}-${index}`,
      storageDriver: "local" as const,
      kind: "comment" as const,
      caseId,
      mimeType: "application/pdf",
      size,
      digest: "",
      wrappedKey: Buffer.alloc(0),
    }));
    await runtime.database.insert(storedFiles).values(rows);
  }

  it("ends at 500 files, whatever they belong to", { tags: ["asvs-20"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    await fill(caseFile.id, 499, 1);
    const input = { params: { id: caseFile.id }, files: [part("a.pdf", await samplePdf())] };
    await client.call(upload, input);
    const refusal = await client.refused(413, upload, input);
    expect(refusal.message).toBe(caseFullMessages.files);
  });

  it("ends at 2 GiB", { tags: ["asvs-20"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const bytes = await samplePdf();
    await fill(caseFile.id, 1, 2_147_483_648 - bytes.length);
    const input = { params: { id: caseFile.id }, files: [part("a.pdf", bytes)] };
    await client.call(upload, input);
    const refusal = await client.refused(413, upload, input);
    expect(refusal.message).toBe(caseFullMessages.bytes);
  });

  it("is counted one request at a time, so that two cannot share the last place", async () => {
    const { caseFile, client } = await openActors(portal);
    await client.csrfToken();
    await fill(caseFile.id, 499, 1);
    const input = { params: { id: caseFile.id }, files: [part("a.pdf", await samplePdf())] };
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.send(upload, input)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.toSorted((first, second) => first - second)).toEqual([201, 413, 413, 413]);
  });
});
