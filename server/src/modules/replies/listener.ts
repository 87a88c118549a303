import { maskText } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
/**
 * Listens to the mailbox as long as the portal runs: all that waits, then whatever comes. While it is away nothing is
 * lost: mails wait there, and are read when it is back (8.5).
 */
import { bureauToday } from "#server/database/bureau-clock.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { whyMailbox } from "#server/integrations/explain.ts";
import type { Mailbox } from "#server/integrations/mailbox/mailbox.ts";
import { tellAdmins } from "#server/mail/to-admins.ts";
import { createMailRound } from "./mail-round.ts";
import type { MailboxLock } from "./mailbox-lock.ts";
import { noteAway, noteReached, noteTold } from "./mailbox-state.ts";
import type { Listening } from "./start-mailbox.ts";

export type ListenerParts = {
  /** Null: another portal listens. */
  takeLock(): Promise<MailboxLock | null>;
  open(): Promise<Mailbox>;
  /** Ends early when the signal does. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
};

const ASK_FOR_LOCK_MS = 30_000;
const TRY_AGAIN_MS = [5000, 30_000, 120_000, 600_000];
const WORTH_AN_ERROR_SECONDS = 900;
const WORTH_A_LETTER_SECONDS = 3600;

export function listenToMailbox(parts: ListenerParts): Listening {
  const ending = new AbortController();
  const running = takeTurns(parts, ending.signal);
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

async function takeTurns(parts: ListenerParts, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const lock = await parts.takeLock().catch(() => null);
    if (lock) {
      await serve(parts, AbortSignal.any([ending, lock.lost]));
      await lock.release();
    }
    await parts.pause(ASK_FOR_LOCK_MS, ending);
  }
}

/** Connected, or trying to be, until the lock is lost or the portal ends. */
async function serve(parts: ListenerParts, ending: AbortSignal): Promise<void> {
  const round = createMailRound();
  let failures = 0;
  while (!ending.aborted) {
    try {
      const mailbox = await parts.open();
      await listenOn(mailbox, {
        ending,
        dealWithAll: async () => {
          await inTransaction(noteReached);
          failures = 0;
          return round.dealWithAll(mailbox, ending);
        },
      });
    } catch (error) {
      if (ending.aborted) return;
      await tellTrouble(error);
      const wait = TRY_AGAIN_MS[Math.min(failures, TRY_AGAIN_MS.length - 1)] ?? 0;
      failures += 1;
      await parts.pause(wait, ending);
    }
  }
}

/** `dealWithAll` answers after how many milliseconds a mail is to be tried again. */
type Work = { ending: AbortSignal; dealWithAll: () => Promise<number | null> };

async function listenOn(mailbox: Mailbox, { ending, dealWithAll }: Work): Promise<void> {
  try {
    while (!ending.aborted) {
      const again = await dealWithAll();
      const due = again === null ? [] : [AbortSignal.timeout(again)];
      if (!ending.aborted) await mailbox.wait(AbortSignal.any([ending, ...due]));
    }
  } finally {
    await mailbox.close();
  }
}

async function tellTrouble(error: unknown): Promise<void> {
  const reason = maskText(whyMailbox(error));
  try {
    const away = await inTransaction(async (tx) => {
      const state = await noteAway(tx, reason);
      const today = bureauToday();
      if (state.seconds < WORTH_A_LETTER_SECONDS || state.toldOn === today) return state;
      await noteTold(tx, today);
      await recordSecurityEvent(tx, { kind: "mailbox.unreachable", userId: null });
      await tellAdmins(tx, "mailboxAway", { since: state.since });
      return state;
    });
    const level = away.seconds < WORTH_AN_ERROR_SECONDS ? "warn" : "error";
    runtime.log[level]({ reason }, "the mailbox for replies cannot be reached");
  } catch (failure) {
    runtime.log.error({ err: failure, reason }, "the mailbox for replies cannot be reached");
  }
}
