import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { sendMail } from "./outbox.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp();
});
beforeEach(async () => {
  await runtime.database.delete(mailOutbox);
});
afterAll(() => portal.close());

const to = { email: "reader@example.com", name: "Rea Der" };

describe("the outbox", () => {
  it("writes nothing for a change that is rolled back", { tags: ["P2"] }, async () => {
    const change = inTransaction(async (tx) => {
      await sendMail(tx, { template: "roleChanged", to, data: { role: "agent" } });
      throw new Error("the change failed");
    });
    await expect(change).rejects.toThrow("the change failed");
    expect(await mailsTo(to.email)).toEqual([]);
    expect(await runDueJobs("mail.deliver")).toBe(0);
  });
});
