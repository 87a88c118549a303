import { readdir, readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { runDueJobs } from "#testing/jobs.ts";
import {
  type MailServer,
  openMailServer,
  readMail,
  type ReceivedMail,
} from "#testing/mail-server.ts";
import { mailsTo } from "#testing/mails.ts";
import { browserIn, buildMember, hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { sweepOutbox } from "./delivery.ts";
import { sendMail } from "./outbox.ts";

let portal: TestApp;
let server: MailServer | null = null;
let received: ReceivedMail[] = [];

afterEach(async () => {
  await portal.close();
  await stopServer();
  received = [];
});

async function stopServer() {
  const running = server;
  server = null;
  await running?.close();
}

/** A real mail server; answers its port. */
async function startServer(...given: Parameters<typeof openMailServer>): Promise<number> {
  server = await openMailServer(...given);
  received = server.received;
  return server.port;
}

async function openPortal(settings: Record<string, string> = {}) {
  hashCheaply();
  portal = await openTestApp({
    settings: { MAIL_FROM: "Harbour <desk@example.com>", ...settings },
  });
}

function smtp(port: number) {
  return { SMTP_URL: `smtp://127.0.0.1:${port}` };
}

async function send(expiresAt?: string) {
  const to = { email: "reader@example.com", name: 'Rea "Der" <x@y.z>\r\nBcc: v@example.com' };
  const data = { url: "http://portal.test/reset-password?token=abc" };
  const mail = { template: "resetLink" as const, to, data, ...(expiresAt ? { expiresAt } : {}) };
  await inTransaction((tx) => sendMail(tx, mail));
}

async function onlyRow() {
  const rows = await runtime.database.select().from(mailOutbox);
  expect(rows).toHaveLength(1);
  return rows[0];
}

/** As if the pause before the next try were over. */
async function passPause() {
  await runtime.database.update(mailOutbox).set({ sendAfter: sql`now() - interval '2 minutes'` });
}

describe("a mail through a mail server", () => {
  it(
    "arrives as text and HTML, from the configured sender to one recipient",
    { tags: ["asvs-12"] },
    async () => {
      await openPortal(smtp(await startServer()));
      await send();
      await runDueJobs("mail.deliver");
      expect(received).toMatchObject([{ from: "desk@example.com", to: ["reader@example.com"] }]);
      const mail = await PostalMime.parse(received[0]?.source ?? "");
      expect(mail).toMatchObject({
        from: { name: "Harbour", address: "desk@example.com" },
        subject: "Reset your password",
      });
      expect(mail.replyTo ?? []).toEqual([]);
      expect(mail.to).toHaveLength(1);
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.text).toContain("http://portal.test/reset-password?token=abc");
      expect(mail.html).toContain('href="http://portal.test/reset-password?token=abc"');
    },
  );

  it("asks for answers at the address of MAIL_REPLY_TO", async () => {
    const settings = { MAIL_REPLY_TO: '"The desk" <answers@example.com>' };
    await openPortal({ ...smtp(await startServer()), ...settings });
    await send();
    await runDueJobs("mail.deliver");
    const mail = await PostalMime.parse(received[0]?.source ?? "");
    expect(mail.replyTo).toMatchObject([{ name: "The desk", address: "answers@example.com" }]);
    expect(mail.from).toMatchObject({ address: "desk@example.com" });
  });

  it("also arrives when the one on this machine offers encryption with a certificate of its own", async () => {
    await openPortal(smtp(await startServer({ disabledCommands: [] })));
    await send();
    await runDueJobs("mail.deliver");
    expect(received).toHaveLength(1);
  });

  it("is erased from the outbox once it is sent", { tags: ["D-163"] }, async () => {
    await openPortal(smtp(await startServer()));
    await send();
    await runDueJobs("mail.deliver");
    expect(await onlyRow()).toMatchObject({ status: "sent", text: "", html: null, attempts: 1 });
  });

  it(
    "is tried again after a failure, as the same mail, until it arrives",
    { tags: ["P6", "reliability-10"] },
    async () => {
      let isBusy = true;
      const refuse: SMTPServerOptions["onRcptTo"] = (_address, _session, done) => {
        if (!isBusy) return done();
        return done(Object.assign(new Error("try later"), { responseCode: 451 }));
      };
      await openPortal(smtp(await startServer({ onRcptTo: refuse })));
      await send();
      await runDueJobs("mail.deliver");
      const waiting = await onlyRow();
      expect(waiting).toMatchObject({ status: "pending", attempts: 1 });
      expect(waiting?.lastError).toContain("try later");
      isBusy = false;
      await passPause();
      await sweepOutbox.run({});
      expect(await onlyRow()).toMatchObject({ status: "sent", attempts: 2, lastError: null });
      expect(received).toHaveLength(1);
    },
  );

  it(
    "keeps its identity, so that one delivered twice is recognised",
    { tags: ["reliability-10"] },
    async () => {
      let isCut = true;
      const seen: string[] = [];
      const cutAfterData: SMTPServerOptions["onData"] = (stream, _session, done) => {
        readMail(stream, (source) => {
          seen.push(/^Message-ID: (.*)$/im.exec(source)?.[1] ?? "");
          if (isCut) done(Object.assign(new Error("connection lost"), { responseCode: 421 }));
          else done();
        });
      };
      await openPortal(smtp(await startServer({ onData: cutAfterData })));
      await send();
      await runDueJobs("mail.deliver");
      isCut = false;
      await passPause();
      await sweepOutbox.run({});
      expect(seen).toHaveLength(2);
      expect(seen[0]).toMatch(/^<1\.[0-9a-f]{24}@example\.com>$/);
      expect(seen[1]).toBe(seen[0]);
    },
  );

  it("is given up after a day of failures, and said so", async () => {
    await openPortal(smtp(1));
    await send();
    for (let count = 0; count < 12; count += 1) {
      await passPause();
      await sweepOutbox.run({});
    }
    expect(await onlyRow()).toMatchObject({ status: "failed", attempts: 11, text: "" });
  });

  it("that would arrive dead is not sent at all", { tags: ["reliability-10"] }, async () => {
    await openPortal(smtp(await startServer()));
    await send("2026-01-01T00:00:00.000Z");
    await runDueJobs("mail.deliver");
    expect(received).toEqual([]);
    expect(await onlyRow()).toMatchObject({ status: "expired", text: "" });
  });

  it(
    "of a portal that was killed goes within six minutes, as the same mail",
    { tags: ["W-MAI-006"] },
    async () => {
      const identities: string[] = [];
      const port = await startServer({
        onData: (stream, session, done) => {
          readMail(stream, (source) => {
            identities.push(/^message-id: (.*)$/im.exec(source)?.[1]?.trim() ?? "");
            // The first portal dies before it hears that its mail was taken.
            if (identities.length === 1) return done(new Error("killed"));
            return done();
          });
        },
      });
      await openPortal(smtp(port));
      await send();
      await runDueJobs("mail.deliver");
      await runtime.database.execute("delete from jobs.job where name = 'mail.deliver'");
      const passed = (minutes: string) =>
        runtime.database.update(mailOutbox).set({
          sendAfter: sql`now() + interval '3 minutes' - ${minutes}::interval`,
        });
      await passed("3 minutes 55 seconds");
      await sweepOutbox.run({});
      expect(identities).toHaveLength(1);
      // Each minute somebody looks.
      expect(sweepOutbox.options.schedule).toBe("* * * * *");
      await passed("4 minutes 5 seconds");
      await Promise.all([sweepOutbox.run({}), sweepOutbox.run({})]);
      expect(identities).toHaveLength(2);
      expect(new Set(identities).size).toBe(1);
      expect(identities[0]).toMatch(/^<.+@example\.com>$/);
      expect(await onlyRow()).toMatchObject({ status: "sent" });
    },
  );

  it("is sent once when two portals reach for it at the same moment", async () => {
    await openPortal(smtp(await startServer()));
    await send();
    await passPause();
    await Promise.all([sweepOutbox.run({}), sweepOutbox.run({}), sweepOutbox.run({})]);
    expect(received).toHaveLength(1);
  });

  it("needs encryption beyond this machine", { tags: ["asvs-100"] }, async () => {
    const port = await startServer({}, { host: "127.0.0.2" });
    await openPortal({ SMTP_URL: `smtp://127.0.0.2:${port}` });
    await send();
    await runDueJobs("mail.deliver");
    expect(received).toEqual([]);
    expect(await onlyRow()).toMatchObject({
      status: "pending",
      lastError: expect.stringContaining("TLS"),
    });
  });
});

describe("without a mail server that answers", () => {
  it(
    "signing in goes on, and the code arrives when it is back",
    { tags: ["D-104", "P6"] },
    async () => {
      const port = await startServer();
      await stopServer();
      await openPortal(smtp(port));
      const person = await buildMember();
      const body = { email: person.email, password: PASSWORD };
      const answer = await browserIn(portal).send(sessionApi.login, { body });
      expect(answer.status).toBe(200);
      await runDueJobs("mail.deliver");
      await startServer({}, { port });
      await passPause();
      await sweepOutbox.run({});
      expect(received.map((mail) => mail.to)).toEqual([[person.email]]);
    },
  );
});

describe("without a configured mail server", () => {
  async function outboxFiles(): Promise<string[]> {
    const directory = runtime.config.mail.outboxDirectory;
    const names = await readdir(directory);
    return Promise.all(names.toSorted().map((name) => readFile(`${directory}/${name}`, "utf8")));
  }

  it(
    "each mail becomes a file in which code and link can be read as they are",
    { tags: ["D-104"] },
    async () => {
      await openPortal({ BUREAU_NAME: "Büro für Anträge" });
      const url = `http://portal.test/complete-registration?token=${"A".repeat(43)}`;
      await inTransaction((tx) =>
        sendMail(tx, {
          template: "invitation",
          to: { email: "reader@example.com" },
          data: { url, caseCount: 0, role: "client", bureau: "Büro", inviter: null },
        }),
      );
      await runDueJobs("mail.deliver");
      const [file = ""] = await outboxFiles();
      expect(file.split("\n")).toContain(url);
      const mail = await PostalMime.parse(file);
      expect(mail.to).toEqual([{ name: "", address: "reader@example.com" }]);
      expect(mail.text).toContain("Büro für Anträge");
      expect(mail.html).toContain(url);
    },
  );

  it("the files are in order, and their names hold nothing secret", async () => {
    await openPortal();
    await send();
    await send();
    await runDueJobs("mail.deliver");
    const names = await readdir(runtime.config.mail.outboxDirectory);
    expect(names.toSorted()).toEqual([
      "00000001-reset-your-password.eml",
      "00000002-reset-your-password.eml",
    ]);
    expect(await mailsTo("reader@example.com")).toHaveLength(2);
    const rows = await runtime.database
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.status, "sent"));
    expect(rows).toHaveLength(2);
  });
});
