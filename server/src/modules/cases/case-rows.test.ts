import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseListsApi } from "contract/case-lists";
import {
  applicantsGroup,
  nameKey,
  peopleGroup,
  peopleSort,
  statusPosition,
} from "contract/case-order";
import { caseStatuses } from "contract/case-status";
import { casesApi } from "contract/cases";
import { invoiceListsApi } from "contract/invoice-lists";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { caseRows } from "#server/database/tables/case-rows.ts";
import { cases } from "#server/database/tables/cases.ts";
import { staleNames } from "#server/database/tables/stale-names.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { invoiceKeys } from "#server/modules/invoices/invoice-search-keys.ts";
import { readAllPages, settleCaseRows } from "#testing/case-list-bureau.ts";
import { buildAssignment, buildCase } from "#testing/factories/cases.ts";
import { buildInvitation } from "#testing/factories/invitations.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { asOwner } from "#testing/test-database.ts";
import { searchKeys } from "./case-rows.jobs.ts";
import { keyOf, readTexts } from "./search-keys.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

/** Every row, and what it should be by the cases as they are answered. */
async function compareRows() {
  const files = await admin.call(casesApi.list);
  const texts = await readTexts(runtime.database, sql`true`);
  const keys = new Map(texts.map((each) => [each.id, keyOf(each)]));
  const expected = files.map((file) => {
    const ordered = { ...file, assignedCount: file.assignedUsers.length };
    return {
      caseId: file.id,
      statusPosition: statusPosition(file.status),
      applicantsGroup: applicantsGroup(file.numberOfApplicants),
      peopleGroup: peopleGroup(ordered),
      peopleSort: peopleSort(ordered),
      people: file.assignedUsers.slice(0, 3),
      peopleCount: file.assignedUsers.length,
      program: file.citizenshipProgram,
      nationality: file.nationality,
      updatedAt: file.updatedAt,
      searchKey: keys.get(file.id),
    };
  });
  const stored = await runtime.database.select().from(caseRows).orderBy(caseRows.caseId);
  return { stored, expected: expected.toSorted((a, b) => a.caseId - b.caseId) };
}

const run = (statement: string) => runtime.database.execute(sql.raw(statement));

describe("the rows of the list of cases", () => {
  it(
    "equal what is derived from cases and assignments, after any sequence of calls and of statements by hand",
    { tags: ["W-LST-025"] },
    async () => {
      const first = await buildUser({ firstName: "Ünal", lastName: "Ö" });
      const second = await buildUser({
        firstName: "",
        lastName: "",
        email: "nameless@example.com",
      });
      const guest = await buildInvitation({ firstName: "Gül" });
      await settleCaseRows();
      const persons = [String(first.id), String(second.id), `invitation-${guest.id}`];
      const made: { id: number; caseId: string }[] = [];
      const pick = (number: number) => made[number % made.length] ?? made[0];
      const create = async (number: number) => {
        const opened = await admin.call(casesApi.create, {
          body: {
            title: `Family ${number}`,
            nationality: "British",
            citizenshipProgram: number % 2 === 0 ? "nauru" : "vanuatu",
            gender: "Ms.",
            numberOfApplicants: 1 + (number % 10),
            assignedUsers: persons.slice(0, number % 4),
          },
        });
        made.push({ id: opened.id, caseId: opened.caseId });
      };
      await create(3);
      const calls: ((number: number) => Promise<unknown>)[] = [
        create,
        async (number) => {
          const params = { id: pick(number)?.id ?? 0 };
          const body = { title: `Renamed ${number}`, numberOfApplicants: 1 + (number % 10) };
          await admin.call(casesApi.update, { params, body, leavesNoEvent: true });
        },
        async (number) => {
          const file = pick(number);
          const status = caseStatuses[number % 12] ?? "hold";
          await admin.send(casesApi.updateStatus, {
            params: { caseId: file?.caseId ?? "" },
            body: { status },
          });
        },
        async (number) => {
          const params = { id: pick(number)?.id ?? 0 };
          await admin.send(casesApi.assign, {
            params,
            body: { userId: persons[number % 3] ?? "" },
          });
        },
        async (number) => {
          const params = { id: pick(number)?.id ?? 0 };
          await admin.send(casesApi.unassign, {
            params,
            body: { userId: persons[number % 3] ?? "" },
          });
        },
        (number) => run(`update cases set nationality = 'By hand ${number}' where id % 2 = 0`),
        (number) =>
          run(
            `update cases set status = 'courier', created_by = ${first.id} where id % 3 = ${number % 3}`,
          ),
        (number) => run(`delete from case_assignments where case_id % 2 = ${number % 2}`),
        () =>
          run(`insert into case_assignments (case_id, user_id)
        select id, ${second.id} from cases on conflict do nothing`),
        (number) =>
          run(`update case_assignments set assigned_at = now() - id * interval '${number} s'`),
        (number) => run(`update users set first_name = 'Änder${number}' where id = ${first.id}`),
        (number) =>
          run(`update user_invitations set last_name = 'Öz${number}' where id = ${guest.id}`),
      ];
      const step = fc.tuple(fc.nat(calls.length - 1), fc.nat(40));
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
          for (const [which, number] of steps) await calls[which]?.(number);
          await settleCaseRows();
          const { stored, expected } = await compareRows();
          expect(stored).toEqual(expected);
        }),
        { numRuns: 20 },
      );
      expect(await runtime.database.$count(staleNames)).toBe(0);
    },
  );

  it("lose nobody when two assignments are written at once", { tags: ["W-LST-025"] }, async () => {
    const caseFile = await buildCase();
    const crowd = await Promise.all(Array.from({ length: 6 }, () => buildUser()));
    await Promise.all(crowd.map((person) => buildAssignment(caseFile, { userId: person.id })));
    const [row] = await runtime.database
      .select()
      .from(caseRows)
      .where(eq(caseRows.caseId, caseFile.id));
    expect(row).toMatchObject({ peopleCount: 6, peopleGroup: "several 6", peopleSort: "1006" });
  });

  it("stay as they were when the change is rolled back", { tags: ["W-LST-026"] }, async () => {
    const person = await buildUser();
    const caseFile = await buildCase({ assignedTo: [person] });
    await settleCaseRows();
    const before = await runtime.database.select().from(caseRows).orderBy(caseRows.caseId);
    const work = inTransaction(async (tx) => {
      await tx.update(cases).set({ title: "Never", status: "citizen" });
      await tx.execute(sql`delete from case_assignments where case_id = ${caseFile.id}`);
      await tx.update(users).set({ firstName: "Never" }).where(eq(users.id, person.id));
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await runtime.database.select().from(caseRows).orderBy(caseRows.caseId)).toEqual(before);
    expect(await runtime.database.$count(staleNames)).toBe(0);
  });

  it("are found by the new texts from the answer of the change on", async () => {
    const opened = await admin.call(casesApi.create, {
      body: {
        title: "Quillfeather",
        nationality: "British",
        citizenshipProgram: "vanuatu",
        gender: "Ms.",
      },
    });
    expect(await readAllPages(admin, { q: "quillfeather" })).toHaveLength(1);
    await admin.call(casesApi.update, { params: opened, body: { title: "Wrenfield" } });
    expect(await readAllPages(admin, { q: "quillfeather" })).toEqual([]);
    expect(await readAllPages(admin, { q: "wrenfield" })).toHaveLength(1);
    const person = await buildUser({ firstName: "Peregrina" });
    await admin.call(casesApi.assign, { params: opened, body: { userId: person.id } });
    expect(await readAllPages(admin, { q: "peregrina" })).toHaveLength(1);
  });
});

describe("a name that changes", () => {
  it(
    "is found everywhere by its new form, and not by the old one",
    { tags: ["W-LST-027"] },
    async () => {
      const person = await buildUser({ firstName: "Oldname", lastName: "Sarr", role: "agent" });
      await run(`insert into cases (case_id, title, nationality, created_by)
      select 'many ' || n, 'Many', 'British', case when n % 2 = 0 then ${person.id} end
      from generate_series(1, 5000) n`);
      await run(`insert into case_assignments (case_id, user_id)
      select id, ${person.id} from cases where title = 'Many' and created_by is null`);
      await settleCaseRows();
      const found = async (q: string) =>
        (await admin.call(caseListsApi.counts, { query: { q } })).found;
      const picked = async (q: string) =>
        (await admin.call(usersApi.page, { query: { q } })).rows.map(({ id }) => id);
      expect(await found("oldname")).toBe(5000);
      await admin.call(usersApi.update, {
        params: person,
        body: { firstName: "Néwname", lastName: "Sarr", email: person.email, role: "agent" },
      });
      const [renamed] = await runtime.database.select().from(users).where(eq(users.id, person.id));
      expect(renamed?.nameKey).toBe(nameKey({ firstName: "Néwname", lastName: "Sarr", email: "" }));
      expect([await picked("oldname"), await picked("newname")]).toEqual([[], [person.id]]);
      // The only jobs that this takes; each begins with the change and goes on until nothing is left.
      const began = performance.now();
      await settleCaseRows();
      expect(performance.now() - began).toBeLessThan(30_000);
      expect(await found("oldname")).toBe(0);
      expect(await found("newname")).toBe(5000);
      const { groups } = await admin.call(caseListsApi.counts, {
        query: { groupBy: "agents", q: "newname" },
      });
      expect(groups).toContainEqual({
        key: `user ${person.id}`,
        label: "Néwname Sarr",
        count: 2500,
      });
      const { stored, expected } = await compareRows();
      expect(stored).toEqual(expected);
      await run("delete from cases where title = 'Many'");
    },
  );
});

describe("keys that are missing", () => {
  it(
    "are filled by the job, and what was left after a kill by the next one",
    { tags: ["W-LST-028"] },
    async () => {
      for (const place of ["first", "second", "third"])
        await buildCase({ title: `Left behind ${place}` });
      await searchKeys.fill();
      // Killed after the first: what it had written is there, what it had not is not.
      await run(`update case_rows set search_key = null where case_id in
      (select id from cases where title in ('Left behind second', 'Left behind third'))`);
      expect(await readAllPages(admin, { q: "left behind" })).toHaveLength(1);
      expect((await admin.call(caseListsApi.counts, { query: {} })).preparing).toBe(2);
      await searchKeys.job.run({ isSecond: true });
      expect(await readAllPages(admin, { q: "left behind" })).toHaveLength(3);
      expect((await admin.call(caseListsApi.counts, { query: {} })).preparing).toBe(0);
      expect(await runtime.database.$count(caseRows, sql`search_key is null`)).toBe(0);
    },
  );
});

it(
  "needs no index of letters: without pg_trgm every reading answers the same",
  { tags: ["W-LST-029"] },
  async () => {
    const needles = ["", "wrenfield", "néwname", "w", "hold", "%", "محمد"];
    const readings = async () => {
      const answers: unknown[] = [];
      for (const q of needles) {
        const query = { q, limit: "50" };
        answers.push(await admin.call(caseListsApi.page, { query }));
        answers.push(
          await admin.call(caseListsApi.page, { query: { ...query, groupBy: "agents" } }),
        );
        answers.push(await admin.call(caseListsApi.counts, { query: { q, groupBy: "status" } }));
        answers.push(await admin.call(invoiceListsApi.page, { query }));
        answers.push(await admin.call(invoiceListsApi.counts, { query: { q } }));
        answers.push(await admin.call(usersApi.page, { query }));
      }
      return answers;
    };
    await buildInvoice({ invoiceId: "S1-2026-77" });
    await settleCaseRows();
    await invoiceKeys.fill();
    const before = await readings();
    expect(before.filter((answer) => (answer as { rows?: unknown[] }).rows?.length)).not.toEqual(
      [],
    );
    await asOwner("drop extension pg_trgm cascade");
    expect(await readings()).toEqual(before);
    const { stored, expected } = await compareRows();
    expect(stored).toEqual(expected);
  },
);
