import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { repairDerivedRows } from "#server/modules/cases/derived-rows.repair.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildStoredFile } from "#testing/factories/files.ts";
import { buildUser } from "#testing/factories/users.ts";
import { buildFullPortal } from "#testing/full-portal.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { examine } from "./examine.ts";
import type { FindingKind } from "./finding.ts";

let portal: TestApp;

beforeEach(async () => {
  portal = await openTestApp();
  await buildFullPortal(2);
  await age();
});
afterEach(() => portal.close());

/** Nothing that is found may be excused by being too new. */
async function age(): Promise<void> {
  await runtime.database.execute(
    sql`update stored_files set created_at = now() - interval '2 days'`,
  );
}

type Damage = {
  kind: FindingKind;
  /** What is done to the portal. */
  what: string;
  plant: () => Promise<unknown>;
};

const run = (statement: string) => () => runtime.database.execute(sql.raw(statement));
const aDocument = "(select min(id) from documents)";
const itsFile = `(select stored_file_id from documents where id = ${aDocument})`;
const anotherCase = "(select max(id) from cases)";

const damages: Damage[] = [
  {
    kind: "objectMissing",
    what: "an object is deleted",
    plant: async () => rm(await objectPath()),
  },
  {
    kind: "objectDamaged",
    what: "a byte is flipped",
    plant: () => changeObject((bytes) => bytes.with(40, (bytes[40] ?? 0) ^ 1)),
  },
  {
    kind: "objectDamaged",
    what: "an object is cut",
    plant: () => changeObject((bytes) => bytes.subarray(0, -1)),
  },
  {
    kind: "objectDamaged",
    what: "an object grows",
    plant: () => changeObject((bytes) => Buffer.concat([bytes, Buffer.from("more")])),
  },
  {
    kind: "objectDamaged",
    what: "an object is emptied",
    plant: () => changeObject(() => Buffer.alloc(0)),
  },
  {
    kind: "objectDamaged",
    what: "a size is changed",
    plant: run(`update stored_files set size = size + 1 where id = ${itsFile}`),
  },
  {
    kind: "digestWrong",
    what: "a digest is changed",
    plant: run(`update stored_files set digest = 'other' where id = ${itsFile}`),
  },
  {
    kind: "fileKeyUnopenable",
    what: "a file's key is changed",
    plant: run(
      `update stored_files set wrapped_key = set_byte(wrapped_key, 20, 255 - get_byte(wrapped_key, 20)) where id = ${itsFile}`,
    ),
  },
  {
    kind: "caseKeyUnopenable",
    what: "a case's key is changed",
    plant: run(
      "update case_keys set wrapped_key = set_byte(wrapped_key, 20, 255 - get_byte(wrapped_key, 20)) where case_id is null",
    ),
  },
  {
    kind: "caseRowWrong",
    what: "a row of the list is changed",
    plant: run("update case_rows set status_position = 13 - status_position, people_count = 9"),
  },
  {
    kind: "caseRowWrong",
    what: "a row of the list is lost",
    plant: run("delete from case_rows where case_id = (select min(id) from cases)"),
  },
  {
    kind: "unreadWrong",
    what: "a count of unread messages is changed",
    plant: run(
      "insert into unread_counts select max(u.id), max(c.id), 77 from users u, cases c on conflict (user_id, case_id) do update set unread = 77",
    ),
  },
  { kind: "objectUnknown", what: "an object appears", plant: addObject },
  {
    kind: "fileUnused",
    what: "a record loses its file",
    plant: run(`delete from documents where id = ${aDocument}`),
  },
  {
    kind: "fileUnused",
    what: "a file is kept without a record",
    plant: async () => {
      await buildStoredFile();
      await age();
    },
  },
  {
    kind: "fileReleased",
    what: "a file is let go of",
    plant: run(`update stored_files set deleted_at = now() where id = ${itsFile}`),
  },
  {
    kind: "fileDiffers",
    what: "a record's size is changed",
    plant: run(`update documents set file_size = 1 where id = ${aDocument}`),
  },
  {
    kind: "fileDiffers",
    what: "a record's file name is changed",
    plant: run("update payment_receipts set file_name = 'other.pdf'"),
  },
  {
    kind: "fileOfAnotherCase",
    what: "a document is moved without its file",
    plant: run(
      `update documents set case_id = ${anotherCase}, assigned_to = null where id = ${aDocument}`,
    ),
  },
  {
    kind: "mainApplicantTwice",
    what: "a second main applicant appears",
    plant: run(
      "insert into applicants (case_id, position, category) select case_id, 1, category from applicants limit 1",
    ),
  },
  {
    kind: "applicantOfAnotherCase",
    what: "a document is assigned across cases",
    plant: run(
      `update documents set assigned_to = (select max(id) from applicants) where id = ${aDocument}`,
    ),
  },
  {
    kind: "commentOfAnotherCase",
    what: "a message answers another case",
    plant: run(
      "update comments set parent_id = (select max(id) from comments) where id = (select min(id) from comments)",
    ),
  },
  {
    kind: "totalWrong",
    what: "a total is changed",
    plant: run("update invoices set total_fee = total_fee + 1"),
  },
  { kind: "totalWrong", what: "a rate is changed", plant: run("update invoices set rate = 1") },
  {
    kind: "receiptUnlisted",
    what: "a receipt's row is deleted",
    plant: run("delete from payment_receipts"),
  },
  {
    kind: "receiptUnlisted",
    what: "a receipt's entry is deleted",
    plant: run("update invoices set other_files = '[]'"),
  },
  {
    kind: "listedFileUnknown",
    what: "an invoice lists a file that is not there",
    plant: run(`update invoices set admin_files = '[{"id": "a", "storedFileId": 999999}]'`),
  },
  {
    kind: "fileOfAnotherCase",
    what: "an invoice lists a file of another case",
    plant: async () => {
      const { id } = await buildStoredFile({ caseId: (await buildCase()).id });
      await run(`update invoices set admin_files = '[{"id": "a", "storedFileId": ${id}}]'`)();
    },
  },
  {
    kind: "assignmentStale",
    what: "an invitation is used without its assignments",
    plant: run("update user_invitations set is_used = true"),
  },
];

async function objectPath(): Promise<string> {
  const { rows } = await runtime.database.execute<{ key: string }>(
    sql.raw(`select storage_key as key from stored_files where id = ${itsFile}`),
  );
  return pathOf(rows[0]?.key ?? "");
}

function pathOf(key: string): string {
  const objects = join(runtime.config.dataDirectory, "files", "objects");
  return join(objects, key.slice(0, 2), key.slice(2, 4), key);
}

async function changeObject(change: (bytes: Buffer) => Uint8Array): Promise<void> {
  const path = await objectPath();
  await writeFile(path, change(await readFile(path)));
}

async function addObject(): Promise<void> {
  const folder = join(await objectPath(), "..");
  const [name = ""] = await readdir(folder);
  const path = join(
    folder,
    name.replace(/^.{5}/, (start) => `${start.slice(0, 4)}${start[4] === "0" ? "1" : "0"}`),
  );
  await writeFile(path, "left over");
  const longAgo = new Date(Date.now() - 10 * 86_400_000);
  await utimes(path, longAgo, longAgo);
}

describe("the doctor", () => {
  it(
    "finds nothing in a healthy portal, and opens every file",
    { tags: ["reliability-26"] },
    async () => {
      const { rows } = await runtime.database.execute(sql`select from stored_files`);
      expect(await examine()).toEqual({ files: rows.length, findings: [] });
    },
  );
});

describe("the doctor finds that", () => {
  for (const { kind, what, plant } of damages) {
    it(`${what}`, { tags: ["reliability-26"] }, async () => {
      await plant();
      const { findings } = await examine();
      expect(findings.map((finding) => finding.kind)).toContain(kind);
    });
  }
});

it("puts right what is derived from other rows", { tags: ["W-LST-030"] }, async () => {
  const derived = async () => ({
    cases: (
      await run("select to_jsonb(r) - 'search_key' as row from case_rows r order by case_id")()
    ).rows,
    unread: (await run("select * from unread_counts order by user_id, case_id")()).rows,
  });
  const reader = await buildUser();
  for (const _ of [1, 2]) {
    const caseFile = await buildCase({ assignedTo: [reader] });
    await buildComment({ caseId: caseFile.id, userId: (await buildUser()).id });
  }
  const right = await derived();
  expect(right.cases.length).toBeGreaterThan(1);
  expect(right.unread.length).toBeGreaterThan(1);
  await run("update case_rows set status_position = 13 - status_position, people_count = 9")();
  await run("delete from case_rows where case_id = (select min(id) from cases)")();
  await run(
    "delete from unread_counts where (user_id, case_id) = (select user_id, case_id from unread_counts order by 1, 2 limit 1)",
  )();
  await run("update unread_counts set unread = unread + 5")();
  await run(
    "insert into unread_counts select max(u.id), max(c.id), 77 from users u, cases c on conflict (user_id, case_id) do update set unread = 77",
  )();
  const { findings } = await examine();
  expect(new Set(findings.map(({ kind }) => kind))).toEqual(
    new Set(["caseRowWrong", "unreadWrong"]),
  );
  expect(await repairDerivedRows(findings)).toBe(true);
  expect((await examine()).findings).toEqual([]);
  expect(await derived()).toEqual(right);
});
