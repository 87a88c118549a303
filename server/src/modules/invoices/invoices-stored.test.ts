import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { sqlState } from "#server/database/errors.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { statusDurationsOf } from "#testing/case-records.ts";
import { buildCase, buildStatusDuration } from "#testing/factories/cases.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

type Column = { name: string; type: string; isNullable: boolean };
const columnsOf = async (table: string): Promise<Column[]> => {
  const found = await runtime.database.execute<Record<string, string>>(sql`
    select column_name, data_type, numeric_precision, numeric_scale, is_nullable
    from information_schema.columns where table_name = ${table} order by ordinal_position`);
  return found.rows.map((row) => ({
    name: row["column_name"] ?? "",
    type:
      row["data_type"] === "numeric"
        ? `numeric(${row["numeric_precision"]},${row["numeric_scale"]})`
        : (row["data_type"] ?? ""),
    isNullable: row["is_nullable"] === "YES",
  }));
};
const smallest = async () => ({
  invoiceId: `S1-${uniqueSuffix()}-A`,
  caseId: (await buildCase()).id,
  caseTitle: "Robin Person",
  stage: "Stage 1" as const,
  usdFee: 1,
  totalFee: 1,
  date: "2026-11-21",
});

describe("a stored invoice", () => {
  it(
    "has the fields of the data model",
    { tags: ["I-DATA-108", "I-DATA-110..111", "I-DATA-114", "I-DATA-116..118"] },
    async () => {
      const columns = await columnsOf("invoices");
      expect(columns).toEqual(
        expect.arrayContaining([
          { name: "id", type: "integer", isNullable: false },
          { name: "invoice_id", type: "text", isNullable: false },
          { name: "case_id", type: "integer", isNullable: false },
          { name: "case_title", type: "text", isNullable: false },
          { name: "number_of_applicants", type: "integer", isNullable: false },
          { name: "rate", type: "numeric(10,4)", isNullable: false },
          { name: "usd_fee", type: "bigint", isNullable: false },
          { name: "total_fee", type: "bigint", isNullable: false },
          { name: "date", type: "date", isNullable: false },
          { name: "notes", type: "text", isNullable: true },
        ]),
      );
    },
  );

  it(
    "begins with the defaults of the data model",
    { tags: ["I-DATA-112..114", "I-DATA-119..129"] },
    async () => {
      const [row] = await runtime.database
        .insert(invoices)
        .values(await smallest())
        .returning();
      expect(row).toMatchObject({
        numberOfApplicants: 1,
        currency: "USD",
        rate: "1.0000",
        clientTrn: "N/A",
        address: "By email",
        gender: "Mr",
        status: "Sent",
        stage1Files: [],
        stage2Files: [],
        postCitizenshipFiles: [],
        addOnFiles: [],
        otherFiles: [],
        adminFiles: [],
      });
      expect([row?.createdAt, row?.updatedAt].every((moment) => !!Date.parse(moment ?? ""))).toBe(
        true,
      );
    },
  );

  it.each([
    ["an unknown stage", "I-DATA-115", { stage: "Stage 3" }],
    ["an unknown currency", "I-DATA-113", { currency: "EUR" }],
    ["an unknown status", "I-DATA-122", { status: "Lost" }],
    ["a rate of nothing", "I-DATA-114", { rate: "0" }],
    ["a negative fee", "I-DATA-116", { usdFee: -1 }],
    ["an id of digits alone", "I-DATA-109", { invoiceId: "20260001" }],
    ["a list that is none", "I-DATA-123", { stage1Files: {} }],
  ])("never holds %s [%s]", async (_what, _id, part) => {
    const values = { ...(await smallest()), ...part } as typeof invoices.$inferInsert;
    const state = await runtime.database
      .insert(invoices)
      .values(values)
      .then(() => "stored", sqlState);
    expect(state).toBe("23514");
  });

  it(
    "shares its id with no other, whatever the case of the letters",
    { tags: ["I-DATA-109"] },
    async () => {
      const values = await smallest();
      await runtime.database.insert(invoices).values(values);
      const invoiceId = values.invoiceId.toLowerCase();
      const state = await runtime.database
        .insert(invoices)
        .values({ ...values, invoiceId })
        .then(() => "stored", sqlState);
      expect(state).toBe("23505");
    },
  );
});

it(
  "a stored payment receipt has the fields of the data model",
  { tags: ["I-DATA-138..146"] },
  async () => {
    const names = (await columnsOf("payment_receipts")).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        "invoice_id",
        "case_id",
        "file_name",
        "original_name",
        "file_path",
        "file_size",
        "mime_type",
        "storage_driver",
        "download_url",
      ]),
    );
    const found = await runtime.database.execute<{ preset: string }>(sql`
    select column_default as preset from information_schema.columns
    where table_name = 'payment_receipts' and column_name = 'mime_type'`);
    expect(found.rows[0]?.preset).toContain("application/pdf");
  },
);

it(
  "a stored stay in a status holds even the longest codes",
  { tags: ["I-DATA-154..160", "D-035"] },
  async () => {
    expect((await columnsOf("case_status_history")).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "case_id",
        "from_status",
        "to_status",
        "started_at",
        "ended_at",
        "duration_ms",
        "changed_by",
      ]),
    );
    const stay = {
      fromStatus: "citizenship_application_second_stage",
      toStatus: "national_id_and_birth_registration",
      startedAt: "2026-01-01T00:00:00.000Z",
      endedAt: "2026-01-02T00:00:00.000Z",
    } as const;
    const caseFile = await buildCase();
    await buildStatusDuration(caseFile, stay);
    expect(await statusDurationsOf(caseFile.id)).toMatchObject([
      { ...stay, durationMs: 86_400_000 },
    ]);
  },
);

it(
  "a stored message to the automation has the fields of the data model",
  { tags: ["I-DATA-161..173"] },
  async () => {
    expect((await columnsOf("webhook_logs")).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "type",
        "status",
        "case_id",
        "case_title",
        "webhook_url",
        "payload",
        "response",
        "error_message",
        "attempt_count",
        "response_time",
        "http_status",
        "triggered_by",
        "created_at",
      ]),
    );
  },
);
