import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { openActors } from "#testing/actors.ts";
import { buildAssignment } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { listenToNotices } from "#testing/notices.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestFile } from "#testing/test-client.ts";

const { categorize, download, remove, rename, upload } = documentsApi;

let portal: TestApp;
beforeAll(async () => {
  const settings = { WEBHOOK_URL_DOCUMENT_UPLOAD: "https://automation.example/hook" };
  portal = await openTestApp({ settings });
});
afterAll(() => portal.close());

const part = (name: string, bytes: Uint8Array): TestFile => ({ field: "files", name, bytes });
const documentsOf = (caseId: number) =>
  runtime.database.select().from(documents).where(eq(documents.caseId, caseId));
const eventsOf = (caseId: number) =>
  runtime.database
    .select()
    .from(caseEvents)
    .where(eq(caseEvents.caseId, caseId))
    .orderBy(caseEvents.seq);

describe("an upload of documents", () => {
  it(
    "leaves one event per file and moves the case's last update",
    { tags: ["S-26", "D-057"] },
    async () => {
      const updatedAt = "2026-01-05T10:00:00.000Z";
      const { caseFile, client, people } = await openActors(portal, { updatedAt });
      const [first, second] = await client.call(upload, {
        params: { id: caseFile.id },
        files: [part("a.pdf", await samplePdf()), part("b.pdf", await samplePdf())],
        fields: { category: "birth" },
      });
      const events = await eventsOf(caseFile.id);
      expect(events).toMatchObject([
        { action: "upload", documentName: "a.pdf", stage: "stage1", actorId: people.client.id },
        { action: "upload", documentName: "b.pdf", stage: "stage1", actorId: people.client.id },
      ]);
      expect(events.map((event) => event.subjectId)).toEqual([first?.id, second?.id]);
      const [moved] = await runtime.database.select().from(cases).where(eq(cases.id, caseFile.id));
      expect(moved?.updatedAt).not.toBe(updatedAt);
      expect(moved?.revision).toBe(caseFile.revision);
    },
  );

  it("tells open screens of the case", async () => {
    const { caseFile, client } = await openActors(portal);
    const heard = await listenToNotices();
    await client.call(upload, {
      params: { id: caseFile.id },
      files: [part("a.pdf", await samplePdf())],
    });
    await vi.waitFor(() => {
      const notice = heard.notices.find((one) => "keys" in one && one.keys.includes("/api/cases"));
      expect(notice).toMatchObject({
        audience: { caseId: caseFile.id },
        keys: expect.arrayContaining([`/api/cases/by-case-id/${caseFile.caseId}`]),
      });
    });
    heard.stop();
  });

  it(
    "tells the automation service once for all files, by number and never by name",
    { tags: ["S-26", "security-6.1"] },
    async () => {
      const { caseFile, client, people } = await openActors(portal);
      const uploaded = await client.call(upload, {
        params: { id: caseFile.id },
        files: [part("a.pdf", await samplePdf()), part("b.pdf", await samplePdf())],
        fields: { category: "birth" },
      });
      const told = await runtime.database
        .select()
        .from(webhookLogs)
        .where(eq(webhookLogs.caseId, caseFile.id));
      expect(told).toMatchObject([
        { type: "document_upload", status: "retrying", triggeredBy: people.client.email },
      ]);
      expect(told[0]?.payload).toEqual({
        event: "document_uploaded",
        case: { id: caseFile.id, caseId: caseFile.caseId },
        documentIds: uploaded.map((document) => document.id),
        category: "birth",
      });
    },
  );
});

describe("documents changed by several people at once", () => {
  it(
    "are uploaded or refused, never half, while the uploader loses the case",
    { tags: ["asvs-93"] },
    async () => {
      const { caseFile, admin, client, people } = await openActors(portal);
      const files = [part("a.pdf", await samplePdf())];
      const userId = people.client.id;
      const params = { id: caseFile.id };
      let kept = 0;
      for (let round = 0; round < 15; round += 1) {
        const [answer] = await Promise.all([
          client.send(upload, { params, files }),
          admin.send(casesApi.unassign, { params, query: { userId }, body: { userId } }),
        ]);
        expect([201, 404]).toContain(answer.status);
        if (answer.status === 201) kept += 1;
        await client.refused(404, upload, { params, files });
        await buildAssignment(caseFile, { userId });
      }
      expect(await documentsOf(caseFile.id)).toHaveLength(kept);
      const uploads = (await eventsOf(caseFile.id)).filter((event) => event.action === "upload");
      expect(uploads).toHaveLength(kept);
    },
  );

  it(
    "are gone with their case, and nothing fails that came too late",
    { tags: ["reliability-19"] },
    async () => {
      const files = [part("a.pdf", await samplePdf())];
      for (let round = 0; round < 6; round += 1) {
        const { caseFile, admin, client } = await openActors(portal);
        const { id } = await buildDocument({ caseId: caseFile.id });
        const params = { id: caseFile.id };
        await client.csrfToken();
        const answers = await Promise.all([
          client.send(upload, { params, files }),
          client.send(rename, { params: { id }, body: { newName: "new.pdf" } }),
          client.send(download, { params: { id } }),
          admin.send(casesApi.remove, { params }),
        ]);
        for (const answer of answers) expect([200, 201, 404]).toContain(answer.status);
        expect(answers.at(-1)?.status).toBe(200);
        expect(await documentsOf(caseFile.id)).toEqual([]);
      }
    },
  );

  it("wait for each other: every rename, filing and deletion is one event and one answer", async () => {
    const { caseFile, admin, agent, client } = await openActors(portal);
    const { id } = await buildDocument({ caseId: caseFile.id });
    const params = { id };
    for (const person of [admin, agent, client]) await person.csrfToken();
    const edits = await Promise.all(
      ["a", "b", "c", "d"].flatMap((name) => [
        client.send(rename, { params, body: { newName: `${name}.pdf` } }),
        agent.send(categorize, { params, body: { category: name === "a" ? "cv" : "id" } }),
      ]),
    );
    for (const answer of edits) expect(answer.status).toBe(200);
    const [row] = await documentsOf(caseFile.id);
    const events = await eventsOf(caseFile.id);
    expect(events.map((event) => event.revision)).toEqual(events.map((_, index) => index + 2));
    expect(row?.revision).toBe(events.length + 1);
    const removals = await Promise.all([1, 2, 3].map(() => admin.send(remove, { params })));
    expect(removals.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(removals.filter((answer) => answer.status === 404)).toHaveLength(2);
  });
});
