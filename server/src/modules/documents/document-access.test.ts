/** Who opened a document, and who may know it. */
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentsApi, OPENINGS_SHOWN } from "contract/documents";
import { invoicesApi } from "contract/invoices";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import { openActorsWithDocument } from "#testing/actors-with-document.ts";
import { buildDocumentAccess } from "#testing/factories/activity.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { asOwner } from "#testing/test-database.ts";

const { view, download, downloadStage, listAccessLog } = documentsApi;
const { viewUpload } = invoicesApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({ settings: { TRUST_PROXY: "127.0.0.0/8" } });
});
afterAll(() => portal.close());

const openDocument = (input?: Parameters<typeof openActorsWithDocument>[1]) =>
  openActorsWithDocument(portal, input);

/** Oldest first. */
const linesAbout = (documentId: number) =>
  runtime.database
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.kind, "document.opened"),
        sql`${securityEvents.metadata} -> 'documentIds' @> ${documentId}`,
      ),
    )
    .orderBy(securityEvents.id);

/** As in 0002_audit_chain.sql. */
const CHAIN_LOCK = 1_635_083_369;

async function waitingForLocks(): Promise<number> {
  const { rows } = await runtime.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_locks
     where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.count ?? 0;
}

describe("the opening of a document", () => {
  it(
    "is a line of the security log before the first byte leaves: who, which, how, from where",
    { tags: ["asvs-118", "security-5.7"] },
    async () => {
      const { caseFile, document, params, client, agent, admin, people } = await openDocument();
      await client.send(view, { params });
      await agent.send(download, { params });
      await admin.send(viewUpload, { params: { name: document.fileName } });
      const lines = await linesAbout(params.id);
      const opening = { caseId: caseFile.id, documentIds: [params.id] };
      expect(lines).toMatchObject([
        { userId: people.client.id, ipAddress: "127.0.0.1", metadata: { way: "view", ...opening } },
        { userId: people.agent.id, metadata: { way: "download", ...opening } },
        { userId: people.admin.id, metadata: { way: "view", ...opening } },
      ]);
      expect(await verifyChain()).toMatchObject({ broken: null });
    },
  );

  it("of a whole stage is one line that names each of its documents", async () => {
    const { caseFile, params, client, people } = await openDocument();
    const other = await buildDocument({ caseId: caseFile.id });
    const stage = {
      params: { caseId: caseFile.caseId },
      query: { stage: "uncategorized" },
    } as const;
    await client.send(downloadStage, stage);
    const lines = await linesAbout(other.id);
    expect(lines).toMatchObject([
      {
        userId: people.client.id,
        metadata: { way: "archive", caseId: caseFile.id, documentIds: [params.id, other.id] },
      },
    ]);
    expect(await linesAbout(params.id)).toEqual(lines);
  });

  it("is one line for all the pieces that a viewer fetches, even at the same moment", async () => {
    const { params, client } = await openDocument({ content: Buffer.alloc(200_000, "%PDF-1.7 ") });
    // The chain is held until every piece has got as far as it can: none of them has committed before.
    const holder = await runtime.pool.connect();
    await holder.query("select pg_advisory_lock($1)", [CHAIN_LOCK]);
    const pieces = Array.from({ length: 6 }, (_, piece) => {
      const headers = { range: `bytes=${piece * 1000}-${piece * 1000 + 99}` };
      return client.send(view, { params, headers });
    });
    await expect.poll(waitingForLocks).toBe(pieces.length);
    await holder.query("select pg_advisory_unlock($1)", [CHAIN_LOCK]);
    holder.release();
    const statuses = (await Promise.all(pieces)).map(({ status }) => status);
    expect(statuses).toEqual(pieces.map(() => 206));
    expect(await linesAbout(params.id)).toHaveLength(1);
  });

  it("is a new line for another person, another way, and after ten minutes", async () => {
    const { caseFile, params, client, agent, people } = await openDocument();
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const earlier = { caseId: caseFile.id, documentIds: [params.id], userId: people.client.id };
    await buildDocumentAccess({ ...earlier, createdAt: minutesAgo(11) });
    for (const person of [client, client, agent, agent]) await person.send(view, { params });
    await client.send(download, { params });
    expect((await linesAbout(params.id)).map(({ userId }) => userId)).toEqual([
      people.client.id,
      people.client.id,
      people.agent.id,
      people.client.id,
    ]);
  });

  it("is a new line for another session and for another address", async () => {
    const { params, client, people } = await openDocument();
    const elsewhere = { "x-forwarded-for": "203.0.113.9" };
    const otherSession = await portal.as(people.client);
    for (let time = 0; time < 2; time += 1) {
      await client.send(view, { params });
      await client.send(view, { params, headers: elsewhere });
      await otherSession.send(view, { params });
    }
    const lines = await linesAbout(params.id);
    expect(lines.map(({ ipAddress }) => ipAddress)).toEqual([
      "127.0.0.1",
      "203.0.113.9",
      "127.0.0.1",
    ]);
    const [first, second, third] = lines.map(({ metadata }) => metadata.session);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("to take it along is a line each time, with its address", async () => {
    const { caseFile, params, client } = await openDocument();
    const elsewhere = { headers: { "x-forwarded-for": "203.0.113.9" } };
    const stage = {
      params: { caseId: caseFile.caseId },
      query: { stage: "uncategorized" },
    } as const;
    await client.send(download, { params });
    await client.send(download, { params, ...elsewhere });
    await client.send(download, { params });
    await client.send(downloadStage, stage);
    await client.send(downloadStage, { ...stage, ...elsewhere });
    const lines = await linesAbout(params.id);
    expect(lines.map(({ metadata, ipAddress }) => [metadata.way, ipAddress])).toEqual([
      ["download", "127.0.0.1"],
      ["download", "203.0.113.9"],
      ["download", "127.0.0.1"],
      ["archive", "127.0.0.1"],
      ["archive", "203.0.113.9"],
    ]);
  });

  it("is not written when nothing goes out", async () => {
    const { params, client, strangers } = await openDocument();
    await client.request({ method: "HEAD", url: `/api/documents/${params.id}/view` });
    for (const stranger of strangers) await stranger.refused(404, view, { params });
    expect(await linesAbout(params.id)).toEqual([]);
  });

  it("that cannot be written down does not happen", async () => {
    const { params, client } = await openDocument();
    await asOwner("alter table security_events add check (kind <> 'document.opened') not valid");
    for (const endpoint of [view, download]) await client.refused(500, endpoint, { params });
    await asOwner("alter table security_events drop constraint security_events_kind_check");
    expect((await client.send(view, { params })).status).toBe(200);
  });

  it("names no document, so that nothing of an erased case stays behind", async () => {
    const { caseFile, params, client } = await openDocument({ originalName: "Ana Silva.pdf" });
    await client.send(view, { params });
    await runtime.database.delete(cases).where(eq(cases.id, caseFile.id));
    const lines = await linesAbout(params.id);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("Ana");
    expect(await verifyChain()).toMatchObject({ broken: null });
  });
});

describe("who has opened a document", () => {
  it("is told to everybody who may see it: name, role, way and time, newest first", async () => {
    const { params, client, agent, admin } = await openDocument();
    await client.send(view, { params });
    await agent.send(download, { params });
    await admin.send(view, { params });
    const told = await client.call(listAccessLog, { params });
    expect(told.map(({ person, way }) => ({ ...person, way }))).toEqual([
      { firstName: "Ada", lastName: "Admin", role: "admin", way: "view" },
      { firstName: "Alan", lastName: "Agent", role: "agent", way: "download" },
      { firstName: "Clara", lastName: "Client", role: "client", way: "view" },
    ]);
    for (const person of [agent, admin])
      expect(await person.call(listAccessLog, { params })).toEqual(told);
  });

  it(
    "is hidden with the document: from other cases, and for the government's papers",
    { tags: ["D-071", "D-106"] },
    async () => {
      const { params, strangers, visitor } = await openDocument();
      for (const stranger of strangers) {
        const hidden = await stranger.refused(404, listAccessLog, { params });
        expect(hidden.message).toBe("Document not found");
      }
      await visitor.refused(401, listAccessLog, { params });
      const secret = await openDocument({ category: "vanuatu-id" });
      await secret.admin.send(view, secret);
      expect(await secret.admin.call(listAccessLog, secret)).toHaveLength(1);
      for (const person of [secret.client, secret.agent])
        await person.refused(404, listAccessLog, secret);
    },
  );

  it("is told for each document alone, and is empty before the first opening", async () => {
    const { caseFile, params, client } = await openDocument();
    const other = await buildDocument({ caseId: caseFile.id });
    await client.send(view, { params: { id: other.id } });
    expect(await client.call(listAccessLog, { params })).toEqual([]);
  });

  it("goes on naming the line of a deleted account, as nobody's", async () => {
    const { params, client, agent, people } = await openDocument();
    await agent.send(view, { params });
    await runtime.database.delete(users).where(eq(users.id, people.agent.id));
    expect(await client.call(listAccessLog, { params })).toMatchObject([{ person: null }]);
  });

  it("ends with the newest hundred", async () => {
    const { caseFile, params, client, people } = await openDocument();
    const input = { caseId: caseFile.id, documentIds: [params.id], userId: people.agent.id };
    const made = [];
    for (let index = 0; index <= OPENINGS_SHOWN; index += 1)
      made.unshift((await buildDocumentAccess(input)).id);
    const told = await client.call(listAccessLog, { params });
    expect(told.map(({ id }) => id)).toEqual(made.slice(0, OPENINGS_SHOWN));
  });
});
