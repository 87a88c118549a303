import { readdir } from "node:fs/promises";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, it } from "vitest";
import { operationsApi } from "contract/operations";
import { runtime } from "#server/core/runtime.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { type MailServer, openMailServer } from "#testing/mail-server.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const email = "ada@bureau.example";

let portal: TestApp;
let server: MailServer | null = null;
afterEach(async () => {
  await portal.close();
  await server?.close();
  server = null;
});

async function adminWith(settings: Record<string, string>): Promise<TestClient> {
  portal = await openTestApp({ settings: { MAIL_FROM: "desk@example.com", ...settings } });
  return portal.as(await buildAdmin({ email }));
}

describe("a test mail", () => {
  it("reaches whoever asks for it, at once", async () => {
    server = await openMailServer();
    const admin = await adminWith({
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_REPLY_TO: "answers@example.com",
    });
    expect(await admin.call(operationsApi.sendTestMail)).toEqual({
      message: `Test mail sent to ${email}`,
    });
    expect(server.received).toMatchObject([{ from: "desk@example.com", to: [email] }]);
    const mail = await PostalMime.parse(server.received[0]?.source ?? "");
    expect(mail.subject).toBe("Test mail of the portal");
    expect(mail.replyTo).toMatchObject([{ address: "answers@example.com" }]);
  });

  it("that the mail server does not take is answered with what it said", async () => {
    server = await openMailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error("No such\nmailbox here"), { responseCode: 550 })),
    });
    const admin = await adminWith({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
    const { message, code } = await admin.refused(502, operationsApi.sendTestMail);
    expect(message).toMatch(/^The mail server refused: .*550 No such mailbox here/);
    expect(code).toBe("service.refused");
  });

  it("to a mail server that is away says so", async () => {
    const admin = await adminWith({ SMTP_URL: "smtp://user:hunter2@127.0.0.1:1" });
    const { message } = await admin.refused(502, operationsApi.sendTestMail);
    expect(message).toMatch(/^The mail server refused: .*ECONNREFUSED/);
    expect(message).not.toContain("hunter2");
  });

  it("becomes a file without a mail server, like every mail", async () => {
    const admin = await adminWith({});
    await admin.call(operationsApi.sendTestMail);
    expect(await readdir(runtime.config.mail.outboxDirectory)).toEqual([
      "00000000-test-mail-of-the-portal.eml",
    ]);
  });
});
