import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { documentsApi } from "contract/documents";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { openActorsWithDocument } from "#testing/actors-with-document.ts";
import { openActors } from "#testing/actors.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { sampleDocx, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const { download, downloadStage, view } = documentsApi;
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const openDocument = (input?: Parameters<typeof openActorsWithDocument>[1]) =>
  openActorsWithDocument(portal, input);

const eventsOf = (caseId: number) =>
  runtime.database.select().from(caseEvents).where(eq(caseEvents.caseId, caseId));

async function unzip(bytes: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const zip = await fromBufferPromise(bytes);
  const members = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    members.push({ name: entry.fileName, content });
  }
  return members;
}

describe("looking at a document", () => {
  it(
    "shows a PDF in the browser under its own name and leaves no event",
    { tags: ["C-DOC-028", "S-28"] },
    async () => {
      const content = await samplePdf();
      const originalName = 'جواز "سفر".pdf';
      const { params, client, caseFile } = await openDocument({ content, originalName });
      const answer = await client.send(view, { params });
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(content)).toBe(true);
      expect(answer.headers).toMatchObject({
        "content-type": "application/pdf",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
        "content-disposition": `inline; filename="____ _____.pdf"; filename*=UTF-8''${encodeURIComponent(originalName)}`,
      });
      expect(await eventsOf(caseFile.id)).toEqual([]);
    },
  );

  it(
    "offers a Word file for saving, since no browser shows it safely",
    { tags: ["security-5.3"] },
    async () => {
      const content = await sampleDocx();
      const input = { content, originalName: "cv.docx", mimeType: WORD };
      const { params, client } = await openDocument(input);
      const answer = await client.send(view, { params });
      expect(answer.headers["content-disposition"]).toMatch(/^attachment;/);
      expect(answer.headers["content-type"]).toBe(WORD);
    },
  );
});

describe("downloading a document", () => {
  it(
    "sends it as an attachment and writes down who took it",
    { tags: ["C-DOC-027", "S-28"] },
    async () => {
      const { params, agent, caseFile, people } = await openDocument({ category: "cv" });
      const answer = await agent.send(download, { params });
      expect(answer.headers["content-disposition"]).toBe(
        "attachment; filename=\"scan.pdf\"; filename*=UTF-8''scan.pdf",
      );
      expect(await eventsOf(caseFile.id)).toMatchObject([
        {
          action: "download",
          documentName: "scan.pdf",
          stage: "stage1",
          actorId: people.agent.id,
          metadata: { documentId: params.id },
        },
      ]);
    },
  );

  it("writes nothing down when only the headers are asked for", async () => {
    const { params, client, caseFile } = await openDocument();
    const url = `/api/documents/${params.id}/download`;
    const answer = await client.request({ method: "HEAD", url });
    expect(answer.status).toBe(200);
    expect(answer.bytes).toHaveLength(0);
    expect(await eventsOf(caseFile.id)).toEqual([]);
  });
});

describe("who may open a document", () => {
  it(
    "is everybody who sees the case; for others it does not exist",
    { tags: ["D-106"] },
    async () => {
      const { params, admin, agent, client, strangers, visitor } = await openDocument();
      for (const endpoint of [view, download]) {
        for (const person of [admin, agent, client]) {
          expect((await person.send(endpoint, { params })).status).toBe(200);
        }
        for (const stranger of strangers) {
          const hidden = await stranger.refused(404, endpoint, { params });
          const missing = await stranger.refused(404, endpoint, { params: { id: 2_000_000_000 } });
          expect({ ...hidden, requestId: "" }).toEqual({ ...missing, requestId: "" });
        }
        await visitor.refused(401, endpoint, { params });
      }
    },
  );

  it("is the bureau alone for the government's papers", { tags: ["D-071", "S-32"] }, async () => {
    const { params, admin, agent, client } = await openDocument({ category: "vanuatu-id" });
    for (const endpoint of [view, download]) {
      expect((await admin.send(endpoint, { params })).status).toBe(200);
      for (const person of [agent, client]) {
        const refusal = await person.refused(404, endpoint, { params });
        expect(refusal.message).toBe("Document not found");
      }
    }
  });
});

describe("a stage of a case as a ZIP", () => {
  const stageOf = (caseFile: { caseId: string }, stage: string, filename?: string) => ({
    params: { caseId: caseFile.caseId },
    query: { stage, ...(filename && { filename }) } as { stage: "stage1" },
  });

  it(
    "holds the current documents of the stage under their current names",
    { tags: ["C-DOC-012", "S-31", "D-074"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const contents = [await samplePdf(), await samplePdf(200_000), await samplePdf(10)];
      const names = ["جواز سفر.pdf", "Child - Passport.pdf", "Child - Passport.pdf"];
      for (const [index, content] of contents.entries()) {
        const originalName = names[index] ?? "";
        await buildDocument({ caseId: caseFile.id, category: "passport", content, originalName });
      }
      await buildDocument({ caseId: caseFile.id, category: "asset", originalName: "stage 2.pdf" });
      await buildDocument({ caseId: caseFile.id, category: "vanuatu-id", originalName: "gov.pdf" });
      const answer = await client.send(downloadStage, stageOf(caseFile, "stage1"));
      expect(answer.headers["content-type"]).toBe("application/zip");
      const members = await unzip(answer.bytes);
      expect(members.map((member) => member.name)).toEqual([
        "جواز سفر.pdf",
        "Child - Passport.pdf",
        "Child - Passport (2).pdf",
      ]);
      expect(members.map((member) => member.content)).toEqual(contents);
    },
  );

  it(
    "is named after the case and the stage, or as the client asks",
    { tags: ["C-DOC-011", "D-073"] },
    async () => {
      const title = 'Élise / "نديم": Passport';
      const { caseFile, client } = await openActors(portal, { title });
      await buildDocument({ caseId: caseFile.id, category: "passport" });
      const nameOf = async (filename?: string) => {
        const answer = await client.send(downloadStage, stageOf(caseFile, "stage1", filename));
        const header = String(answer.headers["content-disposition"]);
        return decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? "");
      };
      expect(await nameOf()).toBe("Élise _ _نديم__ Passport_stage1_Documents.zip");
      expect(await nameOf("..\\mine: all.zip")).toBe("_mine_ all.zip");
      expect(await nameOf(`${"x".repeat(1000)}.zip`)).toBe(`${"x".repeat(146)}.zip`);
    },
  );

  it("leaves one event that lists its documents", { tags: ["S-31"] }, async () => {
    const { caseFile, client, people } = await openActors(portal);
    const one = await buildDocument({ caseId: caseFile.id });
    const two = await buildDocument({ caseId: caseFile.id });
    await client.send(downloadStage, stageOf(caseFile, "uncategorized"));
    expect(await eventsOf(caseFile.id)).toMatchObject([
      {
        action: "download",
        actorId: people.client.id,
        documentName: null,
        stage: "uncategorized",
        metadata: { documentIds: [one.id, two.id] },
      },
    ]);
  });

  it("leaves out a document whose bytes are gone", { tags: ["S-31"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    await buildDocument({ caseId: caseFile.id, originalName: "there.pdf" });
    const lost = await buildDocument({ caseId: caseFile.id, originalName: "lost.pdf" });
    await runtime.files.current.remove(lost.filePath);
    const answer = await client.send(downloadStage, stageOf(caseFile, "uncategorized"));
    const members = await unzip(answer.bytes);
    expect(members.map((member) => member.name)).toEqual(["there.pdf"]);
  });

  it("of an empty stage is refused", { tags: ["D-074"] }, async () => {
    const { caseFile, client, admin } = await openActors(portal);
    for (const [person, stage] of [
      [client, "forms"],
      [admin, "vanuatu"],
    ] as const) {
      const refusal = await person.refused(404, downloadStage, stageOf(caseFile, stage));
      expect(refusal.message).toBe("No documents in this stage");
    }
  });

  it("of a stage that does not exist is refused", async () => {
    const { caseFile, client } = await openActors(portal);
    const refusal = await client.refused(400, downloadStage, stageOf(caseFile, "invoices"));
    expect(refusal.message).toBe("Unknown document stage");
  });

  it(
    "of the government's papers is the bureau's, and of a hidden case nobody's",
    { tags: ["D-071", "D-106"] },
    async () => {
      const { caseFile, admin, agent, client, strangers, visitor } = await openActors(portal);
      await buildDocument({ caseId: caseFile.id, category: "vanuatu-id", originalName: "gov.pdf" });
      const input = stageOf(caseFile, "vanuatu");
      for (const person of [agent, client]) {
        const refusal = await person.refused(403, downloadStage, input);
        expect(refusal.message).toBe("Admin access required");
      }
      for (const stranger of strangers) {
        const refusal = await stranger.refused(404, downloadStage, input);
        expect(refusal.message).toBe("Case not found");
      }
      await visitor.refused(401, downloadStage, input);
      const answer = await admin.send(downloadStage, input);
      expect((await unzip(answer.bytes)).map((member) => member.name)).toEqual(["gov.pdf"]);
    },
  );
});
