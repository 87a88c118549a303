/** Which mails somebody gets: chosen in the profile, or stopped by one click in a mail program. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MailChoices, mailChoicesApi, unsubscribeApi } from "contract/mail-choices";
import type { Role } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { type UserRow, users } from "#server/database/tables/users.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

let person: UserRow;
let browser: TestClient;
beforeEach(async () => {
  person = await buildUser();
  browser = await portal.as(person);
});

const { get, update } = mailChoicesApi;
const noEvent = { leavesNoEvent: true } as const;
const choose = (body: object) => browser.call(update, { body, ...noEvent });
const choiceOf = ({ kinds }: MailChoices, kind: string) =>
  kinds.find((each) => each.kind === kind)?.mail;
const changes = async () =>
  (
    await runtime.database
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, person.id))
      .orderBy(securityEvents.id)
  )
    .filter(({ kind }) => kind === "mails.changed")
    .map(({ metadata }) => metadata);

const offered: Record<Role, string[]> = {
  client: [
    "message soon",
    "document_uploaded daily",
    "document_reviewed soon",
    "item_requested soon",
    "status_changed soon",
    "invoice_sent soon",
    "invoice_completed soon",
    "assigned soon",
    "deadline_near daily",
  ],
  agent: [
    "message soon",
    "document_uploaded daily",
    "status_changed daily",
    "invoice_sent daily",
    "receipt_uploaded daily",
    "invoice_completed daily",
    "assigned soon",
    "deadline_near daily",
    "mail_undeliverable soon",
  ],
  admin: [
    "message soon",
    "document_uploaded never",
    "status_changed never",
    "invoice_sent never",
    "receipt_uploaded soon",
    "invoice_completed never",
    "assigned soon",
    "deadline_near never",
    "mail_undeliverable daily",
  ],
  accountant: [
    "message soon",
    "invoice_sent never",
    "receipt_uploaded soon",
    "invoice_completed daily",
    "assigned soon",
  ],
};

describe("the choice of mails", () => {
  it.each(Object.entries(offered))(
    "has the kinds and defaults of %s",
    { tags: ["W-PRF-002"] },
    async (role, kinds) => {
      const told = await (await portal.as(await buildUser({ role: role as Role }))).call(get);
      expect(told.kinds.map(({ kind, mail }) => `${kind} ${mail}`)).toEqual(kinds);
      expect(told).toMatchObject({ mailsOn: true, undeliverable: null, zone: "Asia/Dubai" });
      // Whoever is an admin by the flag alone has an admin's.
      const flagged = await buildUser({ role: role as Role, isAdmin: true });
      const asAdmin = await (await portal.as(flagged)).call(get);
      expect(asAdmin.kinds.map(({ kind, mail }) => `${kind} ${mail}`)).toEqual(offered.admin);
    },
  );

  it(
    "refuses what is not for this role, and stores nothing of it",
    { tags: ["W-PRF-003"] },
    async () => {
      for (const mail of [{ receipt_uploaded: "soon" }, { mail_undeliverable: "never" }]) {
        const body = { mail: { ...mail, message: "never" }, mailsOn: false };
        const refusal = await browser.refused(400, update, { rawBody: body });
        expect(refusal.message).toBe("This kind of notification is not for you");
      }
      for (const mail of [{ birthdays: "soon" }, { message: "hourly" }])
        await browser.refused(400, update, { rawBody: { mail: { ...mail, assigned: "never" } } });
      expect(await browser.call(get)).toMatchObject({ mailsOn: true });
      expect(choiceOf(await browser.call(get), "message")).toBe("soon");
      expect(choiceOf(await browser.call(get), "assigned")).toBe("soon");
    },
  );

  it(
    "stays for what another role has too, and is the role's own for the rest",
    { tags: ["W-PRF-005"] },
    async () => {
      await choose({
        mail: { message: "daily", status_changed: "soon", document_reviewed: "never" },
      });
      await runtime.database.update(users).set({ role: "agent" }).where(eq(users.id, person.id));
      const asAgent = await (await portal.as(person)).call(get);
      expect(choiceOf(asAgent, "message")).toBe("daily");
      expect(choiceOf(asAgent, "status_changed")).toBe("daily");
      expect(choiceOf(asAgent, "document_reviewed")).toBeUndefined();
      expect(asAgent.remindersOn).toBeNull();
    },
  );

  it("of reminders is for clients alone", { tags: ["W-PRF-007"] }, async () => {
    expect(await choose({ remindersOn: false })).toMatchObject({ remindersOn: false });
    for (const other of [await buildUser({ role: "agent" }), await buildAdmin()]) {
      const own = await portal.as(other);
      expect((await own.call(get)).remindersOn).toBeNull();
      const refusal = await own.refused(400, update, { rawBody: { remindersOn: true } });
      expect(refusal.message).toBe("Only clients get reminders");
    }
  });

  it("is written down when it changes, and only then", { tags: ["W-PRF-012"] }, async () => {
    await choose({ mail: { message: "soon" }, mailsOn: true });
    expect(await changes()).toEqual([]);
    await choose({ mail: { message: "never", assigned: "soon" } });
    await choose({ mail: { message: "never" } });
    await choose({ mailsOn: false });
    await choose({ mailsOn: false });
    expect(await changes()).toEqual([
      { kinds: ["message"], by: "profile" },
      { mailsOn: false, by: "profile" },
    ]);
  });
});

describe("one click in a mail program", () => {
  const post = (token: string, payload?: { type: string; body: string }) =>
    portal.app.inject({
      method: "POST",
      url: `/api/unsubscribe/${token}`,
      ...(payload && { headers: { "content-type": payload.type }, payload: payload.body }),
    });

  it(
    "stops news or reminders without a session, and twice is once",
    { tags: ["W-PRF-008", "W-PRF-012"] },
    async () => {
      for (const scope of ["n", "r"] as const) {
        const token = unsubscribeToken(scope, person);
        for (const _turn of [1, 2]) {
          const answer = await post(token);
          expect(answer.statusCode).toBe(200);
          expect(answer.json()).toEqual({ message: "You get no more of these mails." });
        }
      }
      expect(await browser.call(get)).toMatchObject({ mailsOn: false, remindersOn: false });
      expect(await changes()).toEqual([
        { scope: "n", by: "link" },
        { scope: "r", by: "link" },
      ]);
    },
  );

  const form = "List-Unsubscribe=One-Click";
  const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  it.each([
    ["application/x-www-form-urlencoded", form],
    ["multipart/form-data; boundary=x", multipart],
    ["application/json", '{"List-Unsubscribe":"One-Click"}'],
    ["text/plain", ""],
  ])("comes as %s", { tags: ["W-PRF-009"] }, async (type, body) => {
    const token = unsubscribeToken("n", person);
    expect((await post(token, { type, body })).statusCode).toBe(200);
    expect((await browser.call(get)).mailsOn).toBe(false);
  });

  it.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "is refused above 1 kB as %s",
    { tags: ["W-PRF-009"] },
    async (type) => {
      const answer = await post(unsubscribeToken("n", person), { type, body: "x".repeat(1025) });
      expect(answer.statusCode).toBe(413);
      expect((await browser.call(get)).mailsOn).toBe(true);
    },
  );

  it(
    "does not work with a token that is wrong, old, or of another kind",
    { tags: ["W-PRF-009", "W-PRF-011"] },
    async () => {
      const token = unsubscribeToken("n", person);
      const before = unsubscribeToken("n", { ...person, email: "before@example.com" });
      for (const wrong of ["x", "n.0.x", `r${token.slice(1)}`, before]) {
        const answer = await post(wrong);
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ message: "This link does not work." });
      }
      expect((await browser.call(get)).mailsOn).toBe(true);
    },
  );

  it(
    "opened as a page changes nothing and leads to the choice",
    { tags: ["W-PRF-010"] },
    async () => {
      for (const token of [unsubscribeToken("n", person), "anything"]) {
        const answer = await portal.app.inject(`/api/unsubscribe/${token}`);
        expect(answer.statusCode).toBe(303);
        expect(answer.headers.location).toBe("/profile#notifications");
      }
      expect((await browser.call(get)).mailsOn).toBe(true);
      expect(unsubscribeApi.open.access).toBe("public");
    },
  );
});
