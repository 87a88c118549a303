/** What every mail about a case has, whoever writes it: news, digest, reminder (work/notifications.md 6.3). */
import { runtime } from "#server/core/runtime.ts";
import { keyedHash } from "#server/core/secrets.ts";
import type { Executor } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { LETTER_MARKER } from "#server/mail/letter-marker.ts";
import type { Letter } from "#server/mail/letter.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { replyAddressFor } from "#server/mail/reply-address.ts";
import type { TemplateName } from "#server/mail/templates.ts";
import { type MailScope, unsubscribeToken } from "./unsubscribe-token.ts";

export type CaseMailReader = Pick<
  UserRow,
  "id" | "email" | "firstName" | "lastName" | "role" | "isAdmin"
>;

/** Of no case: null. Such a mail stands in no thread and cannot be answered. */
type About = { caseId: number | null; scope: MailScope };

export type CaseMail = {
  /** Of its letter. */
  frame: Pick<Letter, "marker" | "closing"> & { closing: readonly string[] };
  /** Beside template and data. */
  sending: Pick<Mail<TemplateName>, "to" | "about" | "replyTo" | "headers">;
};

const CAN_ANSWER = "You can answer this mail: what you write becomes a message in the case.";

export async function caseMailTo(
  executor: Executor,
  reader: CaseMailReader,
  { caseId, scope }: About,
): Promise<CaseMail> {
  const replyTo = caseId === null ? null : await replyAddressFor(executor, reader, caseId);
  const choose = `Choose which mails you get, or stop them: ${runtime.config.appOrigin}/profile#notifications`;
  return {
    frame: {
      ...(replyTo !== null && { marker: LETTER_MARKER }),
      closing: [...(replyTo === null ? [] : [CAN_ANSWER]), choose],
    },
    sending: {
      to: { email: reader.email, name: `${reader.firstName} ${reader.lastName}`.trim() || null },
      about: { userId: reader.id, caseId },
      ...(replyTo !== null && { replyTo }),
      headers: {
        ...(caseId !== null && threadOf(reader, caseId)),
        "List-Unsubscribe": `<${runtime.config.appOrigin}/api/unsubscribe/${unsubscribeToken(scope, reader)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
      },
    },
  };
}

/** One thread for each case and person: mails to two people never tell that they are of one case. */
function threadOf({ id }: CaseMailReader, caseId: number): Record<string, string> {
  const mark = keyedHash("mail", `${caseId} ${id}`).slice(0, 24);
  const domain = runtime.config.mail.from.address.split("@")[1] ?? "localhost";
  const thread = `<case.${caseId}.${mark}@${domain}>`;
  return { "In-Reply-To": thread, References: thread };
}
