import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CaseDocument } from "contract/documents";
import { documentsApi } from "contract/documents";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { removeReleasedFiles } from "#server/files/sweep.ts";
import { openActorsWithDocument } from "#testing/actors-with-document.ts";
import type { Actors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const { approve, assign, categorize, remove, rename } = documentsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const openDocument = (input?: Parameters<typeof openActorsWithDocument>[1]) =>
  openActorsWithDocument(portal, input, { updatedAt: "2026-01-05T10:00:00.000Z" });

const eventsOf = (caseId: number) =>
  runtime.database
    .select()
    .from(caseEvents)
    .where(eq(caseEvents.caseId, caseId))
    .orderBy(caseEvents.seq);

async function wasTouched({ caseFile }: Pick<Actors, "caseFile">): Promise<boolean> {
  const [row] = await runtime.database.select().from(cases).where(eq(cases.id, caseFile.id));
  return row?.updatedAt !== caseFile.updatedAt;
}

describe("renaming a document", () => {
  it(
    "changes its name for everybody who sees the case, and says so",
    { tags: ["C-DOC-029", "C-ROLE-027", "S-28"] },
    async () => {
      const { document, params, caseFile, people, ...actors } = await openDocument();
      for (const person of [actors.client, actors.agent, actors.admin]) {
        await person.call(rename, { params, body: { newName: "other.pdf" } });
        const renamed = await person.call(rename, { params, body: { newName: "جواز سفر.pdf" } });
        expect(renamed.originalName).toBe("جواز سفر.pdf");
      }
      const [event] = await eventsOf(caseFile.id);
      expect(event).toMatchObject({
        action: "update",
        actorId: people.client.id,
        documentName: "other.pdf",
        stage: "uncategorized",
        metadata: { originalName: { from: "scan.pdf", to: "other.pdf" } },
        subject: "document",
        subjectId: document.id,
        revision: 2,
      });
      expect(await wasTouched({ caseFile })).toBe(true);
    },
  );

  it.each([
    ["scan.pdf", "Passport", "Passport.pdf"],
    ["scan.pdf", "Passport.PDF", "Passport.PDF"],
    ["scan.pdf", "Passport.docx", "Passport.docx.pdf"],
    ["scan.pdf", "  Passport.pdf  ", "Passport.pdf"],
    ["scan.pdf", "../../etc/passwd", ".._.._etc_passwd.pdf"],
    ["scan.pdf", "a\u202Egpj.exe", "agpj.exe.pdf"],
    ["السيرة.docx", "سيرة ذاتية", "سيرة ذاتية.docx"],
  ])(
    "keeps the extension: %s becomes from %j %j",
    { tags: ["D-076"] },
    async (originalName, newName, wanted) => {
      const { params, client } = await openDocument({ originalName });
      const renamed = await client.call(rename, { params, body: { newName } });
      expect(renamed.originalName).toBe(wanted);
    },
  );

  it.each([[""], ["   "], ["\u202E\u200F"], [undefined], [5]])(
    "refuses %j as a name",
    { tags: ["D-076"] },
    async (newName) => {
      const { params, client } = await openDocument();
      const refusal = await client.refused(400, rename, { params, rawBody: { newName } });
      expect(refusal).toMatchObject({
        message: "Document name is required",
        fields: { newName: "Document name is required" },
      });
    },
  );

  it("takes 255 characters and refuses 256", { tags: ["D-076"] }, async () => {
    const { params, client } = await openDocument();
    const longest = `${"x".repeat(251)}.pdf`;
    const renamed = await client.call(rename, { params, body: { newName: longest } });
    expect(renamed.originalName).toBe(longest);
    const refusal = await client.refused(400, rename, { params, body: { newName: `x${longest}` } });
    expect(refusal.message).toBe("Must be at most 255 characters");
  });

  it(
    "to the name it has changes nothing and leaves no event",
    { tags: ["C-DOC-030"] },
    async () => {
      const { params, client, document, caseFile } = await openDocument();
      const same = await client.call(rename, {
        params,
        body: { newName: "scan.pdf" },
        leavesNoEvent: true,
      });
      expect(same.version).toBe(document.revision);
      expect(await eventsOf(caseFile.id)).toEqual([]);
      expect(await wasTouched({ caseFile })).toBe(false);
    },
  );
});

describe("saying what a document is", () => {
  it(
    "changes category and name in one update with one event",
    { tags: ["C-DOC-031", "C-ROLE-028", "S-29"] },
    async () => {
      const { params, client, caseFile } = await openDocument();
      const body = { category: "passport", newName: "Main - scan.pdf" } as const;
      const changed = await client.call(categorize, { params, body });
      expect(changed).toMatchObject({
        category: "passport",
        version: 2,
        originalName: body.newName,
      });
      const events = await eventsOf(caseFile.id);
      expect(events).toMatchObject([
        {
          action: "update",
          stage: "stage1",
          metadata: {
            category: { from: "uncategorized", to: "passport" },
            originalName: { from: "scan.pdf", to: "Main - scan.pdf" },
          },
        },
      ]);
      expect(await wasTouched({ caseFile })).toBe(true);
    },
  );

  it("keeps the name when none is given", async () => {
    const { params, agent } = await openDocument();
    const changed = await agent.call(categorize, {
      params,
      body: { category: "cv", newName: null },
    });
    expect(changed).toMatchObject({ category: "cv", originalName: "scan.pdf" });
  });

  it("refuses a category that does not exist", { tags: ["C-DOC-015"] }, async () => {
    const { params, client } = await openDocument();
    const refusal = await client.refused(400, categorize, {
      params,
      rawBody: { category: "visa" },
    });
    expect(refusal.message).toBe("Invalid document category");
  });

  it(
    "lets only admins file a document among the government's papers, where others lose sight of it",
    { tags: ["D-071"] },
    async () => {
      const { params, client, agent, admin } = await openDocument();
      const body = { category: "vanuatu-id" } as const;
      for (const person of [client, agent]) {
        const refusal = await person.refused(403, categorize, { params, body });
        expect(refusal.message).toBe("Only admins may use this category");
      }
      await admin.call(categorize, { params, body });
      const refusal = await client.refused(404, categorize, { params, body: { category: "id" } });
      expect(refusal.message).toBe("Document not found");
    },
  );
});

describe("saying whose document it is", () => {
  it(
    "takes an applicant of the case, and back to nobody",
    { tags: ["C-DOC-032", "C-ROLE-028", "S-29"] },
    async () => {
      const { params, client, caseFile } = await openDocument();
      const applicant = await buildApplicant({ caseId: caseFile.id });
      const body = { assignedTo: applicant.id, newName: "Main - scan.pdf" };
      const assigned = await client.call(assign, { params, body });
      expect(assigned).toMatchObject({ assignedTo: applicant.id, originalName: "Main - scan.pdf" });
      const freed = await client.call(assign, {
        params,
        body: { assignedTo: null, newName: "scan" },
      });
      expect(freed).toMatchObject({ assignedTo: null, originalName: "scan.pdf" });
      expect((await eventsOf(caseFile.id)).map((event) => event.metadata)).toEqual([
        {
          assignedTo: { from: null, to: applicant.id },
          originalName: { from: "scan.pdf", to: "Main - scan.pdf" },
        },
        {
          assignedTo: { from: applicant.id, to: null },
          originalName: { from: "Main - scan.pdf", to: "scan.pdf" },
        },
      ]);
    },
  );

  it(
    "refuses an applicant of another case, whether or not he exists",
    { tags: ["security-3.3"] },
    async () => {
      const { params, client } = await openDocument();
      const foreign = await buildApplicant({ caseId: (await buildCase()).id });
      for (const assignedTo of [foreign.id, 2_000_000_000]) {
        const refusal = await client.refused(400, assign, { params, body: { assignedTo } });
        expect(refusal.fields).toEqual({
          assignedTo: "This applicant does not belong to the case",
        });
      }
    },
  );
});

describe("editing at the same time", () => {
  const basedOn = (document: CaseDocument) => ({ "if-match": String(document.version) });

  it(
    "refuses to overwrite the same field unseen, and names what is there now",
    { tags: ["reliability-18"] },
    async () => {
      const { params, client, agent } = await openDocument();
      const seen = await client.call(rename, { params, body: { newName: "first.pdf" } });
      await agent.call(rename, { params, body: { newName: "second.pdf" } });
      const refusal = await client.refused(409, rename, {
        params,
        body: { newName: "third.pdf" },
        headers: basedOn(seen),
      });
      expect(refusal).toMatchObject({
        code: "edit.conflict",
        current: { originalName: "second.pdf" },
      });
      await client.call(rename, { params, body: { newName: "third.pdf" } });
    },
  );

  it("lets different fields pass each other", { tags: ["reliability-18"] }, async () => {
    const { params, client, agent } = await openDocument();
    const seen = await client.call(rename, { params, body: { newName: "first.pdf" } });
    await agent.call(rename, { params, body: { newName: "second.pdf" } });
    const changed = await client.call(categorize, {
      params,
      body: { category: "birth" },
      headers: basedOn(seen),
    });
    expect(changed).toMatchObject({ originalName: "second.pdf", category: "birth" });
  });
});

describe("approving a document", () => {
  it("is for admins, and marks it once", { tags: ["C-DOC-033", "D-087"] }, async () => {
    const { params, admin, caseFile, nonAdmins } = await openDocument();
    for (const person of nonAdmins) {
      const refusal = await person.refused(403, approve, { params });
      expect(refusal.message).toBe("Admin access required");
    }
    expect(await admin.call(approve, { params })).toMatchObject({ isApproved: true, version: 2 });
    const again = await admin.call(approve, { params, leavesNoEvent: true });
    expect(again).toMatchObject({ isApproved: true, version: 2 });
    expect(await eventsOf(caseFile.id)).toMatchObject([
      { action: "update", documentName: "scan.pdf", metadata: { isApproved: true } },
    ]);
  });
});

describe("deleting a document", () => {
  it(
    "is for admins; the row goes at once and the bytes after it",
    { tags: ["C-DOC-026", "C-ROLE-017", "S-30"] },
    async () => {
      const { params, admin, caseFile, document, nonAdmins } = await openDocument({
        category: "cv",
      });
      for (const person of nonAdmins) {
        const refusal = await person.refused(403, remove, { params });
        expect(refusal.message).toBe("Admin access required");
      }
      expect(await admin.call(remove, { params })).toEqual({
        message: "Document deleted",
        dossiers: 0,
      });
      const rows = await runtime.database
        .select()
        .from(documents)
        .where(eq(documents.id, document.id));
      expect(rows).toEqual([]);
      expect(await eventsOf(caseFile.id)).toMatchObject([
        { action: "delete", documentName: "scan.pdf", stage: "stage1" },
      ]);
      expect(await wasTouched({ caseFile })).toBe(true);
      await removeReleasedFiles();
      const objects = await Array.fromAsync(runtime.files.current.list());
      expect(objects.map((object) => object.key)).not.toContain(document.filePath);
      await admin.refused(404, remove, { params });
    },
  );
});

describe("a document of a case one does not see", () => {
  it(
    "does not exist: same answer as for a number that is nobody's",
    { tags: ["D-106", "S-20"] },
    async () => {
      const { params, strangers, visitor, admin } = await openDocument();
      const unknown = { id: 2_000_000_000 };
      const calls = [
        [rename, { newName: "mine.pdf" }],
        [categorize, { category: "cv" }],
        [assign, { assignedTo: null }],
      ] as const;
      for (const [endpoint, rawBody] of calls) {
        for (const stranger of strangers) {
          const hidden = await stranger.refused(404, endpoint, { params, rawBody });
          const missing = await stranger.refused(404, endpoint, { params: unknown, rawBody });
          expect({ ...hidden, requestId: "" }).toEqual({ ...missing, requestId: "" });
          expect(hidden.message).toBe("Document not found");
        }
        await admin.refused(404, endpoint, { params: unknown, rawBody });
        await visitor.refused(401, endpoint, { params, rawBody });
      }
    },
  );
});
