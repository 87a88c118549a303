/** What carries one mail to the outside. */
export type Mailbox = { name: string; address: string };

export type OutgoingMail = {
  /** The same at every try, so that a mail delivered twice is recognised as one. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  /** Where a report of its failure goes, if not to the sender. */
  envelopeFrom?: string;
  headers?: Record<string, string>;
  subject: string;
  text: string;
  html: string;
};

export type MailCarrier = {
  /** Throws when the mail was not taken over. */
  carry(mail: OutgoingMail): Promise<void>;
  /** Rejects when it would take over no mail right now; sends nothing. */
  check(): Promise<void>;
};
