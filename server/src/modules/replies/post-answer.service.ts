/** From what was read of a mail to messages of the case, written by whom the token names. */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { ReplyOutcome } from "contract/replies";
import { visibleText } from "contract/visible-text";
import { actorOf } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauName } from "#server/database/bureau.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import { comments } from "#server/database/tables/comments.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";
import { withMailedFiles } from "#server/files/receive-mailed.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { createMailed } from "#server/modules/comments/comments.service.ts";
import { tryAgain } from "#server/modules/notifications/reachability.service.ts";
import type { Arrived } from "./judge-head.ts";
import { shortened } from "./long-answer.ts";
import { withoutOurLetter } from "./our-letter.ts";
import type { ReadMail } from "./read-mail.ts";
import { answerHeaders } from "./refusals.ts";
import type { Change, MailOutcome } from "./settle.service.ts";

type Answer = { read: ReadMail; user: UserRow; caseId: number; arrived: Arrived };
type Settle = (outcome: ReplyOutcome, change?: Change) => Promise<MailOutcome>;

const MOST_FILES = 10;
/** A letter can be answered for so long; it holds nothing older than two days. */
const LETTER_DAYS = 62;
const MOST_KNOWN_MESSAGES = 300;

export async function postAnswer(answer: Answer, settle: Settle): Promise<MailOutcome> {
  const { read, user, caseId } = answer;
  const { text, whole } = shortened(visibleText(await textOf(answer), { keepLineBreaks: true }));
  const sent = read.files.slice(0, MOST_FILES);
  const own =
    whole === null ? [] : [{ name: "Mail.txt", type: "text/plain", content: Buffer.from(whole) }];
  const given = [...own, ...sent.map((file) => ({ ...file, content: Buffer.from(file.content) }))];
  const context = { rule: "commentAttachment", caseId, userId: user.id } as const;
  return withMailedFiles(context, given, async (received) => {
    const files = received.filter((file) => file !== null);
    if (text === "" && files.length === 0) return settle("refused_empty");
    const attached = read.files.length + own.length;
    try {
      return await settle("posted", async (tx) => {
        const posted = await createMailed(tx, actorOf(user), { caseId, message: text, files });
        await tryAgain(tx, actorOf(user), user.id);
        if (posted.files < attached) await tellOfFiles(tx, answer, attached - posted.files);
        return posted.ids[0];
      });
    } catch (error) {
      // Unassigned, or the case deleted, while its mail was read.
      if (error instanceof AppError && [401, 404].includes(error.status))
        return settle("refused_case");
      throw error;
    }
  });
}

async function textOf({ read, caseId }: Answer): Promise<string> {
  if (read.above !== "") return read.above;
  const lines = await readLetterLines(caseId);
  return withoutOurLetter(read.below, { origin: runtime.config.appOrigin, lines });
}

/** What may have stood in the letter, with `MAIL_CONTENT=full` messages and names too. */
async function readLetterLines(caseId: number): Promise<string[]> {
  const { database } = runtime;
  const recent = and(
    eq(comments.caseId, caseId),
    gt(comments.createdAt, sql`now() - make_interval(days => ${LETTER_DAYS})`),
  );
  const [messages, titles, people] = await Promise.all([
    database
      .select({ text: comments.message })
      .from(comments)
      .where(recent)
      .orderBy(desc(comments.id))
      .limit(MOST_KNOWN_MESSAGES),
    database.select({ title: cases.title }).from(cases).where(eq(cases.id, caseId)),
    database
      .select({ firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .innerJoin(caseAssignments, eq(caseAssignments.userId, users.id))
      .where(eq(caseAssignments.caseId, caseId)),
  ]);
  const names = people.flatMap(({ firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.trim();
    return [name, `${name}:`, `${name} wrote a message`];
  });
  const lines = messages.flatMap(({ text }) => text.split("\n"));
  return [bureauName(), ...titles.map(({ title }) => title), ...names, ...lines].filter(
    (line) => line.trim() !== "",
  );
}

async function tellOfFiles(tx: Transaction, { user, caseId, arrived }: Answer, count: number) {
  const [caseFile] = await tx
    .select({ code: cases.caseId })
    .from(cases)
    .where(eq(cases.id, caseId));
  const url = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseFile?.code ?? "")}?open=chat`;
  await sendMail(tx, {
    template: "replyFiles",
    to: { email: user.email, name: `${user.firstName} ${user.lastName}`.trim() || null },
    data: { count, url },
    headers: answerHeaders(arrived),
  });
}
