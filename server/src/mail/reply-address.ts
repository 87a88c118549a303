/** Whether a mail can be answered, and where to. The module that reads the answers says so; without it nobody may. */
import type { Role } from "contract/session";
import type { Executor } from "#server/database/connection.ts";

export type Reader = { id: number; role: Role; isAdmin: boolean };

export type Replies = {
  /** Where this person's answers about this case go; null: he cannot answer by mail. */
  addressFor(executor: Executor, reader: Reader, caseId: number): Promise<string | null>;
  /** Where a report goes that this mail has failed; null: to the sender of the settings. */
  reportAddressOf(mailId: number): string | null;
};

let replies: Replies = {
  addressFor: async () => null,
  reportAddressOf: () => null,
};

/** Called once, at start. */
export function defineReplies(definition: Replies): void {
  replies = definition;
}

export function replyAddressFor(
  executor: Executor,
  reader: Reader,
  caseId: number,
): Promise<string | null> {
  return replies.addressFor(executor, reader, caseId);
}

export function reportAddressOf(mailId: number): string | null {
  return replies.reportAddressOf(mailId);
}
