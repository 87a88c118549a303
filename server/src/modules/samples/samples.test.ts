import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { samplesApi } from "contract/samples";
import { runtime } from "#server/core/runtime.ts";
import { sampleDocuments } from "#server/database/tables/sample-documents.ts";
import { users } from "#server/database/tables/users.ts";
import { removeReleasedFiles } from "#server/files/sweep.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildSample } from "#testing/factories/samples.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { sampleDocx, sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestFile } from "#testing/test-client.ts";

const TEN_MEGABYTES = 10_485_760;
const { download, list, remove, upload, view } = samplesApi;

let portal: TestApp;
let actors: Actors;
beforeAll(async () => {
  portal = await openTestApp();
  actors = await openActors(portal);
});
afterAll(() => portal.close());

const part = (name: string, bytes: Uint8Array): TestFile => ({ field: "files", name, bytes });
const storedSamples = () => runtime.database.select().from(sampleDocuments);

describe("uploading sample documents", () => {
  it(
    "takes every format that is named, one row per file, named after it",
    { tags: ["C-SAMP-009", "C-SAMP-006", "S-35"] },
    async () => {
      const files = [
        part("نموذج طلب.pdf", await samplePdf()),
        part("guide.docx", await sampleDocx()),
        part("photo.jpg", await sampleImage("jpeg")),
        part("photo.jpeg", await sampleImage("jpeg")),
        part("photo.png", await sampleImage("png")),
        part("list.txt", Buffer.from("Passport\nPhotos\n")),
      ];
      const fields = { category: "stage-1", program: "nauru" };
      const answer = await actors.admin.call(upload, { files, fields });
      expect(answer.map((sample) => sample.name)).toEqual(files.map((file) => file.name));
      expect(answer[0]).toEqual({
        id: expect.any(Number),
        name: "نموذج طلب.pdf",
        originalName: "نموذج طلب.pdf",
        mimeType: "application/pdf",
        fileSize: files[0]?.bytes.length,
        uploadedAt: expect.stringMatching(/Z$/),
        uploadedBy: { firstName: "Ada", lastName: "Admin" },
        category: "stage-1",
        program: "nauru",
      });
    },
  );

  it(
    "files them under application forms of Vanuatu when nothing is said",
    { tags: ["D-084"] },
    async () => {
      const [sample] = await actors.admin.call(upload, {
        files: [part("a.pdf", await samplePdf())],
      });
      expect(sample).toMatchObject({ category: "application-forms", program: "vanuatu" });
    },
  );

  it(
    "refuses what it does not know, and keeps all or nothing",
    { tags: ["C-SAMP-004", "S-27"] },
    async () => {
      const before = await storedSamples();
      const files = [part("a.pdf", await samplePdf())];
      for (const [fields, message] of [
        [{ category: "stage-3" }, "Invalid category"],
        [{ program: "malta" }, "Invalid program"],
      ] as const) {
        const refusal = await actors.admin.refused(400, upload, { files, fields });
        expect(refusal.message).toBe(message);
      }
      const mixed = [...files, part("page.html", Buffer.from("<p>"))];
      const refusal = await actors.admin.refused(400, upload, { files: mixed });
      expect(refusal.message).toBe("page.html is not a supported file type");
      expect(await storedSamples()).toEqual(before);
    },
  );

  it("refuses a request without files", { tags: ["C-SAMP-005"] }, async () => {
    const refusal = await actors.admin.refused(400, upload, { fields: { category: "stage-1" } });
    expect(refusal.message).toBe("Please select files to upload");
  });

  it("takes exactly 10 MB and refuses one byte more", { tags: ["D-085"] }, async () => {
    await actors.admin.call(upload, { files: [part("fits.pdf", await samplePdf(TEN_MEGABYTES))] });
    const files = [part("big.pdf", await samplePdf(TEN_MEGABYTES + 1))];
    const refusal = await actors.admin.refused(413, upload, { files });
    expect(refusal.message).toBe("big.pdf is larger than 10MB");
  });

  it("is for admins", { tags: ["C-ROLE-015"] }, async () => {
    const files = [part("a.pdf", await samplePdf())];
    for (const person of actors.nonAdmins) {
      const refusal = await person.refused(403, upload, { files });
      expect(refusal.message).toBe("Admin access required");
    }
    await actors.visitor.refused(401, upload, { files });
  });

  it("tells everybody's open screens", async () => {
    const heard = await listenToNotices();
    await actors.admin.call(upload, { files: [part("a.pdf", await samplePdf())] });
    await vi.waitFor(() =>
      expect(heard.notices).toContainEqual({
        audience: "everyone",
        keys: ["/api/sample-documents*"],
      }),
    );
    heard.stop();
  });
});

describe("the list of sample documents", () => {
  it(
    "is for everybody who is signed in, of all programs or of one",
    { tags: ["C-SAMP-008", "C-SAMP-003", "C-ROLE-024", "D-084"] },
    async () => {
      const vanuatu = await buildSample();
      const nauru = await buildSample({ program: "nauru", category: "stage-2" });
      for (const person of [actors.admin, ...actors.nonAdmins]) {
        const all = (await person.call(list)).map((sample) => sample.id);
        expect(all).toEqual(expect.arrayContaining([vanuatu.id, nauru.id]));
        const some = await person.call(list, { query: { program: "nauru" } });
        expect(some.map((sample) => sample.id)).toContain(nauru.id);
        expect(new Set(some.map((sample) => sample.program))).toEqual(new Set(["nauru"]));
      }
      await actors.visitor.refused(401, list);
    },
  );

  it("refuses a program that does not exist", async () => {
    const query = { program: "malta" } as unknown as { program: "nauru" };
    const refusal = await actors.client.refused(400, list, { query });
    expect(refusal.message).toBe("Invalid program");
  });

  it("keeps a sample whose uploader has been deleted, without a name", async () => {
    const uploader = await buildAdmin();
    const { id } = await buildSample({ uploadedBy: uploader.id });
    await runtime.database.delete(users).where(eq(users.id, uploader.id));
    const listed = await actors.client.call(list);
    expect(listed.find((sample) => sample.id === id)?.uploadedBy).toBeNull();
  });
});

describe("opening a sample document", () => {
  it(
    "downloads it and shows it, for everybody who is signed in",
    { tags: ["C-SAMP-010..011", "C-ROLE-024"] },
    async () => {
      const content = await samplePdf();
      const { id } = await buildSample({ content, originalName: "نموذج.pdf" });
      const params = { idOrName: id };
      for (const person of [actors.admin, ...actors.nonAdmins]) {
        const downloaded = await person.send(download, { params });
        expect(downloaded.headers["content-disposition"]).toMatch(/^attachment;.*UTF-8''%D9/);
        const shown = await person.send(view, { params });
        expect(shown.headers["content-disposition"]).toMatch(/^inline;/);
        for (const answer of [downloaded, shown]) expect(answer.bytes.equals(content)).toBe(true);
      }
      for (const endpoint of [download, view])
        await actors.visitor.refused(401, endpoint, { params });
    },
  );

  it(
    "finds it by number, name, file name or original name, the newest first",
    { tags: ["D-083"] },
    async () => {
      const contents = [await samplePdf(1000), await samplePdf(2000), await samplePdf(3000)];
      const [older, newer, named] = contents;
      const name = "Oath & allegiance نموذج.pdf";
      const first = await buildSample({ content: older, name, uploadedAt: "2026-01-01T00:00:00Z" });
      const second = await buildSample({
        content: newer,
        name,
        uploadedAt: "2026-02-01T00:00:00Z",
      });
      const third = await buildSample({ content: named, name: "other", originalName: "only.pdf" });
      const sizeOf = async (idOrName: string | number) =>
        (await actors.client.send(download, { params: { idOrName } })).bytes.length;
      expect(await sizeOf(first.id)).toBe(1000);
      expect(await sizeOf(name)).toBe(2000);
      expect(await sizeOf(second.fileName)).toBe(2000);
      expect(await sizeOf("only.pdf")).toBe(3000);
      expect(await sizeOf(third.fileName)).toBe(3000);
    },
  );

  it("prefers a sample's number to another one's name", { tags: ["D-083"] }, async () => {
    const { id } = await buildSample({ content: await samplePdf(1000) });
    await buildSample({ content: await samplePdf(2000), name: String(id) });
    const answer = await actors.client.send(download, { params: { idOrName: id } });
    expect(answer.bytes).toHaveLength(1000);
  });

  it.each([["2000000000"], ["99999999999999999999"], ["../../etc/passwd"], ["nothing.pdf"]])(
    "does not find %s",
    async (idOrName) => {
      for (const endpoint of [download, view]) {
        const refusal = await actors.client.refused(404, endpoint, { params: { idOrName } });
        expect(refusal.message).toBe("Sample document not found");
      }
    },
  );
});

describe("deleting a sample document", () => {
  it(
    "is for admins, and takes the bytes along",
    { tags: ["C-SAMP-012", "C-ROLE-015", "S-35"] },
    async () => {
      const { id, storedFileId } = await buildSample();
      const params = { id };
      for (const person of actors.nonAdmins) {
        const refusal = await person.refused(403, remove, { params });
        expect(refusal.message).toBe("Admin access required");
      }
      await actors.visitor.refused(401, remove, { params });
      expect(await actors.admin.call(remove, { params })).toEqual({
        message: "Sample document deleted",
      });
      expect((await storedSamples()).map((row) => row.storedFileId)).not.toContain(storedFileId);
      expect(await removeReleasedFiles()).toBe(1);
      const refusal = await actors.admin.refused(404, remove, { params });
      expect(refusal.message).toBe("Sample document not found");
    },
  );
});
