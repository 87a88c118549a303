import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { invoicesApi } from "contract/invoices";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { searchEntries } from "#server/database/tables/search-entries.ts";
import { searchFills } from "#server/database/tables/search-fills.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { buildUser } from "#testing/factories/users.ts";
import { hitsOf, idsFound, search } from "#testing/search.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { findWrongEntries, repairEntries } from "./search-repair.ts";
import { fillSearch } from "./search.jobs.ts";

let portal: TestApp;
let actors: Actors;
beforeAll(async () => {
  portal = await openTestApp();
  actors = await openActors(portal, { title: "Family Sarrouf", caseId: "VU-2026-0014" });
});
afterAll(() => portal.close());

describe("what has just changed", () => {
  it("is found at once after the answer", { tags: ["W-FND-008"] }, async () => {
    const word = `Fresh${uniqueSuffix()}`;
    const { id } = actors.caseFile;
    await actors.agent.call(commentsApi.create, {
      params: { id },
      fields: { message: `${word} message` },
    });
    expect(hitsOf(await search(actors.client, word), "message")).toHaveLength(1);
    await actors.admin.call(applicantsApi.save, {
      params: { id },
      body: { applicants: [{ fullName: `${word} Person`, category: "Main Applicant" }] },
    });
    expect(hitsOf(await search(actors.client, word), "person")).toHaveLength(1);
    await actors.admin.call(invoicesApi.create, {
      body: {
        caseId: id,
        caseTitle: "Family",
        stage: "Stage 1",
        invoiceId: `S1-${word}`,
        usdFee: 100,
        rate: 1,
      },
    });
    expect(hitsOf(await search(actors.client, `s1-${word}`), "invoice")).toHaveLength(1);
  });

  it(
    "is not found any more once it is deleted or renamed away",
    { tags: ["W-FND-009"] },
    async () => {
      const word = `Former${uniqueSuffix()}`;
      const caseFile = await buildCase();
      const save = (fullName: string) =>
        actors.admin.call(applicantsApi.save, {
          params: { id: caseFile.id },
          body: { applicants: [{ fullName, category: "Main Applicant" }] },
        });
      await save(`${word} Person`);
      expect(await idsFound(actors.admin, word, "person")).toHaveLength(1);
      await save("Somebody Else");
      expect(await idsFound(actors.admin, word, "person")).toEqual([]);

      const user = await buildUser({ firstName: word });
      await fillSearch();
      const { email, role } = user;
      await actors.admin.call(usersApi.update, {
        params: { id: user.id },
        body: { firstName: `Later${word}`, lastName: "Person", email, role },
      });
      expect(await idsFound(actors.admin, word, "user")).toEqual([]);
      expect(await idsFound(actors.admin, `later${word}`, "user")).toEqual([user.id]);

      await buildComment({ caseId: caseFile.id, message: word });
      await fillSearch();
      expect(await idsFound(actors.admin, word, "message")).toHaveLength(1);
      await actors.admin.call(casesApi.remove, { params: { id: caseFile.id } });
      expect((await search(actors.admin, word)).kinds.flatMap(({ hits }) => hits)).toEqual([]);
      expect(
        await runtime.database
          .select()
          .from(searchEntries)
          .where(eq(searchEntries.caseId, caseFile.id)),
      ).toEqual([]);
    },
  );
});

describe("entries", () => {
  it(
    "that are wrong, missing or left over are found and written anew",
    { tags: ["W-FND-016"] },
    async () => {
      await fillSearch();
      const person = await buildApplicant({ fullName: "Entry Wrong" });
      const other = await buildApplicant({ fullName: "Entry Missing" });
      await fillSearch();
      expect(await findWrongEntries()).toEqual([]);
      await runtime.database.execute(
        sql`update search_entries set words = array_to_tsvector(array['nonsense']) where kind = 'person' and record_id = ${person.id}`,
      );
      await runtime.database.execute(
        sql`delete from search_entries where kind = 'person' and record_id = ${other.id}`,
      );
      await runtime.database.execute(
        sql`insert into search_entries (kind, record_id, words, at) values ('message', 2000000000, '''left''', now())`,
      );
      const wrong = await repairEntries();
      expect(wrong.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        [person.id, other.id, 2_000_000_000].toSorted((a, b) => a - b),
      );
      expect(await findWrongEntries()).toEqual([]);
      expect(await idsFound(actors.admin, "entry", "person")).toHaveLength(2);
    },
  );

  it("of before the search are taken in piece by piece, and the answer says how far that is", async () => {
    await fillSearch();
    const { rows } = await runtime.database.execute<{ count: number }>(
      sql`select count(*)::int as count from applicants`,
    );
    const count = rows[0]?.count ?? 0;
    await runtime.database.delete(searchEntries);
    await runtime.database.delete(searchFills);
    await runtime.database
      .insert(searchFills)
      .values({ kind: "person", total: count + 5, filled: 5 });
    expect(await search(actors.admin, "entry")).toMatchObject({ preparing: count, prepared: 5 });
    await fillSearch();
    expect(await search(actors.admin, "entry")).toMatchObject({ preparing: 0 });
    expect(await findWrongEntries()).toEqual([]);
  });
});
