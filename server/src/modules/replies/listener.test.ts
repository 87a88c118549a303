import { setTimeout as pause } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { comments } from "#server/database/tables/comments.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { openImap } from "#server/integrations/mailbox/imap.ts";
import { assertReady } from "#server/operations/readiness.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { type ImapStandIn, openImapStandIn } from "#testing/imap-stand-in.ts";
import { MAILBOX_SETTINGS, replyAddress, waiting, writeMail } from "#testing/mailed.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { listenToMailbox, type ListenerParts } from "./listener.ts";
import { takeMailboxLock } from "./mailbox-lock.ts";
import type { Listening } from "./start-mailbox.ts";
import { takeMail } from "./take-mail.service.ts";

let portal: TestApp;
let imap: ImapStandIn;
let actors: Actors;
const listening: Listening[] = [];
beforeAll(async () => {
  imap = await openImapStandIn();
  const INBOUND_IMAP_URL = `imap://replies:hunter2@127.0.0.1:${imap.port}`;
  portal = await openTestApp({ settings: { ...MAILBOX_SETTINGS, INBOUND_IMAP_URL } });
});
afterAll(async () => {
  await portal.close();
  await imap.close();
});
beforeEach(async () => {
  actors = await openActors(portal);
});
afterEach(async () => {
  await Promise.all(listening.splice(0).map((each) => each.stop()));
  imap.folders.clear();
  imap.folders.set("INBOX", { mails: [], nextUid: 1 });
});

const mailbox = () => {
  const { mailbox: set } = runtime.config;
  if (set === null) throw new Error("No mailbox is set");
  return set;
};

/** Waits are over at once, so that minutes take none. */
function listen(parts: Partial<ListenerParts> = {}): Listening {
  const started = listenToMailbox({
    takeLock: () => takeMailboxLock(runtime.pool.options as DatabaseAddress),
    open: () => openImap(mailbox()),
    pause: (_, signal) => pause(20, undefined, { signal }).catch(() => undefined),
    ...parts,
  });
  listening.push(started);
  return started;
}

function deliver(text: string): string {
  const { client } = actors.people;
  const messageId = `<${text}.${client.id}@mail.example>`;
  const to = replyAddress(client.id, actors.caseFile.id);
  imap.deliver(writeMail({ from: client.email, to, text, messageId }));
  return messageId;
}

const said = async () => {
  const rows = await runtime.database
    .select({ message: comments.message })
    .from(comments)
    .where(eq(comments.caseId, actors.caseFile.id))
    .orderBy(asc(comments.id));
  return rows.map(({ message }) => message);
};
async function becomes<Value>(read: () => Value | Promise<Value>, value: Value): Promise<void> {
  await expect.poll(read, { timeout: 10_000, interval: 20 }).toEqual(value);
}

it("posts what waits and what comes, and puts it away", { tags: ["W-RPL-029"] }, async () => {
  const first = deliver("one");
  listen();
  await becomes(said, ["one"]);
  const second = deliver("two");
  await becomes(said, ["one", "two"]);
  await becomes(() => imap.namesIn("Portal"), [first, second]);
  expect(imap.namesIn("INBOX")).toEqual([]);
});

it(
  "empties the folder after the days it keeps, and keeps nothing with 0",
  { tags: ["W-RPL-029"] },
  async () => {
    const day = 86_400_000;
    const old = writeMail({
      from: "a@b.example",
      to: "replies@bureau.example",
      messageId: "<old@x>",
    });
    const young = writeMail({
      from: "a@b.example",
      to: "replies@bureau.example",
      messageId: "<young@x>",
    });
    imap.deliver(old, { receivedAt: new Date(Date.now() - 9 * day) });
    imap.deliver(young, { receivedAt: new Date(Date.now() - 6 * day) });
    listen();
    await becomes(
      () => [imap.namesIn("INBOX"), imap.namesIn("Portal")],
      [[], ["<old@x>", "<young@x>"]],
    );
    portal.clock.advance(3_600_000);
    imap.cutAll();
    await becomes(() => imap.namesIn("Portal"), ["<young@x>"]);
    const none = await openImap({ ...mailbox(), keepDays: 0 });
    imap.deliver(writeMail({ from: "a@b.example", to: "x@y.example" }));
    for (const { uid } of await none.list()) await none.putAway(uid);
    expect([imap.namesIn("INBOX"), imap.namesIn("Portal")]).toEqual([[], ["<young@x>"]]);
    await none.close();
  },
);

it(
  "after a crash between commit and move: one message, and the mail is moved",
  { tags: ["W-RPL-020"] },
  async () => {
    const id = deliver("once");
    const [found] = imap.folders.get("INBOX")?.mails ?? [];
    await takeMail(waiting(found?.source ?? Buffer.alloc(0)));
    listen();
    await becomes(() => imap.namesIn("Portal"), [id]);
    expect(await said()).toEqual(["once"]);
  },
);

it(
  "loses and doubles nothing when the connection is cut while a mail is read",
  { tags: ["W-RPL-020"] },
  async () => {
    for (const text of ["a", "b", "c"]) deliver(text);
    imap.cutAtFetch(2);
    listen();
    await becomes(async () => (await said()).toSorted(), ["a", "c"]);
    await becomes(() => imap.namesIn("INBOX").length, 1);
    expect(imap.namesIn("Portal")).toHaveLength(2);
  },
);

it(
  "tells the admins after an hour, once a day, and posts everything when it is back",
  { tags: ["W-RPL-023"] },
  async () => {
    imap.refuseLogin(true);
    const state = async () =>
      (
        await runtime.database.execute(
          "select reason, away_at is not null as away from mailbox_states",
        )
      ).rows[0];
    listen();
    await becomes(state, { reason: "it refuses the user or password", away: true });
    await assertReady();
    expect(await mailsTo(actors.people.admin.email)).toEqual([]);
    await runtime.database.execute(
      "update mailbox_states set away_at = now() - interval '61 minutes'",
    );
    const letters = async () =>
      (await mailsTo(actors.people.admin.email)).map(({ subject }) => subject);
    await becomes(letters, ["The mailbox for replies cannot be reached"]);
    for (const text of ["x", "y"]) deliver(text);
    await pause(100);
    expect(await letters()).toHaveLength(1);
    expect(
      await runtime.database.$count(securityEvents, eq(securityEvents.kind, "mailbox.unreachable")),
    ).toBe(1);
    imap.refuseLogin(false);
    await becomes(said, ["x", "y"]);
    expect(await state()).toEqual({ reason: null, away: false });
  },
);

it(
  "listens in one portal; when that one is gone, in the other",
  { tags: ["W-RPL-025"] },
  async () => {
    const opened: string[] = [];
    const portalNamed = (name: string): Partial<ListenerParts> => ({
      open: () => {
        opened.push(name);
        return openImap(mailbox());
      },
    });
    const first = listen(portalNamed("first"));
    await becomes(() => opened, ["first"]);
    listen(portalNamed("second"));
    deliver("to the first");
    await becomes(said, ["to the first"]);
    expect(opened).toEqual(["first"]);
    await first.stop();
    await becomes(() => opened, ["first", "second"]);
    deliver("to the second");
    await becomes(said, ["to the first", "to the second"]);
  },
);

it(
  "never sends a password to another machine without STARTTLS",
  { tags: ["W-RPL-030"] },
  async () => {
    const elsewhere = await openImapStandIn("127.0.0.2");
    const url = `imap://replies:hunter2@127.0.0.2:${elsewhere.port}`;
    await expect(openImap({ ...mailbox(), url })).rejects.toThrow(/STARTTLS/i);
    expect(elsewhere.loginsTried()).toBe(0);
    await elsewhere.close();
  },
);
