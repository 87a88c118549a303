import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { replyAddressFor } from "#server/mail/reply-address.ts";
import { warningsOf } from "#server/operations/integrity-check/outside-parts.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { MAILBOX_SETTINGS, mailIn, replyAddress } from "#testing/mailed.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { isSenderProven } from "./sender-proof.ts";

let portal: TestApp;
let actors: Actors;
beforeAll(async () => {
  portal = await openTestApp({
    settings: {
      ...MAILBOX_SETTINGS,
      INBOUND_AUTHSERV_ID: "mx.bureau.example",
      REQUIRE_STRONG_FACTOR: "admin,accountant",
    },
  });
  actors = await openActors(portal);
});
afterAll(() => portal.close());

const FROM = "clara@family.mail.example";
const results = (...headers: string[]) => isSenderProven(headers, "mx.bureau.example", FROM);

describe("a sender is proven by the bureau's mail server", () => {
  it.each([
    ["mx.bureau.example; dmarc=pass header.from=family.mail.example"],
    [
      "mx.bureau.example 1; dmarc=none; dkim=pass (2048-bit; good) header.d=mail.example header.s=a",
    ],
    ["MX.bureau.example; dkim=fail header.d=other.example; dkim=pass header.d=family.mail.example"],
    ["mx.bureau.example; dkim=pass header.i=@mail.example"],
    ["mx.bureau.example; spf=pass (ip=192.0.2.1) smtp.mailfrom=bounce@mail.example"],
  ])("with %s", { tags: ["W-RPL-015"] }, (header) => expect(results(header)).toBe(true));

  it.each([
    [
      "mx.bureau.example; dmarc=fail header.from=family.mail.example; dkim=pass header.d=mail.example",
    ],
    ["mx.bureau.example; none"],
    ["mx.bureau.example; dkim=pass header.d=other.example; spf=pass smtp.mailfrom=x@other.example"],
    ["mx.bureau.example; dkim=pass header.d=example"],
    ["mx.bureau.example; spf=pass smtp.mailfrom=notmail.example.other"],
    ["mx.bureau.example; dkim=neutral (dmarc=pass; dkim=pass header.d=mail.example)"],
    ["evil.example; dmarc=pass header.from=family.mail.example"],
  ])("not with %s", { tags: ["W-RPL-015"] }, (header) => expect(results(header)).toBe(false));

  it("and by the topmost of its headers alone", { tags: ["W-RPL-015"] }, () => {
    const forged = "mx.bureau.example; dmarc=pass header.from=family.mail.example";
    expect(results("mx.bureau.example; dmarc=fail", forged)).toBe(false);
    expect(results("other.example; dmarc=fail", forged)).toBe(true);
    expect(results()).toBe(false);
  });

  it(
    "or the mail is refused; without the setting it is posted",
    { tags: ["W-RPL-015"] },
    async () => {
      const from = actors.people.client.email;
      const to = replyAddress(actors.people.client.id, actors.caseFile.id);
      expect(await mailIn({ from, to })).toBe("refused_unproven");
      expect((await mailsTo(from)).at(-1)?.text).toContain(
        "Your mail provider did not confirm that the mail is from you. Please write in the portal.",
      );
      const domain = from.split("@")[1];
      const headers = `Authentication-Results: mx.bureau.example; dkim=pass header.d=${domain}`;
      expect(await mailIn({ from, to, headers })).toBe("posted");
      expect(warningsOf(runtime.config)).toEqual([]);
      const given = runtime;
      const { mailbox } = given.config;
      if (mailbox === null) throw new Error("No mailbox is set");
      setRuntime({
        ...given,
        config: { ...given.config, mailbox: { ...mailbox, authservId: null } },
      });
      expect(await mailIn({ from, to })).toBe("posted");
      expect(warningsOf(runtime.config)).toEqual([
        expect.stringMatching(/^INBOUND_AUTHSERV_ID is not set:/),
      ]);
      setRuntime(given);
    },
  );
});

describe("a role that demands a strong factor", () => {
  it(
    "is not offered to answer, and its old tokens are refused",
    { tags: ["W-RPL-017"] },
    async () => {
      await runtime.database.execute("update mailbox_states set reached_at = now()");
      const { admin, client } = actors.people;
      const offered = (person: typeof admin) =>
        replyAddressFor(runtime.database, person, actors.caseFile.id);
      expect(await offered(admin)).toBeNull();
      expect(await offered(client)).toMatch(/^replies\+/);
      const headers = `Authentication-Results: mx.bureau.example; dkim=pass header.d=${admin.email.split("@")[1]}`;
      const to = replyAddress(admin.id, actors.caseFile.id);
      expect(await mailIn({ from: admin.email, to, headers })).toBe("refused_role");
      expect((await mailsTo(admin.email)).at(-1)?.text).toContain(
        "Your account needs a second factor. Please write in the portal.",
      );
    },
  );
});
