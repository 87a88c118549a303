/** What mails about cases have in common: threads, one-click unsubscribing, and whether they can be answered. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { defineReplies } from "#server/mail/reply-address.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { caseMailTo } from "./case-mail.ts";
import { isTokenOf, readUnsubscribeToken, unsubscribeToken } from "./unsubscribe-token.ts";

let portal: TestApp;
let person: UserRow;
let other: UserRow;
beforeAll(async () => {
  portal = await openTestApp();
  [person, other] = [await buildUser(), await buildUser()];
});
afterAll(() => portal.close());

const nobody = { addressFor: async () => null, reportAddressOf: () => null };
afterEach(() => defineReplies(nobody));

const write = (reader: UserRow, caseId: number | null, scope: "n" | "r" = "n") =>
  caseMailTo(runtime.database, reader, { caseId, scope });

describe("a mail about a case", () => {
  it(
    "can be stopped by one click, and says that it was made by a machine",
    { tags: ["W-MAI-018"] },
    async () => {
      const { sending } = await write(person, 7, "r");
      expect(sending.headers).toMatchObject({
        "List-Unsubscribe": `<http://localhost:3000/api/unsubscribe/${unsubscribeToken("r", person)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
      });
      expect(sending.about).toEqual({ userId: person.id, caseId: 7 });
    },
  );

  it("stands in one thread for each case and person", { tags: ["W-MAI-019"] }, async () => {
    const threadOf = async (...about: Parameters<typeof write>) =>
      (await write(...about)).sending.headers?.["References"];
    const own = await threadOf(person, 7);
    expect(own).toMatch(/^<case\.7\.[0-9a-f]{24}@localhost>$/);
    expect(await threadOf(person, 7, "r")).toBe(own);
    expect(await threadOf(person, 8)).not.toBe(own);
    const ofOther = await threadOf(other, 7);
    expect(ofOther).toMatch(/^<case\.7\./);
    expect(ofOther).not.toBe(own);
    expect(await threadOf(person, null)).toBeUndefined();
  });

  it("offers an answer only where one can be taken", async () => {
    const choose =
      "Choose which mails you get, or stop them: http://localhost:3000/profile#notifications";
    expect((await write(person, 7)).frame).toEqual({ closing: [choose] });
    const addressFor = async () => "replies+x@example.com";
    defineReplies({ ...nobody, addressFor });
    expect((await write(person, 7)).frame).toEqual({
      marker: "##- Please write your answer above this line -##",
      closing: ["You can answer this mail: what you write becomes a message in the case.", choose],
    });
    expect((await write(person, 7)).sending.replyTo).toBe("replies+x@example.com");
    expect((await write(person, null)).frame).toEqual({ closing: [choose] });
    expect((await write(person, null)).sending.replyTo).toBeUndefined();
  });
});

describe("the link that stops mails", () => {
  it("is the person's of this address, and of one kind of mails", { tags: ["W-PRF-011"] }, () => {
    const token = unsubscribeToken("n", person);
    expect(token).toMatch(new RegExp(`^n\\.${person.id}\\.[\\w-]{22}$`));
    expect(readUnsubscribeToken(token)).toEqual({ scope: "n", id: person.id });
    expect(isTokenOf(token, person)).toBe(true);
    expect(isTokenOf(token, { ...person, email: "new@example.com" })).toBe(false);
    expect(isTokenOf(token, other)).toBe(false);
    expect(isTokenOf(`r${token.slice(1)}`, person)).toBe(false);
  });

  it.each(["", "n", "x.1.AAAAAAAAAAAAAAAAAAAAAA", "n.01.AAAAAAAAAAAAAAAAAAAAAA", "n.1.AA"])(
    "is none as %j",
    (token) => {
      expect(readUnsubscribeToken(token)).toBeNull();
      expect(isTokenOf(token, person)).toBe(false);
    },
  );
});
