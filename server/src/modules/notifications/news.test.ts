/** The mail that gathers what is new in a case for five minutes. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { invoicesApi } from "contract/invoices";
import { mailChoicesApi } from "contract/mail-choices";
import { notificationsApi } from "contract/notifications";
import { runtime } from "#server/core/runtime.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { notificationTimers } from "#server/database/tables/notification-timers.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { openActors } from "#testing/actors.ts";
import { bodyOf, caseMailsTo, passFiveMinutes } from "#testing/case-mails.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { makeOlder, reviewBy, toldOf, toldTo, uploadBy, write } from "#testing/told.ts";
import { sweepTimers } from "./mail.jobs.ts";

const MINUTE_MS = 60_000;
let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

let caseFile: CaseRow;
let people: Record<"admin" | "agent" | "client", UserRow>;
let admin: TestClient;
let agent: TestClient;
let client: TestClient;
beforeEach(async () => {
  ({ caseFile, people, admin, agent, client } = await openActors(portal));
});

const later = () => passFiveMinutes(portal);
const bodies = async (person: UserRow) => (await caseMailsTo(person)).map(bodyOf);
const choose = (browser: TestClient, mail: object) =>
  browser.call(mailChoicesApi.update, { body: { mail }, leavesNoEvent: true });
const mailOf = async (person: UserRow) =>
  (await toldTo(caseFile, person)).map(({ kind, mail, mailedAt }) => ({
    kind,
    mail,
    isMailed: mailedAt !== null,
  }));

describe("a mail about a case", () => {
  it("goes five minutes after the first thing, not before", { tags: ["W-MAI-001"] }, async () => {
    await write(client, caseFile);
    await toldOf(caseFile);
    const [timer] = await runtime.database
      .select()
      .from(notificationTimers)
      .where(eq(notificationTimers.userId, people.agent.id));
    const [row] = await toldTo(caseFile, people.agent);
    const wait = Date.parse(timer?.dueAt ?? "") - Date.parse(row?.firstAt ?? "");
    expect(Math.abs(wait - 5 * MINUTE_MS)).toBeLessThan(10_000);
    portal.clock.advance(5 * MINUTE_MS - 20_000);
    await runDueJobs("notifications.mail", { andLater: true });
    expect(await bodies(people.agent)).toEqual([]);
    portal.clock.advance(20_000);
    await sweepTimers.run({});
    expect(await bodies(people.agent)).toEqual([]);
    portal.clock.advance(2 * MINUTE_MS);
    await sweepTimers.run({});
    expect(await bodies(people.agent)).toHaveLength(1);
  });

  it(
    "says how much of what is new, in one order, with what goes once a day",
    { tags: ["W-MAI-002", "W-MAI-014..015"] },
    async () => {
      await write(agent, caseFile);
      await write(agent, caseFile);
      const ids = await uploadBy(agent, caseFile.id, ["a.pdf", "b.pdf"]);
      for (const id of ids) await reviewBy(agent, id, "changes_requested");
      const invoice = await buildInvoice({ caseId: caseFile.id, status: "Cancelled" });
      for (const status of ["Sent", "Paid by client"] as const)
        await admin.call(invoicesApi.update, { params: { id: invoice.id }, body: { status } });
      const params = { caseId: caseFile.caseId };
      await admin.call(casesApi.updateStatus, { params, body: { status: "courier" } });
      await later();
      const [mail, ...others] = await caseMailsTo(people.client);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ template: "news", subject: `News in case ${caseFile.caseId}` });
      expect(bodyOf(mail!)).toEqual([
        `There is news in case ${caseFile.caseId}:`,
        "- 2 new messages",
        "- 2 documents were uploaded",
        "- 2 documents were reviewed",
        "- 2 documents need changes",
        "- The status has changed",
        "- 1 invoice is to be paid",
        "- 1 invoice was settled",
        `http://localhost:3000/case/${caseFile.caseId}`,
      ]);
      const written = JSON.stringify(mail);
      for (const word of [
        caseFile.title,
        people.agent.lastName,
        "a.pdf",
        "news?",
        "All.",
        invoice.invoiceId,
      ])
        expect(written).not.toContain(word);
      expect((await mailOf(people.client)).every(({ isMailed }) => isMailed)).toBe(true);
    },
  );

  it(
    "is not written of what was read, and holds what was not",
    { tags: ["W-MAI-003"] },
    async () => {
      await write(client, caseFile);
      await toldOf(caseFile);
      await agent.call(notificationsApi.markRead, { body: { all: true }, leavesNoEvent: true });
      await later();
      expect(await bodies(people.agent)).toEqual([]);
      expect(await bodies(people.admin)).toHaveLength(1);

      await write(agent, caseFile);
      const params = { caseId: caseFile.caseId };
      await admin.call(casesApi.updateStatus, { params, body: { status: "courier" } });
      const rows = await toldTo(caseFile, people.client);
      const [read] = rows.filter(({ kind }) => kind === "message");
      await client.call(notificationsApi.markRead, {
        body: { ids: [read!.id] },
        leavesNoEvent: true,
      });
      await later();
      expect((await bodies(people.client)).map((body) => body[1])).toEqual([
        "- The status has changed",
      ]);
    },
  );

  it(
    "is written once by two portals, and a killed one's by the sweep",
    { tags: ["W-MAI-005"] },
    async () => {
      await write(client, caseFile);
      await toldOf(caseFile);
      portal.clock.advance(7 * MINUTE_MS);
      await Promise.all([
        sweepTimers.run({}),
        sweepTimers.run({}),
        runDueJobs("notifications.mail", { andLater: true }),
      ]);
      expect(await bodies(people.agent)).toHaveLength(1);
      await sweepTimers.run({});
      expect(await bodies(people.agent)).toHaveLength(1);
    },
  );

  it("is of one thread and subject for each case and person", { tags: ["W-MAI-019"] }, async () => {
    await write(client, caseFile);
    await later();
    await write(client, caseFile);
    await later();
    const other = await openActors(portal);
    await write(other.client, other.caseFile);
    await later();
    const threads = async (person: UserRow) =>
      (await caseMailsTo(person)).map(({ sent }) => sent.headers["References"]);
    const [first, second] = await threads(people.agent);
    expect(first).toBe(second);
    expect(await threads(people.admin)).not.toContain(first);
    expect(await threads(other.people.agent)).not.toContain(first);
    const subjects = (await caseMailsTo(people.agent)).map(({ subject }) => subject);
    expect(new Set(subjects)).toEqual(new Set([`News in case ${caseFile.caseId}`]));
  });
});

describe("what happens before the mail is due", () => {
  it.each(["unassigned", "disabled", "mails off"])(
    "%s: nothing is sent",
    { tags: ["W-MAI-008"] },
    async (what) => {
      await write(client, caseFile);
      await toldOf(caseFile);
      if (what === "unassigned")
        await admin.call(casesApi.unassign, {
          params: { id: caseFile.id },
          body: { userId: people.agent.id },
        });
      if (what === "disabled")
        await runtime.database.execute(
          `update users set disabled_at = now() where id = ${people.agent.id}`,
        );
      if (what === "mails off")
        await agent.call(mailChoicesApi.update, { body: { mailsOn: false }, leavesNoEvent: true });
      await later();
      expect(await bodies(people.agent)).toEqual([]);
    },
  );

  it("another choice is obeyed", { tags: ["W-MAI-009", "W-PRF-004"] }, async () => {
    await write(client, caseFile);
    await toldOf(caseFile);
    await choose(agent, { message: "daily" });
    await choose(admin, { message: "never" });
    await later();
    expect(await bodies(people.agent)).toEqual([]);
    expect(await bodies(people.admin)).toEqual([]);
    expect(await mailOf(people.agent)).toMatchObject([{ mail: "daily", isMailed: false }]);
    expect(await mailOf(people.admin)).toMatchObject([{ mail: "none", isMailed: false }]);
  });

  it(
    "a kind that is not wanted is in no mail of others, and stays in the centre",
    { tags: ["W-PRF-004"] },
    async () => {
      await choose(client, { message: "never" });
      await write(agent, caseFile);
      const params = { caseId: caseFile.caseId };
      await admin.call(casesApi.updateStatus, { params, body: { status: "courier" } });
      await later();
      expect(await bodies(people.client)).toEqual([
        [
          `There is news in case ${caseFile.caseId}:`,
          "- The status has changed",
          `http://localhost:3000/case/${caseFile.caseId}`,
        ],
      ]);
      expect((await toldTo(caseFile, people.client)).map(({ kind }) => kind)).toContain("message");
    },
  );

  it(
    "what is older than 48 hours is in no mail, unless something joined it",
    { tags: ["W-MAI-010"] },
    async () => {
      await write(client, caseFile);
      const [old] = await toldTo(caseFile, people.agent);
      await makeOlder(old!, new Date(portal.clock.now().getTime() - 49 * 60 * MINUTE_MS));
      await later();
      expect(await bodies(people.agent)).toEqual([]);
      expect(await mailOf(people.agent)).toMatchObject([{ mail: "none" }]);
      await write(client, caseFile);
      await later();
      expect(await bodies(people.agent)).toHaveLength(1);
    },
  );

  it("what joins a line takes the choice of now", { tags: ["W-MAI-029"] }, async () => {
    await choose(agent, { message: "daily" });
    await write(client, caseFile);
    await toldOf(caseFile);
    await choose(agent, { message: "soon" });
    await write(client, caseFile);
    await later();
    expect((await bodies(people.agent))[0]?.[1]).toBe("- 2 new messages");
    await write(client, caseFile);
    await toldOf(caseFile);
    await choose(agent, { message: "never" });
    await write(client, caseFile);
    expect((await mailOf(people.agent)).at(-1)).toMatchObject({ mail: "none" });
    await later();
    expect(await bodies(people.agent)).toHaveLength(1);
  });
});
