/** Deals with what waits in the mailbox, one mail after the other; remembers what has to be tried again. */
import { runtime } from "#server/core/runtime.ts";
import type { FoundMail, Mailbox } from "#server/integrations/mailbox/mailbox.ts";
import { giveUpMail, takeMail, type WaitingMail } from "./take-mail.service.ts";

const MINUTE_MS = 60_000;
/** After the first try, the second … */
const TRY_AGAIN_MINUTES = [1, 5, 15, 60];
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Failed = { tries: number; dueAt: number };

export type MailRound = {
  /** Answers after how many milliseconds something is to be tried again; null: nothing is. */
  dealWithAll(mailbox: Mailbox, ending: AbortSignal): Promise<number | null>;
};

export function createMailRound(): MailRound {
  const failed = new Map<number, Failed>();
  let emptiedAt = 0;
  const now = () => runtime.clock.now().getTime();

  async function dealWith(mailbox: Mailbox, found: FoundMail): Promise<void> {
    const mail = waitingMail(mailbox, found);
    const { tries = 0 } = failed.get(found.uid) ?? {};
    // Noted before: one that breaks the connection each time must not keep the others waiting for ever.
    const minutes = TRY_AGAIN_MINUTES[tries];
    const dueAt = minutes === undefined ? Infinity : now() + minutes * MINUTE_MS;
    failed.set(found.uid, { tries: tries + 1, dueAt });
    try {
      await takeMail(mail);
    } catch (error) {
      if (error instanceof MailboxFailed) throw error;
      runtime.log.error({ err: error, tries: tries + 1 }, "a mail could not be taken");
      if (minutes !== undefined) return;
      await giveUpMail(mail);
    }
    await mailbox.putAway(found.uid);
    failed.delete(found.uid);
  }

  async function emptyKept(mailbox: Mailbox): Promise<void> {
    const keepDays = runtime.config.mailbox?.keepDays ?? 0;
    if (keepDays === 0 || now() - emptiedAt < HOUR_MS) return;
    await mailbox.emptyKept(new Date(now() - keepDays * DAY_MS));
    emptiedAt = now();
  }

  return {
    async dealWithAll(mailbox, ending) {
      // Before the look: what comes while another folder is open is told of by nobody.
      await emptyKept(mailbox);
      for (const found of await mailbox.list()) {
        if (ending.aborted) return null;
        if ((failed.get(found.uid)?.dueAt ?? 0) <= now()) await dealWith(mailbox, found);
      }
      const next = Math.min(...[...failed.values()].map(({ dueAt }) => dueAt));
      return Number.isFinite(next) ? Math.max(next - now(), 0) : null;
    },
  };
}

/** The connection has failed, not the mail. */
class MailboxFailed extends Error {}

function waitingMail(mailbox: Mailbox, { uid, size, receivedAt }: FoundMail): WaitingMail {
  const failing = (cause: unknown): never => {
    throw new MailboxFailed("The mailbox does not answer", { cause });
  };
  return {
    size,
    receivedAt,
    readHead: () => mailbox.readHead(uid).catch(failing),
    readWhole: () => mailbox.readWhole(uid).catch(failing),
  };
}
