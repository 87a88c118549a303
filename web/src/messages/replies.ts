/** Texts of the answers that came by mail. */
import type { ReplyOutcome } from "contract/replies";

export const replyMessages = {
  title: "Mail replies",
  loading: "Loading mail replies...",
  failed: "The mail replies could not be loaded.",
  empty: "No mail has come in yet.",
  none: "No mailbox is set.",
  notYet: "The mailbox has not been reached yet.",
  connected: (since: string) => `Connected since ${since}`,
  away: (since: string, reason: string) => `Cannot be reached since ${since}: ${reason}`,
  columns: { time: "Time", sender: "Sender", person: "Person", case: "Case", outcome: "Outcome" },
  outcomes: {
    bounce: "Report of a mail that did not arrive",
    ignored_automatic: "Ignored: written by a program",
    ignored_no_token: "Ignored: no answer to a mail of the portal",
    ignored_flood: "Ignored: too many wrong addresses",
    refused_token: "Refused: wrong address",
    refused_sender: "Refused: another sender",
    refused_unproven: "Refused: sender not confirmed",
    refused_expired: "Refused: older than 60 days",
    refused_role: "Refused: needs a second factor",
    refused_case: "Refused: no longer in the case",
    refused_rate: "Refused: too many mails",
    refused_size: "Refused: larger than 25 MB",
    refused_empty: "Refused: neither text nor file",
    posted: "Added to the chat",
    failed: "Could not be added",
  } satisfies Record<ReplyOutcome, string>,
};
