/** Mails about mails: an answer that was not added, files that were left out, a mailbox that is away (6.3). */
import { runtime } from "#server/core/runtime.ts";
import { writtenDay } from "#server/mail/bureau-time.ts";
import type { Letter } from "#server/mail/letter.ts";

export function replyRefusedLetter(data: { reason: string }): Letter {
  return {
    subject: "Your answer was not added",
    paragraphs: [data.reason],
    button: { label: "Open the portal", url: runtime.config.appOrigin },
  };
}

export function replyFilesLetter(data: { count: number; url: string }): Letter {
  return {
    subject: "Some of your files were not taken",
    paragraphs: [
      `Your message was added. ${data.count} of your files were not taken: photos, PDF, Word and text files up to 10 MB can be sent by mail, ten at most.`,
    ],
    button: { label: "Open the case", url: data.url },
  };
}

/** `since` as a moment. */
export function mailboxAwayLetter(data: { since: string }): Letter {
  return {
    subject: "The mailbox for replies cannot be reached",
    paragraphs: [
      `It has not answered since ${writtenDay(data.since)}. Answers to mails wait there and are added later.`,
    ],
  };
}
