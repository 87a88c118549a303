import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notificationsApi } from "contract/notifications";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { replies } from "#server/database/tables/replies.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import type { Actors } from "#testing/actors.ts";
import { answersTo, openAnswering, reasonTo, saidIn } from "#testing/answering.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { MAILBOX_SETTINGS, mailIn, replyAddress, waiting, writeMail } from "#testing/mailed.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { takeMail } from "./take-mail.service.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({ settings: MAILBOX_SETTINGS });
});
afterAll(() => portal.close());

let actors: Actors;
let from: string;
let to: string;
beforeEach(async () => {
  ({ actors, from, to } = await openAnswering(portal));
});

const said = () => saidIn(actors);
const refusals = () =>
  runtime.database
    .select({ userId: securityEvents.userId, metadata: securityEvents.metadata })
    .from(securityEvents)
    .where(eq(securityEvents.kind, "reply.refused"))
    .orderBy(desc(securityEvents.id));

describe("a mail is ignored, and answered by nothing,", () => {
  it.each([
    ["Auto-Submitted: auto-replied"],
    ["Auto-Submitted: auto-generated"],
    ["Precedence: bulk"],
    ["Precedence: auto_reply"],
    ["X-Autoreply: yes"],
    ["X-Autorespond: vacation"],
    ["List-Id: <news.mail.example>"],
    ["Return-Path: <>"],
  ])("that no person has written: %s", { tags: ["W-RPL-011"] }, async (headers) => {
    expect(await mailIn({ from, to, headers })).toBe("ignored_automatic");
    expect([await said(), await answersTo(from)]).toEqual([[], []]);
  });

  it.each(["out-of-office-outlook", "out-of-office-vacation"])(
    "when somebody is away: %s",
    { tags: ["W-RPL-011"] },
    async (name) => {
      const path = join(import.meta.dirname, "fixtures", `${name}.eml`);
      expect(await takeMail(waiting(readFileSync(path)))).toBe("ignored_automatic");
    },
  );

  it(
    "that another portal has written as an answer, or this one",
    { tags: ["W-RPL-012"] },
    async () => {
      await mailIn({ from, to, text: "" });
      const [answer] = await runtime.database
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.toEmail, from));
      expect(answer?.template).toBe("replyRefused");
      const robot = { from, to, text: answer?.subject ?? "" };
      expect(await mailIn({ ...robot, headers: "Auto-Submitted: auto-replied" })).toBe(
        "ignored_automatic",
      );
      // As it arrives at another portal of ours, which would answer in the same words: to that nobody answers.
      await runDueJobs("mail.deliver");
      const outbox = runtime.config.mail.outboxDirectory;
      const name = readdirSync(outbox).find((each) => each.includes("your-answer-was-not-added"));
      const sent = readFileSync(join(outbox, name ?? "")).toString();
      expect(sent).not.toContain(to);
      const theirs = sent
        .replace(/^From: .*$/m, `From: ${from}`)
        .replace(/^To: .*$/m, `To: ${to}`)
        .replace(/^(Message-ID: .*)@localhost>/im, "$1@other.example>");
      expect(await takeMail(waiting(Buffer.from(theirs)))).toBe("ignored_automatic");
      const ours = `<${answer?.id}.0123456789abcdef01234567@localhost>`;
      expect(await mailIn({ ...robot, messageId: ours })).toBe("ignored_automatic");
      expect(await answersTo(from)).toHaveLength(1);
    },
  );

  it("without a token", async () => {
    expect(await mailIn({ from, to: "replies@bureau.example" })).toBe("ignored_no_token");
    expect(await answersTo(from)).toEqual([]);
  });
});

describe("a mail is refused", () => {
  it(
    "from another address or two, answered to the person alone, with a security event",
    { tags: ["W-RPL-013"] },
    async () => {
      const other = "paul@other.example";
      expect(await mailIn({ from: other, to })).toBe("refused_sender");
      expect(await mailIn({ from: `${from}, ${other}`, to })).toBe("refused_sender");
      expect(await said()).toEqual([]);
      expect(await mailsTo(other)).toEqual([]);
      expect(await answersTo(from)).toHaveLength(2);
      expect(await reasonTo(from)).toBe(
        "An answer came from an address that is not yours. It was not added. If it was you, write in the portal or from this address.",
      );
      const event = { userId: actors.people.client.id, metadata: { reason: "sender" } };
      expect((await refusals()).slice(0, 2)).toEqual([event, event]);
    },
  );

  it(
    "with a wrong token, told to nobody; from the 21st in an hour on ignored",
    { tags: ["W-RPL-014"] },
    async () => {
      const bad = `replies+${"a".repeat(34)}@bureau.example`;
      const before = (await refusals()).length;
      const guess = (at: number) =>
        takeMail(
          waiting(
            writeMail({ from, to: bad }),
            new Date(Date.parse("2026-11-22T06:00:00Z") + at * 60_000),
          ),
        );
      for (let at = 0; at < 20; at += 1) expect(await guess(at)).toBe("refused_token");
      expect(await guess(20)).toBe("ignored_flood");
      // Until the day of the bureau ends, also hours later.
      expect(await guess(13 * 60)).toBe("ignored_flood");
      expect(await guess(14 * 60 + 1)).toBe("refused_token");
      expect((await refusals()).length - before).toBe(21);
      expect(await answersTo(from)).toEqual([]);
      expect(await mailIn({ from, to })).toBe("posted");
    },
  );

  it("of somebody unassigned since, without naming the case", { tags: ["W-RPL-016"] }, async () => {
    const { caseFile, people } = actors;
    await runtime.database
      .delete(caseAssignments)
      .where(eq(caseAssignments.userId, people.client.id));
    expect(await mailIn({ from, to })).toBe("refused_case");
    expect(await reasonTo(from)).toBe(
      "You no longer take part in this case, so your answer was not added.",
    );
    expect((await answersTo(from))[0]?.text).not.toContain(caseFile.caseId);
    await runtime.database.delete(cases).where(eq(cases.id, caseFile.id));
    expect(await mailIn({ from, to })).toBe("refused_case");
    await runtime.database
      .update(users)
      .set({ disabledAt: new Date().toISOString() })
      .where(eq(users.id, people.client.id));
    expect(await mailIn({ from, to })).toBe("refused_token");
    expect(await mailIn({ from, to: replyAddress(2_000_000, caseFile.id) })).toBe("refused_token");
    expect(await answersTo(from)).toHaveLength(2);
  });

  it(
    "from the 31st in an hour on; the 6th refusal of a day is not answered",
    { tags: ["W-RPL-018"] },
    async () => {
      const { client } = actors.people;
      const start = Date.parse("2026-11-22T06:00:00Z");
      await runtime.database.insert(replies).values(
        Array.from({ length: 30 }, (_, at) => ({
          messageHash: `posted ${at}`,
          outcome: "posted" as const,
          userId: client.id,
          caseId: actors.caseFile.id,
          sender: "",
          senderHash: "",
          size: 1,
          receivedAt: new Date(start + at * 1000).toISOString(),
        })),
      );
      const at = (seconds: number) =>
        takeMail(waiting(writeMail({ from, to }), new Date(start + seconds * 1000)));
      for (let refused = 0; refused < 6; refused += 1) expect(await at(3590)).toBe("refused_rate");
      expect(await answersTo(from)).toHaveLength(5);
      expect(await reasonTo(from)).toBe(
        "Too many mails came in a short time. Please write in the portal.",
      );
      expect(await at(3601)).toBe("posted");
    },
  );

  it("after 60 days, counted to its arrival", { tags: ["W-RPL-002"] }, async () => {
    const old = replyAddress(
      actors.people.client.id,
      actors.caseFile.id,
      new Date("2026-01-01T10:00:00Z"),
    );
    const on = (day: string) => takeMail(waiting(writeMail({ from, to: old }), new Date(day)));
    expect(await on("2026-03-02T23:59:00Z")).toBe("posted");
    expect(await on("2026-03-03T00:00:00Z")).toBe("refused_expired");
    expect(await reasonTo(from)).toBe(
      "Mails can be answered for 60 days. Please write in the portal.",
    );
  });

  it("above 25 MB, its body never fetched", { tags: ["W-RPL-021"] }, async () => {
    const mail = waiting(writeMail({ from, to }));
    const readWhole = () => Promise.reject(new Error("The body was fetched"));
    const huge = { ...mail, size: 26 * 1_048_576, readWhole };
    expect(await takeMail(huge)).toBe("refused_size");
    expect(await reasonTo(from)).toBe("Your mail is larger than 25 MB.");
  });

  it("with parts in parts or too many, at once", { tags: ["W-RPL-021"] }, async () => {
    const head = `From: ${from}\r\nTo: ${to}\r\nMIME-Version: 1.0\r\n`;
    const open = (depth: number) =>
      `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`;
    const deep = `${head}${Array.from({ length: 30 }, (_, depth) => open(depth)).join("")}\r\n\r\nHello`;
    const parts = Array.from({ length: 500 }, (_, at) => ({
      name: `${at}.txt`,
      bytes: Buffer.from("x"),
    }));
    const started = performance.now();
    const waits: number[] = [];
    let isReading = true;
    const reading = Promise.all([
      takeMail(waiting(Buffer.from(deep))),
      mailIn({ from, to, files: parts }),
    ]).finally(() => (isReading = false));
    while (isReading) {
      const asked = performance.now();
      await actors.client.call(notificationsApi.count);
      waits.push(performance.now() - asked);
    }
    expect(await reading).toEqual(["failed", "failed"]);
    expect(performance.now() - started).toBeLessThan(10_000);
    waits.sort((one, other) => one - other);
    expect(waits.length).toBeGreaterThan(10);
    expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(500);
    expect(await reasonTo(from)).toBe(
      "Your answer could not be added. Please write in the portal.",
    );
    expect(await said()).toEqual([]);
  });
});
