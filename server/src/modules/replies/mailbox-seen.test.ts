import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { repliesApi } from "contract/replies";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { replyAddressFor, reportAddressOf } from "#server/mail/reply-address.ts";
import type { Actors } from "#testing/actors.ts";
import { openAnswering, saidIn } from "#testing/answering.ts";
import { MAILBOX_SETTINGS, mailIn, waiting } from "#testing/mailed.ts";
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

describe("a report of a mail that has failed", () => {
  const mailTo = async (toEmail: string) => {
    const about = { userId: actors.people.client.id, caseId: actors.caseFile.id };
    const [mail] = await runtime.database
      .insert(mailOutbox)
      .values({ toEmail, template: "news", subject: "News", text: "", ...about })
      .returning();
    return reportAddressOf(mail?.id ?? 0) ?? "";
  };
  const report = async (name: string, address: string) => {
    const path = join(import.meta.dirname, "fixtures", `${name}.eml`);
    const source = readFileSync(path).toString("latin1");
    const unique = source.replace(/Message-ID: <[^@]+/, `Message-ID: <${address.slice(8, 30)}`);
    return takeMail(
      waiting(Buffer.from(unique.replaceAll(/replies\+\w{24}@bureau\.example/g, address))),
    );
  };
  const failing = async () =>
    runtime.database
      .select({ code: mailRecipients.undeliverableCode })
      .from(mailRecipients)
      .where(eq(mailRecipients.userId, actors.people.client.id));

  it(
    "marks the person only when it is for good and about his address",
    { tags: ["W-RPL-026"] },
    async () => {
      expect(await report("delivery-report-4-2-2", await mailTo(from))).toBe("bounce");
      expect(await report("delivery-report-unreadable", await mailTo(from))).toBe("bounce");
      expect(await report("delivery-report-5-1-1", await mailTo("old@mail.example"))).toBe(
        "bounce",
      );
      expect(await failing()).toEqual([]);
      expect(await report("delivery-report-5-1-1", await mailTo(from))).toBe("bounce");
      expect(await failing()).toEqual([{ code: "5.1.1" }]);
      expect(await said()).toEqual([]);
      expect(await mailIn({ from, to })).toBe("posted");
      expect(await failing()).toEqual([{ code: null }]);
    },
  );
});

describe("what admins see of the mailbox", () => {
  it("holds no address in clear, no subject and no text", { tags: ["W-RPL-027"] }, async () => {
    await mailIn({ from, to, text: "CANARY of the text" });
    const list = await actors.admin.call(repliesApi.list, {});
    expect(list.items[0]).toMatchObject({
      outcome: "posted",
      sender: expect.stringMatching(/^\S\*\*\*@\S\*\*\*\.\w+$/),
      user: { id: actors.people.client.id },
      case: { caseId: actors.caseFile.caseId },
    });
    const told = JSON.stringify(list);
    for (const secret of [from, "CANARY", "Re: News", "hunter2"])
      expect(told).not.toContain(secret);
    for (const person of actors.nonAdmins) await person.refused(403, repliesApi.list, {});
  });
});

describe("replying is offered", () => {
  const offered = () =>
    replyAddressFor(
      runtime.database,
      { id: 1, role: "client", isAdmin: false },
      actors.caseFile.id,
    );

  it("while the mailbox was reached within 24 hours", { tags: ["W-RPL-024"] }, async () => {
    expect(await offered()).toBeNull();
    await runtime.database.execute(
      "update mailbox_states set reached_at = now() - interval '23 hours 59 minutes'",
    );
    expect(await offered()).toMatch(/^replies\+[a-z2-7]{34}@bureau\.example$/);
    await runtime.database.execute(
      "update mailbox_states set reached_at = now() - interval '24 hours 1 minute'",
    );
    expect(await offered()).toBeNull();
  });
});
