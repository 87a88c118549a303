import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { caseStatusHistory } from "#server/database/tables/case-status-history.ts";
import { cases } from "#server/database/tables/cases.ts";
import { commentReactions } from "#server/database/tables/comment-reactions.ts";
import { comments } from "#server/database/tables/comments.ts";
import { internalNotes } from "#server/database/tables/internal-notes.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { removeReleasedFiles } from "#server/files/sweep.ts";
import { openActors } from "#testing/actors.ts";
import { caseRow } from "#testing/case-records.ts";
import { buildNote } from "#testing/factories/activity.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildStatusDuration } from "#testing/factories/cases.ts";
import { buildReaction } from "#testing/factories/comments.ts";
import { listenToNotices } from "#testing/notices.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("deleting a case", () => {
  it(
    "takes everything in it along, the bytes of its files included",
    { tags: ["C-DLG-047", "C-ROLE-012", "S-24", "D-063"] },
    async () => {
      const { caseFile, admin, client, people } = await openActors(portal);
      await buildApplicant({ caseId: caseFile.id });
      await buildNote({ caseId: caseFile.id });
      await buildStatusDuration(caseFile, {
        fromStatus: "onboarding",
        toStatus: "hold",
        startedAt: "2026-01-01T00:00:00Z",
        endedAt: "2026-01-02T00:00:00Z",
      });
      const comment = await client.call(commentsApi.create, {
        params: caseFile,
        fields: { message: "" },
        files: [{ field: "file", name: "letter.pdf", bytes: await samplePdf() }],
      });
      await buildReaction(comment, { userId: people.admin.id, emoji: "👍" });
      const fileName = comment.attachmentFileName ?? "";
      const [file] = await runtime.database
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.name, fileName));

      const answer = await admin.call(casesApi.remove, { params: caseFile });
      expect(answer).toEqual({ message: "Case deleted" });
      const left = await Promise.all([
        runtime.database.select().from(cases).where(eq(cases.id, caseFile.id)),
        ...[applicants, caseAssignments, caseEvents, caseKeys, caseStatusHistory].map((table) =>
          runtime.database.select().from(table).where(eq(table.caseId, caseFile.id)),
        ),
        ...[comments, internalNotes].map((table) =>
          runtime.database.select().from(table).where(eq(table.caseId, caseFile.id)),
        ),
        runtime.database
          .select()
          .from(commentReactions)
          .where(inArray(commentReactions.commentId, [comment.id])),
      ]);
      expect(left.flat()).toEqual([]);
      for (const person of [admin, client]) {
        await person.refused(404, casesApi.get, { params: caseFile });
        const refusal = await person.refused(404, commentsApi.downloadAttachment, {
          params: { fileName },
        });
        expect(refusal.message).toBe("File not found");
      }

      const [released] = await runtime.database
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.name, fileName));
      expect(released).toMatchObject({ caseId: null, deletedAt: expect.any(String) as string });
      const storage = runtime.files.of(file?.storageDriver ?? "local");
      await storage.open(file?.storageKey ?? "").then((stream) => stream.destroy());
      expect(await removeReleasedFiles()).toBe(1);
      await expect(storage.open(file?.storageKey ?? "")).rejects.toThrow("Nothing is stored");
    },
  );

  it("tells everybody who had it on a screen", async () => {
    const { caseFile, admin, people } = await openActors(portal);
    const heard = await listenToNotices();
    await admin.call(casesApi.remove, { params: caseFile });
    const audiences = () =>
      heard.notices
        .filter((notice) => "keys" in notice && notice.keys.includes("/api/cases"))
        .map((notice) => ("audience" in notice ? notice.audience : null));
    await expect
      .poll(audiences)
      .toEqual(["admins", { userId: people.client.id }, { userId: people.agent.id }]);
    heard.stop();
  });

  it("happens once, however often it is pressed", async () => {
    const { caseFile, admin } = await openActors(portal);
    await admin.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.send(casesApi.remove, { params: caseFile })),
    );
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
  });

  it("while others write in it leaves nothing half done", async () => {
    const { caseFile, admin, client } = await openActors(portal);
    await Promise.all([admin.csrfToken(), client.csrfToken()]);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () =>
        client.send(commentsApi.create, { params: caseFile, body: { message: "Hello" } }),
      ),
      admin.send(casesApi.remove, { params: caseFile }),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    const statuses = new Set([...answers.slice(0, -1).map((answer) => answer.status), 201, 404]);
    expect(statuses).toEqual(new Set([201, 404]));
  });

  it("is for admins alone", async () => {
    const { caseFile, nonAdmins, visitor, admin } = await openActors(portal);
    for (const person of nonAdmins) {
      const refusal = await person.refused(403, casesApi.remove, { params: caseFile });
      expect(refusal.message).toBe("Admin access required");
    }
    await visitor.refused(401, casesApi.remove, { params: caseFile });
    await admin.refused(404, casesApi.remove, { params: { id: 2_000_000_000 } });
    expect((await caseRow(caseFile.id)).revision).toBe(1);
  });
});
