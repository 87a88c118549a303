import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Comment, commentsApi } from "contract/comments";
import { MEGABYTE } from "contract/files";
import { runtime } from "#server/core/runtime.ts";
import { comments } from "#server/database/tables/comments.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

async function openWithLetter(name = "Brief – Ünïcode.pdf") {
  const actors = await openActors(portal);
  const bytes = await samplePdf();
  const said = await actors.client.call(commentsApi.create, {
    params: actors.caseFile,
    fields: { message: "See the letter", parentId: "" },
    files: [{ field: "file", name, bytes, type: "application/pdf" }],
  });
  return { ...actors, bytes, said, fileName: said.attachmentFileName ?? "" };
}

describe("a message with a file", () => {
  it(
    "says what the file is, but not where it lies",
    { tags: ["C-CHAT-019", "CI-DATA-179", "D-161", "S-36"] },
    async () => {
      const { caseFile, said, bytes } = await openWithLetter();
      expect(said).toMatchObject({
        message: "See the letter",
        parentId: null,
        attachmentOriginalName: "Brief – Ünïcode.pdf",
        attachmentMimeType: "application/pdf",
        attachmentFileSize: bytes.length,
      });
      expect(said.attachmentFileName).toMatch(/^[0-9a-f]{32}\.pdf$/);
      expect(Object.keys(said)).not.toContain("attachmentFilePath");
      const [row] = await runtime.database
        .select({ storedFileId: comments.storedFileId, kind: storedFiles.kind })
        .from(comments)
        .innerJoin(storedFiles, eq(storedFiles.id, comments.storedFileId))
        .where(eq(comments.id, said.id));
      expect(row?.kind).toBe("comment");
      expect(await eventsOf(caseFile.id)).toMatchObject([
        {
          action: "comment",
          metadata: { commentId: said.id, attachment: "Brief – Ünïcode.pdf" },
        },
      ]);
    },
  );

  it("gets a sentence when nothing is written beside it", { tags: ["D-141"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const files = [{ field: "file", name: "photo.png", bytes: await sampleImage("png") }];
    const said = await client.call(commentsApi.create, { params: caseFile, files });
    expect(said.message).toBe("Shared a file: photo.png");
  });

  it("may answer another one, in multipart too", async () => {
    const { caseFile, client, said, bytes } = await openWithLetter();
    const reply = await client.call(commentsApi.createByCaseCode, {
      params: { caseId: caseFile.caseId },
      fields: { message: "", parentId: String(said.id) },
      files: [{ field: "file", name: "answer.pdf", bytes }],
    });
    expect(reply.parentId).toBe(said.id);
  });

  it("may be sent as a form without any file", async () => {
    const { caseFile, client } = await openActors(portal);
    const said = await client.call(commentsApi.create, {
      params: caseFile,
      fields: { message: "Only text" },
    });
    expect(said).toMatchObject({ message: "Only text", attachmentFileName: null });
  });

  it.each([
    ["neither text nor file", 400, "Message is required", null],
    ["a kind that is not taken", 400, "run.exe is not a supported file type", "run.exe"],
    ["a file that lies about itself", 400, "fake.pdf is not a supported file type", "fake.pdf"],
    ["a file that is too large", 413, "Please select a file smaller than 10MB", "big.pdf"],
  ])(
    "is refused with %s, and nothing is left of it",
    { tags: ["C-CHAT-019", "S-27"] },
    async (_, status, message, name) => {
      const { caseFile, client, admin } = await openActors(portal);
      const contents: Record<string, Buffer> = {
        "run.exe": Buffer.from("MZ"),
        "fake.pdf": Buffer.from("not a pdf at all"),
        "big.pdf": await samplePdf(10 * MEGABYTE + 1),
      };
      const bytes = contents[name ?? ""];
      const refusal = await client.refused(status, commentsApi.create, {
        params: caseFile,
        fields: { message: " " },
        ...(name && bytes ? { files: [{ field: "file", name, bytes }] } : {}),
      });
      expect(refusal.message).toBe(message);
      expect(await admin.call(commentsApi.list, { params: caseFile })).toEqual([]);
      const left = await runtime.database
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.caseId, caseFile.id));
      expect(left).toEqual([]);
    },
  );

  it("is stored once when the same key is sent twice", async () => {
    const { caseFile, client } = await openActors(portal);
    const bytes = await samplePdf();
    const input = {
      params: caseFile,
      files: [{ field: "file", name: "once.pdf", bytes }],
      headers: { "idempotency-key": "once" },
    };
    const first = await client.send(commentsApi.create, input);
    const second = await client.send(commentsApi.create, input);
    expect((second.body as Comment).id).toBe((first.body as Comment).id);
    expect(await client.call(commentsApi.list, { params: caseFile })).toHaveLength(1);
  });
});

describe("downloading the file", () => {
  it(
    "gives the bytes under their own name, as an attachment",
    { tags: ["C-CHAT-021"] },
    async () => {
      const { agent, admin, fileName, bytes } = await openWithLetter();
      for (const person of [agent, admin]) {
        const answer = await person.send(commentsApi.downloadAttachment, { params: { fileName } });
        expect(answer.status).toBe(200);
        expect(answer.bytes.equals(bytes)).toBe(true);
        expect(answer.headers["content-type"]).toBe("application/pdf");
        expect(answer.headers["content-disposition"]).toBe(
          `attachment; filename="Brief _ _n_code.pdf"; filename*=UTF-8''Brief%20%E2%80%93%20%C3%9Cn%C3%AFcode.pdf`,
        );
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      }
    },
  );

  it(
    "is for those on the case of the message; for others there is no such file",
    { tags: ["S-38"] },
    async () => {
      const { strangers, visitor, fileName } = await openWithLetter();
      for (const stranger of strangers) {
        const refusal = await stranger.refused(404, commentsApi.downloadAttachment, {
          params: { fileName },
        });
        expect(refusal.message).toBe("File not found");
      }
      await visitor.refused(401, commentsApi.downloadAttachment, { params: { fileName } });
    },
  );

  it.each(["unknown.pdf", "..", "../../etc/passwd", "%", "a".repeat(200)])(
    "finds nothing under %o",
    async (fileName) => {
      const { client } = await openActors(portal);
      const refusal = await client.refused(404, commentsApi.downloadAttachment, {
        params: { fileName },
      });
      expect(refusal.message).toMatch(/not found/i);
    },
  );
});
