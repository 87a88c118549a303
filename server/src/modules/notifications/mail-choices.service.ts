/** Which mails about cases one gets: read and changed in the profile, or stopped by one click in a mail program. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  type MailChoice,
  type MailChoices,
  mailChoicesApi,
  type MailChoicesInput,
} from "contract/mail-choices";
import type { NotificationKind } from "contract/notifications";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest, notFoundWith } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { notificationPreferences } from "#server/database/tables/notification-preferences.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { defaultChoices } from "./mail-choices.ts";
import { isTokenOf, readUnsubscribeToken } from "./unsubscribe-token.ts";

type Input = z.output<typeof MailChoicesInput>;

export function get(actor: SignedInActor): Promise<MailChoices> {
  return readTogether((executor) => read(executor, actor));
}

export async function update(actor: SignedInActor, input: Input): Promise<MailChoices> {
  const wanted = Object.entries(input.mail ?? {}) as [NotificationKind, MailChoice][];
  const offered = new Map(defaultChoices(actor).map(({ kind, mail }) => [kind, mail]));
  if (wanted.some(([kind]) => !offered.has(kind)))
    throw badRequest("This kind of notification is not for you");
  if (input.remindersOn !== undefined && !isClient(actor))
    throw badRequest("Only clients get reminders");
  return inTransaction(async (tx) => {
    await holdChoices(tx, actor.id);
    const before = await read(tx, actor);
    const changed = wanted.filter(([kind, mail]) =>
      before.kinds.some((each) => each.kind === kind && each.mail !== mail),
    );
    await storeKinds(tx, actor.id, { changed, offered });
    const switches = {
      ...(input.mailsOn !== undefined &&
        input.mailsOn !== before.mailsOn && { mailsOn: input.mailsOn }),
      ...(input.remindersOn !== undefined &&
        input.remindersOn !== before.remindersOn && { remindersOn: input.remindersOn }),
    };
    await storeSwitches(tx, actor.id, switches);
    if (changed.length === 0 && Object.keys(switches).length === 0) return before;
    const kinds = changed.map(([kind]) => kind);
    await recordChange(tx, actor.id, {
      ...(kinds.length > 0 && { kinds }),
      ...switches,
      by: "profile",
    });
    return read(tx, actor);
  });
}

/** Twice is once. Throws 404 for a token that is nobody's, or of an address that was given up. */
export async function unsubscribe(token: string): Promise<void> {
  const named = readUnsubscribeToken(token);
  if (named === null) throw notFoundWith(DOES_NOT_WORK);
  await inTransaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(sql`${users.id} = ${named.id}::bigint`);
    if (!person || !isTokenOf(token, person)) throw notFoundWith(DOES_NOT_WORK);
    await holdChoices(tx, person.id);
    const off = named.scope === "n" ? mailRecipients.mailsOffAt : mailRecipients.remindersOffAt;
    const [isOff] = await tx
      .select({ userId: mailRecipients.userId })
      .from(mailRecipients)
      .where(and(eq(mailRecipients.userId, person.id), sql`${off} is not null`));
    if (isOff) return;
    await storeSwitches(
      tx,
      person.id,
      named.scope === "n" ? { mailsOn: false } : { remindersOn: false },
    );
    await recordChange(tx, person.id, { scope: named.scope, by: "link" });
  });
}

const DOES_NOT_WORK = "This link does not work.";

/** For the count of guesses. */
export async function isGoodToken(token: string): Promise<boolean> {
  const named = readUnsubscribeToken(token);
  if (named === null) return false;
  const [person] = await runtime.database
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.id} = ${named.id}::bigint`);
  return person !== undefined && isTokenOf(token, person);
}

function isClient({ role, isAdmin }: SignedInActor): boolean {
  return role === "client" && !isAdmin;
}

async function read(executor: Executor, actor: SignedInActor): Promise<MailChoices> {
  const [chosen, [standing]] = await Promise.all([
    executor
      .select({ kind: notificationPreferences.kind, mail: notificationPreferences.mail })
      .from(notificationPreferences)
      .where(eq(notificationPreferences.userId, actor.id)),
    executor.select().from(mailRecipients).where(eq(mailRecipients.userId, actor.id)),
  ]);
  const ownChoice = new Map(chosen.map(({ kind, mail }) => [kind, mail]));
  const since = standing?.undeliverableAt ?? null;
  return {
    kinds: defaultChoices(actor).map(({ kind, mail }) => ({
      kind,
      mail: ownChoice.get(kind) ?? mail,
    })),
    mailsOn: (standing?.mailsOffAt ?? null) === null,
    remindersOn: isClient(actor) ? (standing?.remindersOffAt ?? null) === null : null,
    undeliverable: since === null ? null : { since, code: standing?.undeliverableCode ?? null },
    zone: runtime.config.bureauZone,
  };
}

/** One change of somebody's choices at a time. */
async function holdChoices(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('mail choices ' || ${userId}::integer, 0))`,
  );
}

type Choices = {
  changed: readonly [NotificationKind, MailChoice][];
  offered: ReadonlyMap<NotificationKind, MailChoice>;
};

/** What is as the role has it is not kept: another role has its own. */
async function storeKinds(tx: Transaction, userId: number, { changed, offered }: Choices) {
  if (changed.length === 0) return;
  const { userId: whose, kind: which } = notificationPreferences;
  const kinds = changed.map(([kind]) => kind);
  await tx.delete(notificationPreferences).where(and(eq(whose, userId), inArray(which, kinds)));
  const differing = changed.filter(([kind, mail]) => offered.get(kind) !== mail);
  if (differing.length === 0) return;
  await tx
    .insert(notificationPreferences)
    .values(differing.map(([kind, mail]) => ({ userId, kind, mail })));
}

type Switches = { mailsOn?: boolean; remindersOn?: boolean };

async function storeSwitches(
  tx: Transaction,
  userId: number,
  { mailsOn, remindersOn }: Switches,
): Promise<void> {
  if (mailsOn === undefined && remindersOn === undefined) return;
  const now = runtime.clock.now().toISOString();
  const set = {
    ...(mailsOn !== undefined && { mailsOffAt: mailsOn ? null : now }),
    ...(remindersOn !== undefined && { remindersOffAt: remindersOn ? null : now }),
  };
  await tx
    .insert(mailRecipients)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: mailRecipients.userId, set });
}

async function recordChange(tx: Transaction, userId: number, metadata: Record<string, unknown>) {
  await recordSecurityEvent(tx, { kind: "mails.changed", userId, metadata });
  await announce(tx, { audience: { userId }, keys: [mailChoicesApi.get.path] });
}
