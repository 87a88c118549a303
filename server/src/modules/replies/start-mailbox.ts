/** Reads the mailbox for replies, in one of the portals; a mailbox that is away keeps no portal from working. */
import { setTimeout as pause } from "node:timers/promises";
import { runtime } from "#server/core/runtime.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { takeMailboxLock } from "./mailbox-lock.ts";

export type Listening = { stop(): Promise<void> };

export function startMailbox(address: DatabaseAddress): Listening {
  const { mailbox } = runtime.config;
  if (mailbox === null) return { stop: async () => undefined };
  // What reads mails is loaded only where a mailbox is set (decisions/0012).
  const started = import("./listener.ts").then(({ listenToMailbox }) =>
    listenToMailbox({
      takeLock: () => takeMailboxLock(address),
      open: async () => {
        const { openImap } = await import("#server/integrations/mailbox/imap.ts");
        return openImap(mailbox);
      },
      pause: (ms, signal) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined),
    }),
  );
  return { stop: async () => (await started).stop() };
}
