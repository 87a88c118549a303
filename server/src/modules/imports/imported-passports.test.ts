/** The two columns of passports: the number is sealed, and what a list has masked says nothing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { exportsApi } from "contract/exports";
import { importsApi } from "contract/imports";
import { passportMessages } from "contract/passports";
import { runtime } from "#server/core/runtime.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import {
  caseOf,
  caseTable,
  checkImportOf,
  csvFile,
  newCode,
  rowsOfImport,
  runImportOf,
} from "#testing/imported.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { undoImport } from "./undo-import.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

const people = (...lines: string[]) =>
  csvFile(
    ["Case ID,Full name,Category,Passport number,Passport expires on", ...lines].join("\n"),
    "people.csv",
  );

async function passportsOf(code: string) {
  const { id = 0 } = (await caseOf(code)) ?? {};
  const stored = await admin.call(applicantsApi.list, { params: { id } });
  const numbers = stored.map((person) =>
    admin.call(applicantsApi.passport, { params: { id: person.id } }),
  );
  return (await Promise.all(numbers)).map(({ passportNumber }, at) => [
    passportNumber,
    stored[at]?.passportExpiresOn,
  ]);
}

it("come in with a new case and with one that is there", async () => {
  const own = newCode();
  const { id: caseId, caseId: there } = await buildCase();
  await buildApplicant({ caseId, fullName: "Amina Haddad" });
  const done = await runImportOf(
    admin,
    [
      caseTable(`${own},A,nauru,Lebanese`),
      people(
        `${own},Karim,Main Applicant,lr 0012-345,04/07/2031`,
        `${own},Lena,Child,,`,
        `${there},Amina Haddad,Main Applicant,\u0661\u0662\u0663\u0664,2030-01-02`,
      ),
    ],
    { existing: "update" },
  );
  expect(done.counts).toMatchObject({ created: 3, updated: 1, blocked: 0, failed: 0 });
  expect(await passportsOf(own)).toEqual([
    ["LR0012345", "2031-07-04"],
    [null, null],
  ]);
  expect(await passportsOf(there)).toEqual([["1234", "2030-01-02"]]);
});

it("stay as they are when their list comes back", async () => {
  const own = newCode();
  await runImportOf(admin, [
    caseTable(`${own},A,nauru,Lebanese`),
    people(`${own},Karim,Main Applicant,LR0012345,`),
  ]);
  const { bytes } = await admin.send(exportsApi.people, { query: { caseId: own } });
  expect(bytes.toString()).toContain("\u2022345");
  const again = await runImportOf(admin, [csvFile(bytes.toString(), "people.csv")], {
    existing: "update",
  });
  expect(again.counts).toMatchObject({ unchanged: 1, updated: 0, failed: 0 });
  expect(await passportsOf(own)).toEqual([["LR0012345", null]]);
});

it(
  "go back with the other cells of a person when the import is undone",
  { tags: ["W-IMP-022"] },
  async () => {
    const { id: caseId, caseId: there } = await buildCase();
    const amina = await buildApplicant({ caseId, fullName: "Amina Haddad", residences: ["FRA"] });
    await buildApplicant({ caseId, fullName: "Karim", position: 1, category: "Spouse" });
    const update = (...lines: string[]) =>
      runImportOf(admin, [people(...lines)], { existing: "update" });
    await update(`${there},Amina Haddad,Main Applicant,LR0012345,2030-01-02`);
    const heads = "Case ID,Full name,Category,Date of birth,Countries lived in,Passport number";
    const second = [
      `${there},Amina Haddad,Main Applicant,1985-04-12,Germany,AB7777777`,
      `${there},Karim,Spouse,1983-11-02,,KA1234567`,
      `${there},Lena,Child,2015-01-01,,`,
    ];
    const done = await runImportOf(admin, [csvFile([heads, ...second].join("\n"), "p.csv")], {
      existing: "update",
    });
    expect(done.counts).toMatchObject({ updated: 3 });
    // One cell was worked on since.
    await admin.call(applicantsApi.update, {
      params: { id: amina.id },
      body: { fullName: "Amina Haddad", dateOfBirth: "1985-04-13" },
    });
    await admin.call(importsApi.undo, { params: { id: done.id } });
    await undoImport(done.id);
    const left = await admin.call(applicantsApi.list, { params: { id: caseId } });
    expect(left.map((one) => [one.fullName, one.dateOfBirth, one.residences])).toEqual([
      ["Amina Haddad", "1985-04-13", ["FRA"]],
      ["Karim", null, null],
    ]);
    expect(await passportsOf(there)).toEqual([
      ["LR0012345", "2030-01-02"],
      [null, null],
    ]);
    const { counts } = await admin.call(importsApi.get, { params: { id: done.id } });
    expect(counts).toMatchObject({ kept: 3, restored: 0 });
  },
);

it("stand in no problem when they are wrong", async () => {
  const own = newCode();
  const { id } = await checkImportOf(admin, [
    caseTable(`${own},A,nauru,Lebanese`),
    people(`${own},Karim,Main Applicant,LR/0099887,2199-01-01`),
  ]);
  const [, person] = await rowsOfImport(admin, id);
  expect(person?.problems.map(({ column, text }) => [column, text])).toEqual([
    ["Passport number", passportMessages.number],
    ["Passport expires on", 'Invalid date "2199-01-01"'],
  ]);
  expect(JSON.stringify(await runtime.database.select().from(importRows))).not.toContain("0099887");
});
