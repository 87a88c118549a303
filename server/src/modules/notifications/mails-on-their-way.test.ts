/** Mails about cases on their way: sealed, stopped, asked about once more, and with names and texts where they may leave. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commentsApi } from "contract/comments";
import { invoicesApi } from "contract/invoices";
import { mailChoicesApi } from "contract/mail-choices";
import { notificationsApi } from "contract/notifications";
import { reviewsApi } from "contract/reviews";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { cases } from "#server/database/tables/cases.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { sweepOutbox } from "#server/mail/delivery.ts";
import { openActors } from "#testing/actors.ts";
import { bodyOf, caseMailsTo, passFiveMinutes } from "#testing/case-mails.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { type MailServer, openMailServer } from "#testing/mail-server.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { toldOf, uploadBy, write } from "#testing/told.ts";

let portal: TestApp;
let caseFile: CaseRow;
let people: Record<"admin" | "agent" | "client", UserRow>;
let admin: TestClient;
let agent: TestClient;
let client: TestClient;
const later = () => passFiveMinutes(portal);
const bodies = async (person: UserRow) => (await caseMailsTo(person)).map(bodyOf);
const openActorsAnew = async () => {
  ({ caseFile, people, admin, agent, client } = await openActors(portal));
};

describe("every mail", () => {
  beforeAll(async () => {
    portal = await openTestApp();
  });
  afterAll(() => portal.close());
  beforeEach(openActorsAnew);

  it(
    "that other letters told of before is news: messages, invoices, receipts, an invoice that moves",
    { tags: ["W-MAI-021"] },
    async () => {
      const other = await openActors(portal);
      await toldOf(caseFile);
      const invoice = await buildInvoice({ caseId: caseFile.id });
      const body = { caseId: other.caseFile.id };
      await admin.call(invoicesApi.update, { params: { id: invoice.id }, body });
      await later();
      expect(await bodies(people.client)).toEqual([]);
      expect((await bodies(other.people.client))[0]).toContain("- 1 invoice is to be paid");
      const templates = await runtime.database
        .selectDistinct({ name: mailOutbox.template })
        .from(mailOutbox);
      expect(templates.map(({ name }) => name)).not.toContain("newMessages");
      expect(templates.map(({ name }) => name)).not.toContain("invoice");
    },
  );

  it("is sealed while it waits, and empty once it has gone", { tags: ["W-MAI-022"] }, async () => {
    await write(client, caseFile);
    await later();
    const ofAgent = eq(mailOutbox.userId, people.agent.id);
    const [waiting] = await runtime.database.select().from(mailOutbox).where(ofAgent);
    for (const part of [waiting?.text, waiting?.html, waiting?.headers]) {
      expect(part).not.toContain(caseFile.caseId);
      expect(part).not.toContain("unsubscribe");
    }
    await runDueJobs("mail.deliver");
    expect((await runtime.database.select().from(mailOutbox).where(ofAgent))[0]).toMatchObject({
      status: "sent",
      text: "",
      html: null,
      headers: null,
    });
  });

  it(
    "is stopped by the switch, but mails of the account are not",
    { tags: ["W-PRF-006"] },
    async () => {
      await client.call(mailChoicesApi.update, { body: { mailsOn: false }, leavesNoEvent: true });
      await write(agent, caseFile);
      await later();
      expect(await bodies(people.client)).toEqual([]);
      await admin.call(usersApi.sendResetLink, {
        params: { id: people.client.id },
        leavesNoEvent: true,
      });
      await runDueJobs("mail.deliver");
      const ofAccount = await runtime.database
        .select({ status: mailOutbox.status, headers: mailOutbox.headers })
        .from(mailOutbox)
        .where(eq(mailOutbox.toEmail, people.client.email));
      expect(ofAccount).toEqual([{ status: "sent", headers: null }]);
    },
  );

  it("is asked about once more when it goes", { tags: ["W-MAI-008"] }, async () => {
    await write(client, caseFile);
    await later();
    await agent.call(notificationsApi.markRead, { body: { all: true }, leavesNoEvent: true });
    await runtime.database
      .update(notifications)
      .set({ mail: "none" })
      .where(eq(notifications.userId, people.admin.id));
    await admin.call(mailChoicesApi.update, { body: { mailsOn: false }, leavesNoEvent: true });
    await runDueJobs("mail.deliver");
    for (const person of [people.agent, people.admin])
      expect(await caseMailsTo(person)).toMatchObject([{ status: "expired", text: "" }]);
  });
});

describe("while the mail server is away", () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await openMailServer();
    await server.close();
    const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    portal = await openTestApp({ settings: { SMTP_URL } });
  });
  afterAll(async () => {
    await portal.close();
    await server.close();
  });
  beforeEach(openActorsAnew);

  it(
    "what was read meanwhile is not sent, however often it was tried before",
    { tags: ["W-MAI-007"] },
    async () => {
      const rowOf = async ({ id }: UserRow) =>
        (await runtime.database.select().from(mailOutbox).where(eq(mailOutbox.userId, id)))[0];
      await write(client, caseFile);
      await later();
      for (let tries = 1; tries <= 5; tries += 1) {
        await runtime.database
          .update(mailOutbox)
          .set({ sendAfter: sql`now() - interval '2 minutes'` });
        await sweepOutbox.run({});
        expect(await rowOf(people.agent)).toMatchObject({ status: "pending", attempts: tries });
      }
      portal.clock.advance(2 * 3_600_000);
      await agent.call(notificationsApi.markRead, { body: { all: true }, leavesNoEvent: true });
      server = await openMailServer({}, { port: server.port });
      await runtime.database
        .update(mailOutbox)
        .set({ sendAfter: sql`now() - interval '2 minutes'` });
      await sweepOutbox.run({});
      expect(server.received.map(({ to }) => to)).toEqual([[people.admin.email]]);
      expect(await rowOf(people.agent)).toMatchObject({ status: "expired", text: "", html: null });
      expect(await rowOf(people.admin)).toMatchObject({ status: "sent" });
    },
  );
});

describe("where names and texts may leave the portal", () => {
  beforeAll(async () => {
    portal = await openTestApp({
      settings: { MAIL_CONTENT: "full", BUREAU_NAME: 'Büro "Oase"', MAIL_FROM: "d@example.com" },
    });
  });
  afterAll(() => portal.close());
  beforeEach(openActorsAnew);

  const say = (message: string) =>
    agent.call(commentsApi.create, { params: { id: caseFile.id }, body: { message } });
  const long = "x".repeat(1999);

  it(
    "a mail says what the centre says, with messages and public reasons below",
    { tags: ["W-MAI-016", "W-MAI-014"] },
    async () => {
      await say(`First\nSecond ${long}`);
      for (let count = 0; count < 10; count += 1) await say(`Message ${count}`);
      const [id = 0] = await uploadBy(agent, caseFile.id, ["Deed.pdf"]);
      const body = {
        decision: "changes_requested" as const,
        withoutDate: true,
        reasonCode: "other" as const,
        publicText: "Page two is cut off.",
        internalNote: "He is lazy.",
      };
      await agent.call(reviewsApi.create, { params: { id }, body });
      await later();
      const [mail] = await caseMailsTo(people.client);
      const lines = bodyOf(mail!);
      expect(lines[0]).toBe(`There is news in case ${caseFile.caseId}, ${caseFile.title}:`);
      const name = `${people.agent.firstName} ${people.agent.lastName}`;
      expect(lines.slice(1, 4)).toEqual([
        `- ${name} wrote 11 messages`,
        `  ${name}:`,
        "  Message 0",
      ]);
      expect(lines.filter((line) => line === `  ${name}:`)).toHaveLength(10);
      expect(lines).toContain(`- ${name} uploaded Deed.pdf`);
      expect(lines).toContain("  Page two is cut off.");
      expect(mail?.text).not.toContain("lazy");
      await say(`First\n${long}`);
      await later();
      const text = (await caseMailsTo(people.client))[1]?.text;
      expect(text).toContain("\n  First\n");
      expect(text).toContain(`${"x".repeat(1993)}…`);
      expect(text).not.toContain("x".repeat(1994));
    },
  );

  it("no code or name breaks a header", { tags: ["W-MAI-020"] }, async () => {
    const code = 'VU-"é\r\nBcc: v@example.com';
    await runtime.database.update(cases).set({ caseId: code }).where(eq(cases.id, caseFile.id));
    await write(client, caseFile);
    await later();
    const [mail] = await caseMailsTo(people.agent);
    expect(mail?.subject).toBe('News in case VU-"é Bcc: v@example.com');
    for (const header of Object.values(mail?.sent.headers ?? {}))
      expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(mail?.text).toContain('Büro "Oase"');
  });
});
