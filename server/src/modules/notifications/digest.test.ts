/** The mail of the day, at eight where the bureau is. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayIn, timeIn } from "contract/days";
import { mailChoicesApi } from "contract/mail-choices";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { bodyOf, caseMailsTo } from "#testing/case-mails.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildNotification } from "#testing/factories/notifications.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { sendDigests } from "./digest.service.ts";
import { markFailing } from "./reachability.service.ts";

let portal: TestApp;
let agent: UserRow;
async function open(settings: Record<string, string> = {}) {
  portal = await openTestApp({ settings });
  agent = await buildUser({ role: "agent" });
}
afterEach(() => portal.close());

const daily = async (lastAt: string, input: object = {}) => {
  const { id: caseId } = await buildCase({ assignedTo: [agent] });
  return buildNotification({
    userId: agent.id,
    caseId,
    kind: "status_changed",
    mail: "daily",
    firstAt: lastAt,
    lastAt,
    ...input,
  });
};
const at = async (moment: string) => {
  portal.clock.set(moment);
  await sendDigests();
};
const sent = async () => (await caseMailsTo(agent)).length;

describe("the mail of the day", () => {
  beforeEach(() => open());

  it(
    "goes once a day from eight, for what came before, by two portals as by one",
    { tags: ["W-MAI-011"] },
    async () => {
      await daily("2026-11-04T20:00:00.000Z");
      const late = await daily("2026-11-05T04:00:00.000Z");
      await at("2026-11-05T03:59:00.000Z");
      expect(await sent()).toBe(0);
      portal.clock.set("2026-11-05T04:00:00.000Z");
      await Promise.all([sendDigests(), sendDigests(), sendDigests()]);
      expect(await sent()).toBe(1);
      // What is of after eight waits for the next morning.
      await at("2026-11-05T07:00:00.000Z");
      expect(await sent()).toBe(1);
      await at("2026-11-06T04:15:00.000Z");
      expect(await sent()).toBe(2);
      const [row] = await runtime.database
        .select()
        .from(notifications)
        .where(eq(notifications.id, late.id));
      expect(row?.mailId).toBe((await caseMailsTo(agent))[1]?.id);
    },
  );

  it(
    "goes at eleven where the portal was away, and after eight in the evening no more",
    { tags: ["W-MAI-011"] },
    async () => {
      await daily("2026-11-04T20:00:00.000Z");
      await at("2026-11-05T16:01:00.000Z");
      expect(await sent()).toBe(0);
      await at("2026-11-06T07:00:00.000Z");
      expect(await sent()).toBe(1);
    },
  );

  it("is not written without news of the day", { tags: ["W-MAI-013"] }, async () => {
    await daily("2026-11-04T20:00:00.000Z", { readAt: "2026-11-04T21:00:00.000Z" });
    await daily("2026-11-04T20:00:00.000Z", { mail: "none" });
    await daily("2026-11-02T20:00:00.000Z");
    await at("2026-11-05T04:00:00.000Z");
    expect(await sent()).toBe(0);
    const { rows } = await runtime.database.execute("select 1 from mail_outbox");
    expect(rows).toEqual([]);
  });

  it(
    "names twenty cases, the newest first, and counts the others",
    { tags: ["W-MAI-013..014"] },
    async () => {
      for (let count = 0; count < 25; count += 1) await daily("2026-11-04T20:00:00.000Z");
      await at("2026-11-05T04:00:00.000Z");
      const [mail] = await caseMailsTo(agent);
      expect(mail).toMatchObject({ template: "digest", subject: "News in your cases" });
      const [first, ...lines] = bodyOf(mail!);
      expect(first).toBe("Since yesterday there is news in 25 cases:");
      expect(lines.filter((line) => line.endsWith(": The status has changed"))).toHaveLength(20);
      expect(lines.slice(-2)).toEqual(["and 5 more cases", "http://localhost:3000/"]);
      expect(mail?.text).not.toContain("You can answer this mail");
      const rows = await runtime.database
        .select({ mailId: notifications.mailId })
        .from(notifications);
      expect(new Set(rows.map(({ mailId }) => mailId))).toEqual(new Set([mail?.id]));
    },
  );

  it("says in one line what is new in a case, and of which", { tags: ["W-MAI-014"] }, async () => {
    const told = await daily("2026-11-04T20:00:00.000Z", { count: 2 });
    const { id: _id, ...line } = told;
    await buildNotification({ ...line, kind: "document_uploaded", count: 3 });
    await at("2026-11-05T04:00:00.000Z");
    const body = bodyOf((await caseMailsTo(agent))[0]!);
    expect(body[0]).toBe("Since yesterday there is news in one case:");
    expect(body[1]).toMatch(/^- CASE-\w+: 3 documents were uploaded, The status has changed$/);
  });
});

describe("a line without a case", () => {
  beforeEach(() => open());
  const fail = (person: UserRow) => inTransaction((tx) => markFailing(tx, person.id, "5.1.1"));

  it(
    "is the last of the mail of the day, alone without a sentence of cases",
    { tags: ["W-MAI-030"] },
    async () => {
      agent = await buildAdmin();
      portal.clock.set("2026-11-04T20:00:00.000Z");
      await fail(await buildUser());
      await fail(await buildUser());
      await runDueJobs("notifications.tell");
      await at("2026-11-05T04:00:00.000Z");
      const line = "Mails to 2 people do not arrive";
      expect(bodyOf((await caseMailsTo(agent))[0]!)).toEqual([line, "http://localhost:3000/"]);

      const browser = await portal.as(agent);
      const body = { mail: { status_changed: "daily" as const } };
      await browser.call(mailChoicesApi.update, { body, leavesNoEvent: true });
      await daily("2026-11-05T20:00:00.000Z");
      portal.clock.set("2026-11-05T20:00:00.000Z");
      await fail(await buildUser());
      await runDueJobs("notifications.tell");
      await at("2026-11-06T04:00:00.000Z");
      const lines = bodyOf((await caseMailsTo(agent))[1]!);
      expect(lines[0]).toBe("Since yesterday there is news in one case:");
      expect(lines.at(-2)).toBe("Mails to 1 person do not arrive");
    },
  );

  it(
    "goes by itself five minutes later for whoever wants it soon",
    { tags: ["W-MAI-030"] },
    async () => {
      agent = await buildAdmin();
      const browser = await portal.as(agent);
      const body = { mail: { mail_undeliverable: "soon" as const } };
      await browser.call(mailChoicesApi.update, { body, leavesNoEvent: true });
      await fail(await buildUser());
      await runDueJobs("notifications.tell");
      portal.clock.advance(300_000);
      await runDueJobs("notifications.mail", { andLater: true });
      const [mail] = await caseMailsTo(agent);
      expect(mail).toMatchObject({ template: "digest", caseId: null });
      expect(bodyOf(mail!)).toEqual(["Mails to 1 person do not arrive", "http://localhost:3000/"]);
    },
  );
});

describe("eight in the morning", () => {
  it.each([
    ["Asia/Dubai", "2026-11-05"],
    ["Europe/Berlin", "2026-03-29"],
    ["Europe/Berlin", "2026-10-25"],
    ["Pacific/Kiritimati", "2026-01-01"],
  ])("is that of %s, once on %s", { tags: ["W-MAI-012"] }, async (zone, day) => {
    await open({ BUREAU_ZONE: zone });
    const start = Date.parse(`${day}T00:00:00Z`) - 14 * 3_600_000;
    await daily(new Date(start - 3_600_000).toISOString());
    const went: string[] = [];
    for (let moment = start; moment < start + 38 * 3_600_000; moment += 900_000) {
      const before = await sent();
      await at(new Date(moment).toISOString());
      if ((await sent()) === before) continue;
      const now = new Date(moment);
      const { hour, minute } = timeIn(zone, now);
      went.push(`${dayIn(zone, now)} ${hour}:${minute}`);
      await daily(new Date(moment - 86_400_000).toISOString());
      await runtime.database.delete(mailOutbox);
    }
    expect(went).toContain(`${day} 8:0`);
    expect(went.filter((each) => each.startsWith(day))).toHaveLength(1);
    expect(went.every((each) => each.endsWith(" 8:0"))).toBe(true);
  });
});
