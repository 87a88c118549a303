/** A mailbox as the portal uses it. Each call throws when the connection is lost. */
export type FoundMail = { uid: number; size: number; receivedAt: Date };

export type Mailbox = {
  /** What waits in the folder, oldest first. */
  list(): Promise<FoundMail[]>;
  readHead(uid: number): Promise<Buffer>;
  readWhole(uid: number): Promise<Buffer>;
  /** Into the folder of what was dealt with; deleted where that cannot be made, or nothing is kept. */
  putAway(uid: number): Promise<void>;
  /** Removes what was put away and came in before that day. */
  emptyKept(before: Date): Promise<void>;
  /** Until something new may have come, the time is over, or the connection is lost. */
  wait(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};
