/** Addresses to which mails do not arrive: known at once or after days, told once, and tried again when somebody says so. */
import { and, eq, sql } from "drizzle-orm";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailChoicesApi } from "contract/mail-choices";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { sweepOutbox } from "#server/mail/delivery.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { openActors } from "#testing/actors.ts";
import { caseMailsTo, passFiveMinutes } from "#testing/case-mails.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { type MailServer, openMailServer } from "#testing/mail-server.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { toldTo, write } from "#testing/told.ts";
import { markFailing } from "./reachability.service.ts";

let portal: TestApp;
let server: MailServer;
/** What the server answers to the next recipients; null: it takes the mail. */
let answer: { code: number; text: string } | null = null;
const onRcptTo: SMTPServerOptions["onRcptTo"] = (_address, _session, done) =>
  answer === null
    ? done()
    : done(Object.assign(new Error(answer.text), { responseCode: answer.code }));
beforeAll(async () => {
  server = await openMailServer({ onRcptTo });
  portal = await openTestApp({ settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
});
beforeEach(() => {
  answer = null;
});
afterAll(async () => {
  await portal.close();
  await server.close();
});

const mailTo = ({ email }: UserRow) =>
  inTransaction((tx) =>
    sendMail(tx, { template: "roleChanged", to: { email }, data: { role: "agent" } }),
  );
const lastMail = async ({ email }: UserRow) =>
  (await runtime.database.select().from(mailOutbox).where(eq(mailOutbox.toEmail, email))).at(-1);
const standing = async (person: UserRow) =>
  (await (await portal.as(person)).call(mailChoicesApi.get)).undeliverable?.code ?? null;
const giveUp = async (person: UserRow) => {
  await mailTo(person);
  await runtime.database
    .update(mailOutbox)
    .set({ attempts: 20, sendAfter: sql`now() - interval '2 minutes'` })
    .where(and(eq(mailOutbox.toEmail, person.email), eq(mailOutbox.status, "pending")));
  await sweepOutbox.run({});
};

describe("a mail server that refuses an address", () => {
  it.each([
    [550, "5.1.1 No such user", "5.1.1"],
    [554, "5.1.10 Null MX", "5.1.10"],
    [551, "Not here", "551"],
  ])(
    "with %s %s marks the person, and is not asked again",
    { tags: ["W-MAI-023"] },
    async (code, text, kept) => {
      const person = await buildUser();
      answer = { code, text };
      await mailTo(person);
      await runDueJobs("mail.deliver");
      expect(await lastMail(person)).toMatchObject({ status: "failed", attempts: 1, text: "" });
      expect(await standing(person)).toBe(kept);
    },
  );

  it.each([
    [451, "4.2.0 Try later"],
    [550, "5.7.1 Refused by policy"],
    [554, "Go away"],
    [552, "5.2.2 Mailbox full"],
  ])("with %s %s is tried again as ever", { tags: ["W-MAI-023..024"] }, async (code, text) => {
    const person = await buildUser();
    answer = { code, text };
    await mailTo(person);
    await runDueJobs("mail.deliver");
    expect(await lastMail(person)).toMatchObject({ status: "pending", attempts: 1 });
    expect(await standing(person)).toBeNull();
  });

  it(
    "three mails in a row that were given up mark the person, one that arrives begins anew",
    { tags: ["W-MAI-024"] },
    async () => {
      const person = await buildUser();
      answer = { code: 451, text: "4.2.0 Try later" };
      await giveUp(person);
      await giveUp(person);
      answer = null;
      await mailTo(person);
      await runDueJobs("mail.deliver");
      answer = { code: 451, text: "4.2.0 Try later" };
      await giveUp(person);
      await giveUp(person);
      expect(await standing(person)).toBeNull();
      await giveUp(person);
      expect(await standing(person)).toBe("unreachable");
    },
  );
});

const fail = (person: UserRow) => inTransaction((tx) => markFailing(tx, person.id, "5.1.1"));
const linesOf = async (caseFile: { id: number }) =>
  (
    await runtime.database.select().from(caseEvents).where(eq(caseEvents.caseId, caseFile.id))
  ).flatMap(({ metadata }) => ("mail" in metadata ? [metadata] : []));
const toldAdmin = async ({ id }: UserRow) => {
  await runDueJobs("notifications.tell");
  return runtime.database
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, id), eq(notifications.kind, "mail_undeliverable")));
};

describe("an address that fails", () => {
  it("gets no news, but still a mail of the account", { tags: ["W-MAI-025"] }, async () => {
    const { caseFile, agent, people } = await openActors(portal);
    await fail(people.client);
    await write(agent, caseFile);
    await passFiveMinutes(portal);
    expect(await caseMailsTo(people.client)).toEqual([]);
    await mailTo(people.client);
    await runDueJobs("mail.deliver");
    expect(await lastMail(people.client)).toMatchObject({ status: "sent" });
  });

  it(
    "is told once: to the agents of each open case, and to every admin",
    { tags: ["W-MAI-026"] },
    async () => {
      const { caseFile, people } = await openActors(portal);
      const { client, agent, admin } = people;
      const second = await buildCase({ assignedTo: [client, agent] });
      const closed = await buildCase({ assignedTo: [client, agent], status: "citizen" });
      await fail(client);
      await fail(client);
      for (const open of [caseFile, second]) {
        expect(await toldTo(open, agent)).toMatchObject([
          { kind: "mail_undeliverable", count: 1, mail: "soon", actorId: null },
        ]);
        expect(await toldTo(open, client)).toEqual([]);
        expect(await linesOf(open)).toEqual([{ mail: "undeliverable", userId: client.id }]);
      }
      expect(await toldTo(closed, agent)).toEqual([]);
      expect(await linesOf(closed)).toEqual([]);
      const row = { caseId: null, count: 1, mail: "daily" };
      expect(await toldAdmin(admin)).toMatchObject([row]);

      // Of anybody else the admins are told alone.
      const other = await buildAdmin();
      await fail(agent);
      expect(await linesOf(caseFile)).toHaveLength(1);
      expect(await toldAdmin(other)).toMatchObject([row]);
      expect(await toldAdmin(agent)).toHaveLength(2);
    },
  );

  it(
    "of a client whose cases are closed is told to the admins alone",
    { tags: ["W-MAI-026"] },
    async () => {
      const { people } = await openActors(portal);
      const [client, agent] = [await buildUser(), people.agent];
      const closed = await Promise.all(
        (["citizen", "cancelled"] as const).map((status) =>
          buildCase({ assignedTo: [client, agent], status }),
        ),
      );
      await fail(client);
      for (const caseFile of closed) {
        expect(await toldTo(caseFile, agent)).toEqual([]);
        expect(await linesOf(caseFile)).toEqual([]);
      }
      const ofClient = { caseId: null, data: { about: [{ id: client.id }] } };
      expect(await toldAdmin(people.admin)).toMatchObject([ofClient]);
    },
  );

  it(
    "is tried again when an admin says so, or with another address",
    { tags: ["W-MAI-027"] },
    async () => {
      const { caseFile, admin, people } = await openActors(portal);
      const { client } = people;
      const failsInList = async () =>
        (await admin.call(usersApi.list)).find(({ id }) => id === client.id)?.mailFails;
      await fail(client);
      expect(await failsInList()).toBe(true);
      const page = await admin.call(usersApi.page, { query: { q: client.email } });
      expect(page.rows).toMatchObject([{ id: client.id, mailFails: true }]);
      const params = { id: client.id };
      await admin.call(usersApi.tryMails, { params });
      expect(await failsInList()).toBe(false);
      expect((await linesOf(caseFile)).map(({ mail }) => mail)).toEqual([
        "undeliverable",
        "tried again",
      ]);
      await admin.call(usersApi.tryMails, { params, leavesNoEvent: true });
      expect(await linesOf(caseFile)).toHaveLength(2);
      await admin.refused(404, usersApi.tryMails, { params: { id: 999_999 } });

      await fail(client);
      const { firstName, lastName, role } = client;
      const email = `new-${client.email}`;
      const body = { firstName, lastName, role, email };
      const changed = await admin.call(usersApi.update, { params, body, leavesNoEvent: true });
      expect(changed).toMatchObject({ email, mailFails: false });
    },
  );
});
