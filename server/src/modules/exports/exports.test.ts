import { readFile } from "node:fs/promises";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseListsApi } from "contract/case-lists";
import { caseGroupings, caseSorts, sortOrders } from "contract/case-order";
import { type ExportList, exportsApi } from "contract/exports";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { numberColumns } from "#server/modules/applicants/applicant-rows.ts";
import { buildListBureau, type ListBureau } from "#testing/case-list-bureau.ts";
import { readCsv } from "#testing/csv.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase, buildStatusDuration } from "#testing/factories/cases.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildReview } from "#testing/factories/reviews.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { CallInput, TestClient } from "#testing/test-client.ts";
import { unzip } from "#testing/unzip.ts";
import { assertFits } from "./exports.service.ts";

const PASSPORT_NUMBER = "LR0012345";

let portal: TestApp;
let bureau: ListBureau;
let client: TestClient;
let code: string;
let caseNumber: number;

beforeAll(async () => {
  portal = await openTestApp();
  bureau = await buildListBureau(portal, 24);
  client = await portal.as(await buildUser());
  const own = { id: bureau.people.agent };
  const caseFile = await buildCase({
    caseId: "=EXPORT 1",
    title: '\'=مُحمَّد, "Sarr"',
    description: "two\nlines",
    submissionOn: "2027-03-01",
    fiuFee: 500_050,
    assignedTo: [own],
  });
  ({ caseId: code, id: caseNumber } = caseFile);
  const person = await buildApplicant({
    caseId: caseNumber,
    fullName: "سارة Sarr",
    gender: "female",
    dateOfBirth: "1990-02-03",
    residences: ["FRA", "DEU"],
    passportExpiresOn: "2031-07-04",
  });
  const caseKey = await makeCaseKey(caseNumber);
  await runtime.database
    .update(applicants)
    .set(numberColumns(PASSPORT_NUMBER, person.id, { caseKey }))
    .where(eq(applicants.id, person.id));
  const document = await buildDocument({
    caseId: caseNumber,
    originalName: "passport.pdf",
    category: "passport",
    assignedTo: person.id,
    uploadedBy: own.id,
  });
  await buildDocument({ caseId: caseNumber, isCurrent: false, originalName: "earlier.pdf" });
  await buildReview({ documentId: document.id, internalNote: "Ask again", reviewedBy: own.id });
  await buildComment({ caseId: caseNumber, userId: own.id, message: "-1 day left" });
  await buildInvoiceFile(await buildInvoice({ caseId: caseNumber }), { list: "admin" });
  await buildStatusDuration(caseFile, {
    fromStatus: "hold",
    toStatus: "onboarding",
    startedAt: "2026-01-01T00:00:00.000Z",
    endedAt: "2026-01-03T12:00:00.000Z",
  });
}, 60_000);
afterAll(() => portal.close());

async function take(
  who: TestClient,
  list: ExportList,
  query: Record<string, string> = {},
): Promise<{ heads: string[]; rows: string[][] }> {
  const answer = await who.send(exportsApi[list], { query } as CallInput<
    (typeof exportsApi)["users"]
  >);
  if (answer.status !== 200) throw new Error(answer.bytes.toString());
  const [heads = [], ...rows] = readCsv(answer.bytes);
  return { heads, rows };
}

const heads: Record<ExportList, string> = {
  cases:
    "Case ID,Title,Program,Nationality,Status,Status since,Salutation,Applicants,FIU fee,Citizenship fee,Created on,Description,Handing in on,Advisers,Clients,Updated at,Checklist",
  people:
    "Case ID,Full name,Category,Gender,Date of birth,Nationality,Marital status,Countries lived in,Passport number,Passport expires on",
  documents:
    "Case ID,Case title,File,Category,Person,Stage,State,Issued on,Expires on,Bytes,Uploaded by,Uploaded at",
  invoices:
    "Invoice ID,Case ID,Case title,Program,Applicants,Stage,Status,Date,Currency,USD fee,Rate,Total fee,Created at,Admin files",
  users: "First name,Last name,Email,Role,Admin,Created at",
  activity: "At,By,Action,Text",
  messages: "Number,Answer to,At,Author,Message,Attachment",
  reviews: "Case ID,File,Category,Person,Decision,Reason,Public text,Internal note,By,At",
  webhookLogs: "At,Type,Case ID,Answer,Attempts,Milliseconds",
  statusDurations: "Case ID,Title,Program,Status,From,Until,Days",
};
const lists = Object.keys(heads) as ExportList[];

describe("an export", () => {
  it(
    "holds exactly the rows of the list with the same query, in its order",
    { tags: ["W-EXP-001"] },
    async () => {
      const filters: Record<"admin" | "agent", Record<string, string>[]> = {
        admin: [{ q: "sarr" }, { adviser: "me" }],
        agent: [{}, { status: "hold,onboarding" }],
      };
      for (const who of ["admin", "agent"] as const)
        for (const filter of filters[who])
          for (const groupBy of caseGroupings)
            for (const [index, sort] of caseSorts.entries()) {
              const query = { ...filter, groupBy, sort, order: sortOrders[index] ?? "asc" };
              const { rows } = await bureau[who].call(caseListsApi.page, {
                query: { ...query, limit: "100" } as never,
              });
              const exported = await take(bureau[who], "cases", query);
              expect(
                exported.rows.map(([id]) => id?.replace(/^'/, "")),
                JSON.stringify(query),
              ).toEqual(rows.map(({ caseId }) => caseId));
            }
    },
  );

  it("has the heads of its list", { tags: ["W-EXP-016"] }, async () => {
    for (const list of lists) {
      const isOfCase = list === "activity" || list === "messages";
      const query: Record<string, string> = isOfCase ? { caseId: code } : {};
      expect((await take(bureau.admin, list, query)).heads.join(","), list).toBe(heads[list]);
    }
    for (const list of ["activity", "messages"] as const)
      expect(await bureau.admin.refused(400, exportsApi[list])).toMatchObject({
        message: "Choose a case",
      });
    expect(
      await bureau.admin.refused(404, exportsApi.unknown, { params: { list: "secrets" } }),
    ).toMatchObject({ message: "Unknown list" });
    expect(
      await bureau.admin.refused(404, exportsApi.people, { query: { caseId: "nowhere" } }),
    ).toMatchObject({ message: "Case not found" });
  });

  it("has its every column in docs/exports.md", { tags: ["W-IMP-027"] }, async () => {
    const page = await readFile(new URL("../../../../docs/exports.md", import.meta.url), "utf8");
    for (const list of lists) {
      const name = exportsApi[list].path.split("/").at(-1);
      const [, described] = new RegExp(`^\\| ${name} +\\| (.*?) *\\|$`, "m").exec(page) ?? [];
      expect(described?.replace("; for admins: ", ", ").replaceAll(", ", ","), name).toBe(
        heads[list],
      );
    }
  });

  it(
    "holds at most the last three characters of a passport's number",
    { tags: ["W-PAS-021"] },
    async () => {
      for (const list of lists)
        for (const format of ["csv", "xlsx"]) {
          const send = (query: Record<string, string>) =>
            bureau.admin.send(exportsApi[list], { query } as CallInput<
              (typeof exportsApi)["users"]
            >);
          const ofCase = await send({ caseId: code, format });
          // Some lists are of no case.
          const answer = ofCase.status === 200 ? ofCase : await send({ format });
          expect(answer.status, list).toBe(200);
          const text =
            format === "csv"
              ? answer.bytes.toString()
              : [...(await unzip(answer.bytes)).values()].join();
          expect(text, list).not.toContain(PASSPORT_NUMBER.slice(0, -3));
          if (list === "people") expect(text).toContain("••••••345");
        }
      const logs = await runtime.database.select().from(webhookLogs);
      expect(JSON.stringify(logs)).not.toContain(PASSPORT_NUMBER);
    },
  );

  it(
    "gives every value as it is, guarded where a spreadsheet would compute",
    { tags: ["W-EXP-003"] },
    async () => {
      const query = { caseId: code };
      const [row = []] = (await take(bureau.agent, "cases", query)).rows;
      expect(row.slice(0, 5)).toEqual([
        "'=EXPORT 1",
        "''=مُحمَّد, \"Sarr\"",
        "Vanuatu",
        "British",
        "Onboarding",
      ]);
      expect(row.slice(6, 10)).toEqual(["Mr.", "1", "5000.50", "130000.00"]);
      expect(row.slice(11, 15)).toEqual(["two\nlines", "2027-03-01", "bank@example.com", ""]);
      expect((await take(bureau.agent, "people", query)).rows).toEqual([
        [
          "'=EXPORT 1",
          "سارة Sarr",
          "Main Applicant",
          "Female",
          "1990-02-03",
          "",
          "",
          "France; Germany",
          "••••••345",
          "2031-07-04",
        ],
      ]);
      const documents = (await take(bureau.agent, "documents", query)).rows;
      expect(documents.map((cells) => cells.slice(2, 7))).toEqual([
        ["passport.pdf", "Passport", "سارة Sarr", "Stage 1", "Waiting"],
      ]);
      const [message = []] = (await take(bureau.agent, "messages", query)).rows;
      expect(message.slice(3)).toEqual(["bank@example.com", "'-1 day left", ""]);
      const [review = []] = (await take(bureau.agent, "reviews", query)).rows;
      expect(review.slice(4, 9)).toEqual([
        "Changes requested",
        "Pages are missing",
        "Some pages are missing. Please send all pages in one file.",
        "Ask again",
        "bank@example.com",
      ]);
      const durations = (await take(bureau.admin, "statusDurations", query)).rows;
      expect(durations.map((cells) => [cells[3], cells[5]])).toEqual([
        ["On Hold", "2026-01-03T12:00:00.000Z"],
        ["Onboarding", ""],
      ]);
      expect(durations[0]?.[6]).toBe("2.5");
    },
  );

  it("of days holds both of them", async () => {
    const of = async (query: Record<string, string>) =>
      (await take(bureau.agent, "reviews", query)).rows.length;
    const today = new Date().toISOString().slice(0, 10);
    const days = (count: number) =>
      new Date(Date.parse(today) + count * 86_400_000).toISOString().slice(0, 10);
    expect(await of({ from: days(-1), to: days(1) })).toBe(1);
    expect(await of({ from: days(2) })).toBe(0);
    expect(await of({ to: days(-2) })).toBe(0);
  });

  it("of what was selected holds these alone", async () => {
    const { rows } = await take(bureau.admin, "cases", { ids: String(caseNumber) });
    expect(rows.map(([id]) => id)).toEqual(["'=EXPORT 1"]);
  });

  it("leaves out the columns of admins", { tags: ["W-EXP-005"] }, async () => {
    const query = { caseId: code };
    expect((await take(bureau.agent, "invoices", query)).heads).not.toContain("Admin files");
    expect((await take(bureau.admin, "invoices", query)).rows.at(0)?.at(-1)).toBe("1");
  });

  it("is refused to clients, those of admins too", { tags: ["W-EXP-004"] }, async () => {
    for (const list of lists)
      expect(await client.refused(403, exportsApi[list])).toMatchObject({
        message: "Bureau access required",
      });
  });

  it("ends at 200,000 rows, in Excel at 50,000", { tags: ["W-EXP-006"] }, () => {
    expect(() => assertFits(200_000, "csv")).not.toThrow();
    expect(() => assertFits(200_001, "csv")).toThrow("Narrow the list to at most 200,000 rows.");
    expect(() => assertFits(50_000, "xlsx")).not.toThrow();
    expect(() => assertFits(50_001, "xlsx")).toThrow(
      "Excel files hold at most 50,000 rows here. Choose CSV.",
    );
  });

  it("is a security event with its filter and its rows", { tags: ["W-EXP-008"] }, async () => {
    const { rows } = await take(bureau.agent, "cases", { q: "sarr", status: "hold" });
    const [event] = await runtime.database
      .select()
      .from(securityEvents)
      .orderBy(desc(securityEvents.id))
      .limit(1);
    expect(event).toMatchObject({
      kind: "export.made",
      userId: bureau.people.agent,
      metadata: {
        list: "cases",
        format: "csv",
        rows: rows.length,
        filter: { q: "sarr", status: ["hold"] },
      },
    });
  });

  it("comes as an Excel file under the name of the list and the day", async () => {
    const answer = await bureau.agent.send(exportsApi.people, { query: { format: "xlsx" } });
    expect(answer.headers["content-disposition"]).toMatch(
      /filename="people_\d{4}-\d\d-\d\d\.xlsx"/,
    );
    expect(answer.bytes.subarray(0, 2).toString()).toBe("PK");
  });
});
