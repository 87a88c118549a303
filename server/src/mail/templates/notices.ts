/** Mails that something new waits in the portal: how much and where, never what (security.md 6.1). */
import { writtenDay } from "#server/mail/bureau-time.ts";
import type { Letter } from "#server/mail/letter.ts";

export function webhookFailedLetter(data: {
  type: string;
  reason: string;
  attempts: number;
}): Letter {
  const tries = data.attempts === 1 ? "one attempt" : `${data.attempts} attempts`;
  return {
    subject: "A message to the automation service was given up",
    paragraphs: [
      `A message of type ${data.type} could not be delivered in ${tries}. Last answer: ${data.reason}.`,
      "Others may follow while the service cannot be reached. Once it works again, send them once more from the Automation Log.",
    ],
  };
}

/** A month before the documents of closed cases are erased (security.md 5.6). */
export function erasureAnnouncedLetter(data: {
  count: number;
  caseIds: string;
  at: string;
  years: number;
}): Letter {
  const whose = data.count === 1 ? "a closed case" : `${data.count} closed cases`;
  return {
    subject: `The papers of ${whose} will be erased`,
    paragraphs: [
      `After ${data.years} years the documents of ${whose} have reached the end of their time: ${data.caseIds}.`,
      `They will be erased for good, not before ${writtenDay(data.at)}. Cases, activity and invoices stay.`,
      "To keep the documents of a case, move it to another status, for example on hold, before then.",
    ],
  };
}

/** Asked for by an admin, to see that mails arrive. */
export function testLetter(data: { url: string }): Letter {
  return {
    subject: "Test mail of the portal",
    paragraphs: ["This mail shows that the mails of the portal arrive. There is nothing to do."],
    button: { label: "Open the portal", url: data.url },
  };
}
