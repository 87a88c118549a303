import type { Transaction } from "#server/database/connection.ts";
/**
 * What the delivery asks and tells of mails to people: whether one is still wanted when its turn has come, and how it
 * ended. The module that knows the people answers; without it every mail goes.
 */
import type { MailOutboxRow } from "#server/database/tables/mail-outbox.ts";

export type MailFates = {
  isStillWanted(row: MailOutboxRow): Promise<boolean>;
  /** Sent, given up after all tries, or, with the code of the answer, refused because there is no such address. */
  ended(
    tx: Transaction,
    row: MailOutboxRow,
    how: "sent" | "given_up" | { refused: string },
  ): Promise<void>;
};

let fates: MailFates = {
  isStillWanted: async () => true,
  ended: async () => undefined,
};

/** Called once, at start. */
export function defineMailFates(definition: MailFates): void {
  fates = definition;
}

export const mailFates = (): MailFates => fates;
