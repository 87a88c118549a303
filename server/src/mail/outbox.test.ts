import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { lastMailTo, mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { sendMail, withdrawMails } from "./outbox.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp();
});
beforeEach(async () => {
  await runtime.database.delete(mailOutbox);
});
afterAll(() => portal.close());

const to = { email: "reader@example.com", name: "Rea Der" };

function notice(groupKey = "messages:1:2", count = 1) {
  const data = { count, caseId: "VU-2026-0001", url: "http://portal.test/case/VU-2026-0001" };
  return inTransaction((tx) => sendMail(tx, { template: "newMessages", to, data, groupKey }));
}

describe("the outbox", () => {
  it("writes nothing for a change that is rolled back [P2]", async () => {
    const change = inTransaction(async (tx) => {
      await sendMail(tx, { template: "roleChanged", to, data: { role: "agent" } });
      throw new Error("the change failed");
    });
    await expect(change).rejects.toThrow("the change failed");
    expect(await mailsTo(to.email)).toEqual([]);
    expect(await runDueJobs("mail.deliver")).toBe(0);
  });

  it("makes one mail of ten events within a few minutes, and counts them", async () => {
    for (let count = 0; count < 10; count += 1) await notice();
    expect(await mailsTo(to.email)).toHaveLength(1);
    expect((await lastMailTo(to.email)).text).toContain("10 new messages");
  });

  it("makes one mail of events at the same moment", async () => {
    await Promise.all(Array.from({ length: 8 }, () => notice("at once")));
    expect(await mailsTo(to.email)).toHaveLength(1);
    expect((await lastMailTo(to.email)).text).toContain("8 new messages");
  });

  it("keeps the mails of different groups apart", async () => {
    await notice("messages:1:2");
    await notice("messages:1:3");
    expect(await mailsTo(to.email)).toHaveLength(2);
  });

  it("lets a grouped mail wait, and sends the others at once", async () => {
    await notice();
    expect(await runDueJobs("mail.deliver")).toBe(0);
    await inTransaction((tx) =>
      sendMail(tx, { template: "roleChanged", to, data: { role: "agent" } }),
    );
    expect(await runDueJobs("mail.deliver")).toBe(1);
  });

  it("takes back what somebody has read meanwhile", async () => {
    await notice();
    await inTransaction((tx) => withdrawMails(tx, ["messages:1:2"]));
    expect(await mailsTo(to.email)).toEqual([]);
  });

  it("begins a new mail when the last one is on its way", async () => {
    await notice();
    await runtime.database.update(mailOutbox).set({ status: "sent" });
    await notice();
    const rows = await runtime.database
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.status, "pending"));
    expect(rows).toMatchObject([{ data: { count: 1 } }]);
  });
});
