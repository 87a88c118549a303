import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { invoicesApi } from "contract/invoices";
import { type SearchAnswer, type SearchKind } from "contract/search";
import { runtime } from "#server/core/runtime.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildAssignment, buildCase } from "#testing/factories/cases.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { buildUser } from "#testing/factories/users.ts";
import { hitsOf, idsFound, idsOf, search } from "#testing/search.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { fillSearch } from "./search.jobs.ts";

let portal: TestApp;
let actors: Actors;
beforeAll(async () => {
  portal = await openTestApp();
  actors = await openActors(portal, { title: "Family Sarrouf", caseId: "VU-2026-0014" });
});
afterAll(() => portal.close());

describe("who finds what", () => {
  it(
    "finds as a client his own cases and their records alone",
    { tags: ["W-FND-003"] },
    async () => {
      const word = `Verbena${uniqueSuffix()}`;
      const own = actors.caseFile.id;
      const other = (await buildCase()).id;
      const build = async (caseId: number) => ({
        person: (await buildApplicant({ caseId, fullName: word, position: 7 })).id,
        document: (await buildDocument({ caseId, originalName: `${word}.pdf` })).id,
        message: (await buildComment({ caseId, message: word })).id,
        invoice: (await buildInvoice({ caseId, invoiceId: `${word}-${caseId}` })).id,
      });
      const mine = await build(own);
      const foreign = await build(other);
      const paid = await buildInvoice({
        caseId: own,
        invoiceId: `${word}-P`,
        status: "Paid by client",
      });
      const hidden = await buildInvoice({
        caseId: own,
        invoiceId: `${word}-F`,
        status: "Funds Processed",
      });
      await fillSearch();
      const answer = await search(actors.client, word);
      for (const kind of ["person", "document", "message"] as const)
        expect(idsOf(answer, kind), kind).toEqual([mine[kind]]);
      expect(idsOf(answer, "invoice").toSorted((a, b) => a - b)).toEqual(
        [mine.invoice, paid.id].toSorted((a, b) => a - b),
      );
      expect(idsOf(answer, "invoice")).not.toContain(hidden.id);

      const seen = await search(actors.accountant, word);
      expect(idsOf(seen, "invoice")).toHaveLength(4);
      for (const kind of ["person", "document", "message"] as const)
        expect(idsOf(seen, kind), kind).toEqual([]);
      expect(idsOf(await search(actors.admin, word), "document")).toContain(foreign.document);
    },
  );

  it(
    "finds as an accountant every invoice, and the rest of assigned cases",
    { tags: ["W-FND-005"] },
    async () => {
      const user = await buildUser({ role: "accountant" });
      const client = await portal.as(user);
      const caseFile = await buildCase();
      await buildAssignment(caseFile, { userId: user.id });
      const word = `Ledger${uniqueSuffix()}`;
      const person = await buildApplicant({ caseId: caseFile.id, fullName: word });
      await buildApplicant({ fullName: word });
      const invoices = [
        await buildInvoice({ caseId: caseFile.id, invoiceId: `${word}-1`, status: "Completed" }),
        await buildInvoice({ invoiceId: `${word}-2`, status: "Cancelled" }),
      ];
      await fillSearch();
      const answer = await search(client, word);
      expect(idsOf(answer, "person")).toEqual([person.id]);
      expect(idsOf(answer, "invoice").toSorted((a, b) => a - b)).toEqual(
        invoices.map(({ id }) => id).toSorted((a, b) => a - b),
      );
    },
  );

  it(
    "never shows the government's papers, nor notes, to anybody but admins",
    { tags: ["W-FND-004"] },
    async () => {
      const word = `Secretum${uniqueSuffix()}`;
      const { id: caseId } = actors.caseFile;
      const paper = await buildDocument({
        caseId,
        originalName: `${word}.pdf`,
        category: "fiu-letter",
      });
      await runtime.database.execute(
        sql`insert into internal_notes (case_id, message) values (${caseId}, ${word})`,
      );
      await fillSearch();
      for (const client of [actors.client, actors.agent])
        expect((await search(client, word)).kinds.flatMap(({ hits }) => hits)).toEqual([]);
      const found = (await search(actors.admin, word)).kinds.flatMap(({ hits }) => hits);
      expect(found.map(({ id }) => id)).toEqual([paper.id]);
    },
  );

  it("finds his own old message behind a thousand newer ones of others", async () => {
    const word = `Weather${uniqueSuffix()}`;
    const { id } = await buildComment({ caseId: actors.caseFile.id, message: word });
    await runtime.database.execute(sql`
      insert into comments (case_id, message, created_at)
      select ${(await buildCase()).id}, ${word}, now() + n * interval '1 second'
      from generate_series(1, 1001) n`);
    await fillSearch();
    expect(idsOf(await search(actors.agent, word), "message")).toEqual([id]);
    const [newest] = hitsOf(await search(actors.admin, word), "message");
    expect(newest?.id).not.toBe(id);
  });

  it("shows the users of a common case, to admins all", { tags: ["W-FND-006"] }, async () => {
    const name = `Colleague${uniqueSuffix()}`;
    const near = await buildUser({ firstName: name, role: "agent" });
    const far = await buildUser({ firstName: name, role: "agent" });
    await buildAssignment(actors.caseFile, { userId: near.id });
    await fillSearch();
    expect(await idsFound(actors.client, name, "user")).toEqual([near.id]);
    expect((await idsFound(actors.admin, name, "user")).toSorted((a, b) => a - b)).toEqual(
      [near.id, far.id].toSorted((a, b) => a - b),
    );
    const [exact] = hitsOf(await search(actors.admin, far.email), "user");
    expect(exact?.id).toBe(far.id);
  });
});

it(
  "hits nothing that its own call refuses, whatever the bureau",
  { tags: ["W-FND-002"] },
  async () => {
    const word = `Anyone${uniqueSuffix()}`;
    const clients = [actors.client, actors.agent, actors.accountant, ...actors.strangers];
    const cases = [actors.caseFile, await buildCase(), await buildCase()];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            on: fc.nat(2),
            what: fc.constantFrom("paper", "secret", "message", "invoice", "person"),
            status: fc.constantFrom("Sent", "Paid by client", "Completed", "Cancelled"),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        async (records) => {
          for (const { on, what, status } of records) {
            const caseId = cases[on]?.id ?? 0;
            if (what === "person") await buildApplicant({ caseId, fullName: word, position: 9 });
            else if (what === "message") await buildComment({ caseId, message: word });
            else if (what === "invoice")
              await buildInvoice({
                caseId,
                invoiceId: `${word}-${uniqueSuffix()}`,
                status: status as "Sent",
              });
            else
              await buildDocument({
                caseId,
                originalName: word,
                category: what === "secret" ? "fiu-letter" : "cv",
              });
          }
          await fillSearch();
          for (const client of clients)
            await expectEachToBeOpen(client, await search(client, word, { limit: "30" }));
        },
      ),
      { numRuns: 6 },
    );
  },
);

/** What the calls of the case, or the list of invoices, show to this person. */
async function expectEachToBeOpen(client: TestClient, answer: SearchAnswer): Promise<void> {
  for (const { kind, hits } of answer.kinds) {
    for (const { id, caseId } of hits) {
      if (kind === "user") continue;
      const listed = await listedOf(client, kind, caseId ?? "");
      expect(listed, `${kind} ${id} of ${caseId}`).toContain(id);
    }
  }
}

async function listedOf(client: TestClient, kind: SearchKind, caseId: string): Promise<number[]> {
  if (kind === "invoice") {
    const all = await client.send(invoicesApi.list);
    const listed =
      all.status === 200
        ? (all.body as { id: number }[])
        : await client.call(invoicesApi.listOfCase, { params: { caseId } });
    return listed.map(({ id }) => id);
  }
  const detail = await client.call(casesApi.get, { params: { caseId } });
  if (kind === "case") return [detail.case.id];
  if (kind === "person") return detail.applicants.map(({ id }) => id);
  if (kind === "document") return detail.documents.map(({ id }) => id);
  const threads = await client.call(commentsApi.listByCaseCode, { params: { caseId } });
  return threads.flatMap((thread) => [thread.id, ...(thread.replies ?? []).map(({ id }) => id)]);
}
