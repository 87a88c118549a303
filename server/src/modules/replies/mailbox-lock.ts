/** One portal reads the mailbox; when it ends, however it ends, PostgreSQL gives the lock to another. */
import type { DatabaseAddress } from "#server/database/connection.ts";
import { openSingleConnection } from "#server/database/single-connection.ts";

export type MailboxLock = {
  /** Aborted when the lock may be somebody else's by now. */
  lost: AbortSignal;
  release(): Promise<void>;
};

/** "mbox" as a number. */
const MAILBOX_LOCK = 0x6d62_6f78;
const HEARTBEAT_MS = 10_000;

/** Null: another portal reads it. */
export async function takeMailboxLock(address: DatabaseAddress): Promise<MailboxLock | null> {
  const client = await openSingleConnection(address, "mailbox");
  const lost = new AbortController();
  client.once("end", () => lost.abort());
  const release = () => client.end().catch(() => undefined);
  try {
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock($1) as "isMine"`,
      [MAILBOX_LOCK],
    );
    if (rows[0]?.isMine !== true) {
      await release();
      return null;
    }
  } catch (error) {
    await release();
    throw error;
  }
  const heartbeat = setInterval(() => void client.query("select 1").catch(release), HEARTBEAT_MS);
  lost.signal.addEventListener("abort", () => clearInterval(heartbeat), { once: true });
  return { lost: lost.signal, release };
}
