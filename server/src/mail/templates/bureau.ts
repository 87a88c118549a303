/** What every admin hears of who the bureau is. */
import type { Letter } from "#server/mail/letter.ts";

export function bankDetailsChangedLetter(data: {
  name: string;
  currencies: readonly string[];
}): Letter {
  return {
    subject: "Bank details were changed",
    paragraphs: [
      `${data.name} changed the bank details for ${data.currencies.join(" and ")}. If you do not know of this, tell your colleagues before anybody pays.`,
    ],
  };
}
