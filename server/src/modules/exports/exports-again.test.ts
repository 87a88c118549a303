/** What goes out as a list comes back as it was, and a long list fills no memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExportFormat, exportsApi } from "contract/exports";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { writeCsv } from "#server/files/sheets/write-csv.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { runImportOf } from "#testing/imported.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { listWebhookLogs } from "./other-lists.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

const types: Record<ExportFormat, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

async function exported(list: "cases" | "people", format: ExportFormat) {
  const answer = await admin.send(exportsApi[list], { query: { format } });
  expect(answer.status).toBe(200);
  return { name: `${list}.${format}`, bytes: answer.bytes, type: types[format] };
}

const storedCases = () => runtime.database.select().from(cases).orderBy(cases.id);

describe("the list of cases, brought in again with update", () => {
  beforeAll(async () => {
    const adviser = await buildUser({ role: "agent" });
    const client = await buildUser();
    const titles = ["=1+1", "'=1+1", "''=1", "@SUM(A1)", "-5", "'tis", "plain", 'a "b", c'];
    for (const [index, title] of titles.entries()) {
      const caseFile = await buildCase({
        title,
        caseId: `AGAIN-${index}`,
        status: index % 2 === 0 ? "bank_clearance" : "onboarding",
        citizenshipProgram: index % 2 === 0 ? "vanuatu" : "nauru",
        description: index === 0 ? null : `=${title}\nsecond line`,
        submissionOn: index === 3 ? "2027-03-01" : null,
        fiuFee: 500_050 + index,
        gender: index === 4 ? null : "Ms.",
        nationality: "Lebanese",
        assignedTo: [adviser, client],
      });
      await buildApplicant({
        caseId: caseFile.id,
        fullName: index === 1 ? "+Sara عائلة" : `Person ${index}`,
        residences: ["FRA", "DEU"],
        dateOfBirth: "1990-02-03",
      });
    }
  });

  it.each(["csv", "xlsx"] as const)(
    "leaves every row as it was (%s)",
    { tags: ["W-EXP-015"] },
    async (format) => {
      const before = await storedCases();
      const file = await exported("cases", format);
      const { counts, state } = await runImportOf(admin, [file], { existing: "update" });
      expect({ state, ...counts }).toMatchObject({
        state: "finished",
        rows: before.length,
        unchanged: before.length,
        updated: 0,
        created: 0,
        blocked: 0,
        skipped: 0,
        failed: 0,
      });
      expect(await storedCases()).toEqual(before);
    },
  );

  it("leaves every person as he was", async () => {
    const files = [await exported("cases", "csv"), await exported("people", "csv")];
    const { counts } = await runImportOf(admin, files, { existing: "update" });
    expect(counts).toMatchObject({ unchanged: counts.rows, created: 0, updated: 0 });
  });
});

const ROWS = 100_000;
const MOST_BYTES = 40 * 1_048_576;

it("streams 100,000 rows and keeps at most 40 MB of them", { tags: ["W-EXP-007"] }, async () => {
  await runtime.database.execute(sql`insert into webhook_logs
    (message_id, type, status, webhook_url, payload)
    select 'msg_' || n, 'invoice_payment', 'success', 'https://automation.example/hook', '{}'
    from generate_series(1, ${ROWS}::integer) n`);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const inUse = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = inUse();
  const listed = listWebhookLogs({});
  let most = 0;
  let pieces = 0;
  let lines = 0;
  for await (const text of writeCsv(listed.columns, listed.pieces())) {
    lines += text.toString().split("\r\n").length - 1;
    if ((pieces += 1) % 20 === 0) most = Math.max(most, inUse() - before);
  }
  expect(lines).toBe(ROWS + 1);
  expect(pieces).toBeGreaterThan(50);
  expect(most).toBeLessThan(MOST_BYTES);
});
