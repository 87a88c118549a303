import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CaseStatus } from "contract/case-status";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { erasureNotices } from "#server/database/tables/erasure-notices.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDecision, ruleIdOf } from "#testing/factories/checklist.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildReview } from "#testing/factories/reviews.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { applyRetention } from "./retention.service.ts";

let portal: TestApp;
beforeEach(async () => {
  portal = await openTestApp();
  await buildAdmin({ email: "ada@bureau.example" });
  await buildUser({ role: "agent", email: "agent@bureau.example" });
});
afterEach(() => portal.close());

const YEAR = 365.25;

/** With two documents, in its status for so many days. */
async function closed(status: CaseStatus, days: number): Promise<CaseRow> {
  const lastStatusUpdatedAt = new Date(Date.now() - days * 86_400_000).toISOString();
  const caseFile = await buildCase({ status, lastStatusUpdatedAt });
  await buildDocument({ caseId: caseFile.id, originalName: "Passport.pdf" });
  await buildDocument({ caseId: caseFile.id, originalName: "Statement.pdf" });
  return caseFile;
}

const apply = () => applyRetention({ isDryRun: false });
const codes = (found: { code: string }[]) => found.map(({ code }) => code);
const papersOf = ({ id }: CaseRow) => runtime.database.$count(documents, eq(documents.caseId, id));
/** As if the notices had been sent so long ago. */
const letPass = (days: number) =>
  runtime.database
    .update(erasureNotices)
    .set({ announcedAt: sql`${erasureNotices.announcedAt} - make_interval(days => ${days})` });

async function tablesThatSay(word: string): Promise<string[]> {
  const { rows } = await runtime.database.execute<{ name: string }>(sql`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'jobs') and has_table_privilege(schemaname || '.' || tablename, 'select')
    order by 1`);
  const found: string[] = [];
  for (const { name } of rows) {
    const told = await runtime.database.execute(
      sql`select from ${sql.raw(name)} as t where t::text like ${`%${word}%`} limit 1`,
    );
    if (told.rowCount === 1) found.push(name.replace("public.", ""));
  }
  return found;
}

describe("the papers of closed cases", { tags: ["asvs-110", "security-5.6"] }, () => {
  it("are announced to the admins a month before their five years are over, once", async () => {
    const citizen = await closed("citizen", 5 * YEAR - 29);
    const cancelled = await closed("cancelled", 6 * YEAR);
    await closed("citizen", 5 * YEAR - 31);
    await closed("hold", 9 * YEAR);
    await buildCase({ status: "citizen", lastStatusUpdatedAt: "2001-01-01T00:00:00.000Z" });
    const { announced, erased } = await apply();
    expect(codes(announced)).toEqual([citizen.caseId, cancelled.caseId]);
    expect(erased).toEqual([]);
    const mails = await runtime.database.select().from(mailOutbox);
    expect(mails.map(({ toEmail, subject }) => ({ toEmail, subject }))).toEqual([
      { toEmail: "ada@bureau.example", subject: "The papers of 2 closed cases will be erased" },
    ]);
    expect(await apply()).toEqual({ announced: [], erased: [] });
    expect(await runtime.database.$count(mailOutbox)).toBe(1);
  });

  it("are erased a month after the notice, with their bytes, and the logs say so", async () => {
    const caseFile = await closed("citizen", 5 * YEAR + 2);
    const other = await closed("hold", 9 * YEAR);
    await apply();
    await letPass(29);
    expect((await apply()).erased).toEqual([]);
    await letPass(2);
    expect((await apply()).erased).toEqual([
      { id: caseFile.id, code: caseFile.caseId, documentCount: 2 },
    ]);
    expect(await papersOf(caseFile)).toBe(0);
    expect(await papersOf(other)).toBe(2);
    expect(
      await runtime.database.$count(
        storedFiles,
        and(eq(storedFiles.caseId, caseFile.id), isNotNull(storedFiles.deletedAt)),
      ),
    ).toBe(2);
    const lines = await runtime.database
      .select()
      .from(caseEvents)
      .where(eq(caseEvents.caseId, caseFile.id));
    expect(lines).toMatchObject([
      { action: "delete", actorId: null, metadata: { reason: "retention" } },
      { action: "delete", actorId: null, metadata: { reason: "retention" } },
    ]);
    const [event] = await runtime.database
      .select()
      .from(securityEvents)
      .orderBy(desc(securityEvents.id));
    expect(event).toMatchObject({
      kind: "retention.erased",
      metadata: { caseId: caseFile.id, documents: 2 },
    });
    expect(await runtime.database.$count(cases, eq(cases.id, caseFile.id))).toBe(1);
  });

  it(
    "leave no version, review or decision behind: a search of the database finds no word of them",
    { tags: ["W-REV-052"] },
    async () => {
      const caseFile = await closed("citizen", 5 * YEAR + 2);
      const caseId = caseFile.id;
      const old = await buildDocument({ caseId, isCurrent: false });
      const { id: documentId } = await buildDocument({ caseId, replaces: old.id });
      const texts = { publicText: "marigold one", internalNote: "marigold two" };
      await buildReview({ documentId: old.id, ...texts });
      await buildReview({ documentId, ...texts });
      await buildDecision({ caseId, title: "marigold three", instruction: "marigold four" });
      const ruleId = await ruleIdOf("passport");
      await buildDecision({ caseId, ruleId, verdict: "not_required", reason: "marigold five" });
      expect(await tablesThatSay("marigold")).toEqual(["checklist_decisions", "document_reviews"]);
      await apply();
      await letPass(31);
      await apply();
      expect(await tablesThatSay("marigold")).toEqual([]);
      expect(await papersOf(caseFile)).toBe(0);
    },
  );

  it("are spared when the case is opened again before the end of the notice", async () => {
    const caseFile = await closed("citizen", 6 * YEAR);
    await apply();
    await letPass(31);
    await runtime.database.update(cases).set({ status: "hold" }).where(eq(cases.id, caseFile.id));
    expect((await apply()).erased).toEqual([]);
    // Closed once more: its years begin anew, and so does the notice.
    const lastStatusUpdatedAt = new Date().toISOString();
    await runtime.database
      .update(cases)
      .set({ status: "citizen", lastStatusUpdatedAt })
      .where(eq(cases.id, caseFile.id));
    expect(await apply()).toEqual({ announced: [], erased: [] });
    // Six years on, the notice of back then counts for nothing: the admins are told again.
    await letPass(Math.floor(7 * YEAR));
    await runtime.database
      .update(cases)
      .set({ lastStatusUpdatedAt: new Date(Date.now() - 6 * YEAR * 86_400_000).toISOString() })
      .where(eq(cases.id, caseFile.id));
    const later = await apply();
    expect([codes(later.announced), later.erased]).toEqual([[caseFile.caseId], []]);
    expect(await papersOf(caseFile)).toBe(2);
  });

  it("are kept without end when the bureau says so", async () => {
    await closed("citizen", 30 * YEAR);
    const given = runtime;
    setRuntime({ ...given, config: { ...given.config, retentionYears: 0 } });
    expect(await apply()).toEqual({ announced: [], erased: [] });
    setRuntime({ ...given, config: { ...given.config, retentionYears: 31 } });
    expect(await apply()).toEqual({ announced: [], erased: [] });
    setRuntime(given);
    expect((await apply()).announced).toHaveLength(1);
  });

  it("do not move the version of a case by the notice alone", async () => {
    const before = await closed("citizen", 6 * YEAR);
    await apply();
    const [after] = await runtime.database.select().from(cases).where(eq(cases.id, before.id));
    expect(after).toEqual(before);
  });
});

describe("npm run retention", () => {
  it(
    "-- --dry-run reports what would be done and changes nothing",
    { tags: ["asvs-110"] },
    async () => {
      const { caseId } = await closed("citizen", 6 * YEAR);
      expect(await runCommandBeside("retention", ["--dry-run"])).toEqual({
        exitCode: 0,
        output:
          `1 closed cases whose papers end after 5 years would be announced.\n  ${caseId}: 2 documents\n` +
          "0 cases announced more than 30 days ago would be emptied.\nNothing was changed.\n",
        complaint: "",
      });
      expect(await runtime.database.$count(erasureNotices)).toBe(0);
      expect(await runtime.database.$count(mailOutbox)).toBe(0);
    },
  );
});
