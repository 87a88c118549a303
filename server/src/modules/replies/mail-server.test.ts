/** Against the real dovecot where there is one: nothing is lost and nothing comes twice, whatever it does. */
import { setTimeout as pause } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { comments } from "#server/database/tables/comments.ts";
import { openImap } from "#server/integrations/mailbox/imap.ts";
import { type Answering, openAnswering } from "#testing/answering.ts";
import { FOLDER, type ImapServer, openImapServer } from "#testing/dovecot.ts";
import { MAILBOX_SETTINGS, writeMail } from "#testing/mailed.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { listenToMailbox } from "./listener.ts";
import { takeMailboxLock } from "./mailbox-lock.ts";
import type { Listening } from "./start-mailbox.ts";

const KEPT = "Portal";
const POLL = { timeout: 10_000, interval: 50 };
const TWO_MINUTES_MS = 120_000;

let server: ImapServer;
let portal: TestApp;
let answering: Answering;
let listening: Listening;
beforeAll(async () => {
  server = await openImapServer();
  const INBOUND_IMAP_URL = `imap://replies:hunter2@127.0.0.1:${server.port}`;
  portal = await openTestApp({
    settings: { ...MAILBOX_SETTINGS, INBOUND_IMAP_URL, INBOUND_FOLDER: FOLDER },
  });
  answering = await openAnswering(portal);
});
afterAll(async () => {
  await listening.stop();
  await portal.close();
  await server.close();
});

const expected: string[] = [];
/** The longer ones do not come in one piece. */
async function deliver(text: string, bytes = 0): Promise<void> {
  const { from, to } = answering;
  const files = bytes === 0 ? [] : [{ name: "Notes.txt", bytes: Buffer.alloc(bytes, "a\n") }];
  expected.push(text);
  await server.deliver(writeMail({ from, to, text, files }));
}
async function untilPosted(): Promise<void> {
  const said = async () => {
    const rows = await runtime.database
      .select({ message: comments.message })
      .from(comments)
      .where(eq(comments.caseId, answering.actors.caseFile.id))
      .orderBy(asc(comments.id));
    return rows.map(({ message }) => message);
  };
  await expect.poll(said, POLL).toEqual(expected);
  await expect.poll(() => server.countIn(FOLDER), POLL).toBe(0);
}
const reason = async () => {
  const { rows } = await runtime.database.execute("select reason from mailbox_states");
  return rows[0]?.["reason"] ?? null;
};
/** Whether the listener waits on after it has failed; else its waits are over at once. */
let isHeld = false;

/** Somebody has time to see that it is away. */
async function untilAway(happens: () => Promise<void>): Promise<void> {
  isHeld = true;
  await happens();
  await expect.poll(async () => (await reason()) ?? "", POLL).toMatch(/./);
  isHeld = false;
}

it(
  "loses nothing and takes nothing twice: cut while it reads, folder gone, login refused",
  { tags: ["W-RPL-031"] },
  async () => {
    await deliver("waited for the portal");
    listening = listenToMailbox({
      takeLock: () => takeMailboxLock(runtime.pool.options as DatabaseAddress),
      open: () => {
        const { mailbox } = runtime.config;
        if (mailbox === null) throw new Error("No mailbox is set");
        return openImap(mailbox);
      },
      pause: async (_, signal) => {
        do await pause(20, undefined, { signal }).catch(() => undefined);
        while (isHeld && !signal.aborted);
      },
    });
    await untilPosted();
    await deliver("came while it listened");
    await untilPosted();

    await untilAway(() => {
      server.cutAfter(60_000);
      return deliver("was cut in the middle", 200_000);
    });
    await expect.poll(reason, POLL).toBeNull();
    // It is tried again a minute later, also on another line.
    portal.clock.advance(TWO_MINUTES_MS);
    server.cutAll();
    await untilPosted();
    expect(await server.countIn(KEPT)).toBe(3);

    await server.removeFolder(KEPT);
    await deliver("found no folder to be kept in");
    await untilPosted();
    expect(await server.countIn(KEPT)).toBe(1);

    await server.removeFolder(FOLDER);
    await untilAway(async () => server.cutAll());
    await deliver("came with its folder");
    await untilPosted();

    await server.refuseLogin(true);
    const refused = async () => {
      const why = await reason();
      if (why === null) server.cutAll();
      return why;
    };
    // dovecot looks once a second whether a password is another one.
    await expect.poll(refused, { ...POLL, interval: 1100 }).toMatch(/refuses the user or password/);
    await deliver("came while nobody was let in");
    await server.refuseLogin(false);
    await untilPosted();
    expect(await server.countIn(KEPT)).toBe(3);
  },
);
