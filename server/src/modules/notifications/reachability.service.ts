/** Addresses that fail: nobody is written to about cases there until it is put right, and the bureau is told once. */
import { and, eq, gt, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { mailChoicesApi } from "contract/mail-choices";
import { usersApi } from "contract/users";
import { type AuditableActor, isAdmin, system, userIdOf } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { isCaseMail } from "#server/core/service-meters.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import type { MailOutboxRow } from "#server/database/tables/mail-outbox.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { type UserRow, users } from "#server/database/tables/users.ts";
import { announce } from "#server/events/announce.ts";
import { record } from "#server/events/record.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import type { MailFates } from "#server/mail/fates.ts";
import { forgetFailures } from "./mail-recipients.service.ts";
import { tellJob } from "./tell.jobs.ts";

/** So many in a row, each tried for a day. */
const MOST_GIVEN_UP = 3;

export const fates: MailFates = {
  async isStillWanted(row) {
    return !isCaseMail(row.template) || (await isWanted(row));
  },
  async ended(tx, row, how) {
    const person = await personOf(tx, row);
    if (person === null) return;
    if (how === "sent") return forgetGivenUp(tx, person.id);
    if (how !== "given_up") return markFailing(tx, person.id, how.refused);
    if ((await countGivenUp(tx, person.id)) >= MOST_GIVEN_UP)
      await markFailing(tx, person.id, "unreachable");
  },
};

/** Asked when it is about to go: a mail server may have been away for hours. */
async function isWanted({ id, userId, caseId, template, toEmail }: MailOutboxRow) {
  if (userId === null) return false;
  const admin = sql`(u.is_admin or u.role = 'admin')`;
  const sees = sql`(${admin} or exists (
    select from case_assignments a where a.user_id = u.id and a.case_id = ${caseId}::integer))`;
  const hasNews = sql`exists (
    select from notifications n where n.mail_id = ${id} and n.read_at is null and (${admin}
      or n.case_id in (select a.case_id from case_assignments a where a.user_id = u.id)
      or (u.role = 'accountant' and n.kind in ('receipt_uploaded', 'invoice_completed'))))`;
  const isReminder = template === "reminder";
  const { rows } = await runtime.database.execute(sql`
    select from users u left join mail_recipients r on r.user_id = u.id
    where u.id = ${userId} and u.disabled_at is null and lower(u.email) = lower(${toEmail}::text)
      and r.mails_off_at is null and r.undeliverable_at is null
      and ${isReminder ? sql`r.reminders_off_at is null and ${sees}` : hasNews}`);
  return rows.length > 0;
}

/** By the address where the mail does not say whom it is for: codes and links do not. */
async function personOf(
  tx: Transaction,
  { userId, toEmail }: MailOutboxRow,
): Promise<UserRow | null> {
  const hasAddress = sql`lower(${users.email}) = lower(${toEmail}::text)`;
  const isPerson = userId === null ? undefined : eq(users.id, userId);
  const [person] = await tx.select().from(users).where(and(hasAddress, isPerson));
  return person ?? null;
}

async function forgetGivenUp(tx: Transaction, userId: number): Promise<void> {
  await tx
    .update(mailRecipients)
    .set({ failures: 0 })
    .where(and(eq(mailRecipients.userId, userId), gt(mailRecipients.failures, 0)));
}

async function countGivenUp(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx
    .insert(mailRecipients)
    .values({ userId, failures: 1 })
    .onConflictDoUpdate({
      target: mailRecipients.userId,
      set: { failures: sql`${mailRecipients.failures} + 1` },
    })
    .returning({ failures: mailRecipients.failures });
  return row?.failures ?? 0;
}

/** Also when a report of a failure comes in. Not said again until it is cleared. */
export async function markFailing(tx: Transaction, userId: number, code: string): Promise<void> {
  const failing = { undeliverableAt: now(), undeliverableCode: code };
  const [marked] = await tx
    .insert(mailRecipients)
    .values({ userId, ...failing })
    .onConflictDoUpdate({
      target: mailRecipients.userId,
      set: failing,
      setWhere: isNull(mailRecipients.undeliverableAt),
    })
    .returning({ userId: mailRecipients.userId });
  if (!marked) return;
  await recordSecurityEvent(tx, { kind: "mail.failed", userId, metadata: { code } });
  await tellInCases(tx, system, { userId, mail: "undeliverable" });
  const about = [{ id: userId }];
  const news = { kind: "mail_undeliverable", to: ["admins"], about, caseId: null } as const;
  await tellJob.enqueue(tx, { ...news, actorId: null, at: now() });
  await announceStanding(tx, userId);
}

/** An admin knows better, or the person has answered. */
export async function tryAgain(
  tx: Transaction,
  actor: AuditableActor,
  userId: number,
): Promise<void> {
  if (!(await forgetFailures(tx, userId))) return;
  const metadata = { triedAgain: true, by: userIdOf(actor) };
  await recordSecurityEvent(tx, { kind: "mail.failed", userId, metadata });
  await tellInCases(tx, actor, { userId, mail: "tried again" });
  await announceStanding(tx, userId);
}

type Standing = { userId: number; mail: "undeliverable" | "tried again" };

/** In each open case of a client a line of activity; what failed is told to its agents. */
async function tellInCases(
  tx: Transaction,
  actor: AuditableActor,
  { userId, mail }: Standing,
): Promise<void> {
  const [person] = await tx.select().from(users).where(eq(users.id, userId));
  if (!person || person.role !== "client" || isAdmin(person)) return;
  const { id, caseId, title } = cases;
  const ofPerson = tx
    .select({ caseId: caseAssignments.caseId })
    .from(caseAssignments)
    .where(eq(caseAssignments.userId, userId));
  const open = await tx
    .select({ id, caseId, title })
    .from(cases)
    .where(and(inArray(id, ofPerson), notInArray(cases.status, ["citizen", "cancelled"])))
    .orderBy(id);
  const entries = [{ action: "update" as const, metadata: { mail, userId } }];
  for (const caseFile of open)
    await record(tx, actor, { name: "notifications.mailFailed", case: caseFile, entries });
}

async function announceStanding(tx: Transaction, userId: number): Promise<void> {
  await announce(tx, { audience: "admins", keys: [usersApi.list.path, usersApi.page.path] });
  await announce(tx, { audience: { userId }, keys: [mailChoicesApi.get.path] });
}

function now(): string {
  return runtime.clock.now().toISOString();
}
