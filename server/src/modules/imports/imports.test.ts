import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { caseListsApi } from "contract/case-lists";
import { type ImportOptions, importsApi, usualOptions } from "contract/imports";
import { searchApi } from "contract/search";
import { runtime } from "#server/core/runtime.ts";
import { sqlState } from "#server/database/errors.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { cases } from "#server/database/tables/cases.ts";
import { imports } from "#server/database/tables/imports.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { buildImport } from "#testing/factories/imports.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import {
  caseOf,
  caseTable,
  checkImportOf,
  csvFile,
  type ImportFile,
  newCode,
  rowsOfImport,
  runImportOf,
  uploadImport,
} from "#testing/imported.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { asOwner } from "#testing/test-database.ts";
import { checkRows } from "./check-rows.ts";
import { goOnJob } from "./imports.jobs.ts";
import { runImport } from "./run-import.ts";

const { get, rows, saveMapping, start, pause, finish, remove } = importsApi;

let portal: TestApp;
let admin: TestClient;
let adviser: { id: number; email: string };
beforeAll(async () => {
  // Nobody listens there: what counts is whether a message is stored.
  portal = await openTestApp({
    settings: { WEBHOOK_URL_CASE_CREATION: "https://automation.example/hook" },
  });
  admin = await portal.as(await buildAdmin());
  adviser = await buildUser({ role: "agent" });
});
afterAll(() => portal.close());

const csv = csvFile;
const table = caseTable;
const code = newCode;
const upload = (...files: ImportFile[]) => uploadImport(admin, ...files);
const check = (files: ImportFile[], options?: Partial<ImportOptions>) =>
  checkImportOf(admin, files, options);
const run = (files: ImportFile[], options?: Partial<ImportOptions>) =>
  runImportOf(admin, files, options);
const rowsOf = (id: number) => rowsOfImport(admin, id);
const PEOPLE = "Case ID,Full name,Category,Date of birth";

it(
  "writes cases with their people, days and advisers, and tells nobody",
  { tags: ["W-IMP-014..015"] },
  async () => {
    const own = code();
    const before = await told();
    const done = await run([
      table(
        `${own},Haddad family,vanuatu,LBN,Courier,2024-05-06,2023-01-02,"5,000.00",${adviser.email}`,
      ),
      csv(
        `${PEOPLE}\n${own},Amina Haddad,Main Applicant,12/04/1985\n${own},Karim,Spouse,`,
        "p.csv",
      ),
    ]);
    expect(done).toMatchObject({ state: "finished", position: 3 });
    expect(done.counts).toMatchObject({ rows: 3, created: 3 });
    const row = await caseOf(own);
    expect(row).toMatchObject({
      nationality: "Lebanese",
      status: "courier",
      fiuFee: 500_000,
      lastStatusUpdatedAt: "2024-05-05T20:00:00.000Z",
      createdAt: "2023-01-01T20:00:00.000Z",
      numberOfApplicants: 2,
    });
    const people = await admin.call(applicantsApi.list, { params: { id: row?.id ?? 0 } });
    expect(people.map(({ fullName, dateOfBirth }) => [fullName, dateOfBirth])).toEqual([
      ["Amina Haddad", "1985-04-12"],
      ["Karim", null],
    ]);
    const assigned = await runtime.database
      .select({ userId: caseAssignments.userId })
      .from(caseAssignments)
      .where(eq(caseAssignments.caseId, row?.id ?? 0));
    expect(assigned).toEqual([{ userId: adviser.id }]);
    expect(await told()).toEqual(before);
    const lines = await runtime.database
      .select({ action: caseEvents.action, metadata: caseEvents.metadata })
      .from(caseEvents)
      .where(eq(caseEvents.caseId, row?.id ?? 0));
    expect(lines[0]).toMatchObject({ action: "create", metadata: { importId: done.id, row: 2 } });
    const page = await admin.call(caseListsApi.page, { query: { q: own } });
    expect(page.rows.map(({ caseId }) => caseId)).toEqual([own]);
    const found = await admin.call(searchApi.find, { query: { q: own } });
    expect(JSON.stringify(found)).toContain(own);
  },
);

async function told() {
  return Promise.all(
    [mailOutbox, notifications, webhookLogs].map((of) => runtime.database.$count(of)),
  );
}

it("tells the automation of new cases alone, and only when that was chosen", async () => {
  const before = await runtime.database.$count(webhookLogs);
  const people = () => csv(`${PEOPLE}\n${own},Amina Haddad,Main Applicant,`, "p.csv");
  let own = code();
  await run([table(`${own},A,nauru,Lebanese`), people()]);
  expect(await runtime.database.$count(webhookLogs)).toBe(before);
  own = code();
  await run([table(`${own},A,nauru,Lebanese`), people()], { automation: true });
  expect(await runtime.database.$count(webhookLogs)).toBe(before + 1);
});

it("changes nothing but the import while it checks", { tags: ["W-IMP-005"] }, async () => {
  const own = code();
  const count = async () => [
    await runtime.database.$count(cases),
    await runtime.database.$count(applicants),
    await runtime.database.$count(caseEvents),
  ];
  const before = await count();
  const checked = await check([table(`${own},A,nauru,Lebanese`)]);
  expect(checked).toMatchObject({ state: "checked", counts: { rows: 1, ready: 1 } });
  expect(await count()).toEqual(before);
});

it(
  "creates nothing the second time, and updates filled cells alone",
  { tags: ["W-IMP-009..010"] },
  async () => {
    const own = code();
    const file = table(`${own},First title,nauru,Lebanese,Courier`);
    await run([file]);
    expect((await run([file])).counts).toMatchObject({ created: 0, skipped: 1 });
    expect((await run([file], { existing: "update" })).counts).toMatchObject({ unchanged: 1 });
    await runtime.database.update(cases).set({ description: "Kept" }).where(eq(cases.caseId, own));
    const changed = await run(
      [table(`${own.toLowerCase()},Second title,nauru,Lebanese,Onboarding`)],
      {
        existing: "update",
      },
    );
    expect(changed.counts).toMatchObject({ updated: 1 });
    expect(await caseOf(own)).toMatchObject({
      title: "Second title",
      status: "courier",
      description: "Kept",
    });
  },
);

it("leaves blocked rows out, once that is confirmed", { tags: ["W-IMP-011"] }, async () => {
  const [good, bad] = [code(), code()];
  const { id } = await check([table(`${good},A,nauru,Lebanese`, `${bad},B,atlantis,Lebanese`)]);
  const refused = await admin.refused(409, start, { params: { id }, body: {} });
  expect(refused.message).toBe("Confirm that blocked rows are left out");
  await admin.call(start, { params: { id }, body: { withoutBlocked: true } });
  await runImport(id);
  expect((await rowsOf(id)).map(({ state, problems }) => [state, problems])).toEqual([
    ["created", []],
    ["blocked", [{ column: "Program", text: 'Unknown program "atlantis"', level: "problem" }]],
  ]);
  expect(await caseOf(bad)).toBeUndefined();
  const found = await admin.call(rows, { params: { id }, query: { state: "blocked" } });
  expect(found.rows.map(({ number }) => number)).toEqual([3]);
});

it("goes on after a pause, and ends where it is stopped", { tags: ["W-IMP-013"] }, async () => {
  const [first, second] = [code(), code()];
  const { id } = await check([table(`${first},A,nauru,Lebanese`)]);
  await admin.call(start, { params: { id }, body: {} });
  await admin.call(pause, { params: { id } });
  await runImport(id);
  expect(await caseOf(first)).toBeUndefined();
  await admin.call(start, { params: { id }, body: {} });
  await runImport(id);
  expect(await caseOf(first)).toBeDefined();
  const stopped = await check([table(`${second},A,nauru,Lebanese`)]);
  await admin.call(start, { params: { id: stopped.id }, body: {} });
  await admin.call(pause, { params: { id: stopped.id } });
  const ended = await admin.call(finish, { params: { id: stopped.id } });
  expect(ended).toMatchObject({ state: "finished", counts: { skipped: 1 } });
});

it(
  "goes on after the portal was killed, no case twice and none missing",
  { tags: ["W-IMP-012"] },
  async () => {
    const own = Array.from({ length: 250 }, code);
    const { id } = await check([table(...own.map((one) => `${one},A,nauru,Lebanese`))]);
    await admin.call(start, { params: { id }, body: {} });
    await admin.call(pause, { params: { id } });
    // The first hundred were committed, the next hundred were being written when it ended.
    await asOwner(`
    create function be_killed() returns trigger language plpgsql as
      $$ begin raise exception 'killed' using errcode = '57P01'; end $$;
    create trigger be_killed before insert on cases
      for each row when (new.case_id = '${own[150]}') execute function be_killed()`);
    await runtime.database.update(imports).set({ state: "running" }).where(eq(imports.id, id));
    await expect(runImport(id)).rejects.toSatisfy((error) => sqlState(error) === "57P01");
    const written = async () =>
      (await runtime.database.select().from(cases).where(inArray(cases.caseId, own))).length;
    expect(await written()).toBe(100);
    await asOwner("drop trigger be_killed on cases");
    await goOnJob.run({});
    expect(await written()).toBe(250);
    expect((await admin.call(get, { params: { id } })).counts).toMatchObject({ created: 250 });
  },
);

it("asks for the columns that it needs, and remembers them for the same heads", async () => {
  const own = code();
  const file = csv(`Nr,Betreff,Programm,Land\n${own},A,nauru,Lebanon\n`);
  const read = await upload(file);
  expect(read.mapping.cases).toEqual({});
  const refused = await admin.refused(400, saveMapping, {
    params: { id: read.id },
    body: { mapping: read.mapping, options: usualOptions },
  });
  expect(refused.message).toBe("Case ID has no column");
  const mapping = { cases: { caseId: 0, title: 1, program: 2, nationality: 3 }, people: null };
  const body = { mapping, options: usualOptions };
  const saved = await admin.call(saveMapping, { params: { id: read.id }, body });
  await checkRows(read.id);
  await admin.refused(409, saveMapping, {
    params: { id: read.id },
    body,
    headers: { "if-match": String(saved.version - 1) },
  });
  expect((await upload(file)).mapping).toEqual(mapping);
  await admin.call(remove, { params: { id: read.id } });
  await admin.refused(404, get, { params: { id: read.id } });
});

it("is an admin's alone", { tags: ["W-IMP-001"] }, async () => {
  const { id } = await buildImport();
  for (const role of ["agent", "accountant", "client"] as const) {
    const other = await portal.as(await buildUser({ role }));
    for (const one of Object.values(importsApi)) {
      const refused = await other.refused(403, one as typeof get, { params: { id } });
      expect(refused.message).toBe("Admin access required");
    }
  }
});

it(
  "invites clients only where that was chosen, twenty a minute",
  { tags: ["W-IMP-014"] },
  async () => {
    const heads = "Case ID,Title,Program,Nationality,Clients";
    const lines = (mail: string) => csv(`${heads}\n${code()},A,nauru,Lebanese,${mail}`);
    const queued = async () =>
      (
        await runtime.database.execute<{ data: { email: string } }>(
          sql`select data from jobs.job where name = 'imports.invite'`,
        )
      ).rows.map(({ data }) => data.email);
    const left = await run([lines("left@out.example")]);
    expect((await rowsOf(left.id))[0]?.problems).toEqual([
      { column: "Clients", text: "No user with the address left@out.example", level: "warning" },
    ]);
    await run([lines("in@vited.example; two@vited.example")], { clients: "invite" });
    expect((await queued()).toSorted()).toEqual(["in@vited.example", "two@vited.example"]);
  },
);
