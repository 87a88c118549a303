/** Which mails about cases each role gets of itself, and what a person has chosen instead (work/notifications.md 3.1). */
import { sql, type SQL } from "drizzle-orm";
import type { MailChoice } from "contract/mail-choices";
import { type NotificationKind, notificationKinds } from "contract/notifications";
import type { Role } from "contract/session";
import { isAdmin } from "#server/core/actor.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { notificationPreferences } from "#server/database/tables/notification-preferences.ts";
import { users } from "#server/database/tables/users.ts";

type Defaults = Readonly<Partial<Record<Role, MailChoice>>>;

/** A role that is not named is never told of such a thing, and not asked about it. */
const defaults: Readonly<Record<NotificationKind, Defaults>> = {
  message: { client: "soon", agent: "soon", admin: "soon", accountant: "soon" },
  document_uploaded: { client: "daily", agent: "daily", admin: "never" },
  document_reviewed: { client: "soon" },
  item_requested: { client: "soon" },
  status_changed: { client: "soon", agent: "daily", admin: "never" },
  invoice_sent: { client: "soon", agent: "daily", admin: "never", accountant: "never" },
  receipt_uploaded: { agent: "daily", admin: "soon", accountant: "soon" },
  invoice_completed: { client: "soon", agent: "daily", admin: "never", accountant: "daily" },
  assigned: { client: "soon", agent: "soon", admin: "soon", accountant: "soon" },
  deadline_near: { client: "daily", agent: "daily", admin: "never" },
  mail_undeliverable: { agent: "soon", admin: "daily" },
};

type Person = { role: Role; isAdmin: boolean };

/** In the order in which they are shown; null: not offered. */
export function defaultChoices(person: Person): { kind: NotificationKind; mail: MailChoice }[] {
  const role = isAdmin(person) ? "admin" : person.role;
  return notificationKinds.flatMap((kind) => {
    const mail = defaults[kind][role];
    return mail === undefined ? [] : [{ kind, mail }];
  });
}

/** `mail` of a row of this kind for a person of `users`: soon, daily or none. Asked anew each time it matters. */
export function mailOf(kind: SQL): SQL {
  return sql`case when ${users.disabledAt} is not null or exists (
      select from ${mailRecipients} r where r.user_id = ${users.id}
        and (r.mails_off_at is not null or r.undeliverable_at is not null)) then 'none'
    else coalesce(nullif(case when ${defaultOf(kind)} is null then 'never' else coalesce((
      select p.mail from ${notificationPreferences} p where p.user_id = ${users.id} and p.kind = ${kind}
    ), ${defaultOf(kind)}) end, 'never'), 'none') end`;
}

function defaultOf(kind: SQL): SQL {
  return sql`case ${kind} ${defaultsOfKinds} end`;
}

/** As text, since it never changes: put together anew, its hundreds of parts cost more than the rest of a statement. */
const defaultsOfKinds = sql.raw(
  notificationKinds
    .map((kind) => {
      const ofRoles = Object.entries(defaults[kind]).map(
        ([role, mail]) => `when '${role}' then '${mail}'`,
      );
      return `when '${kind}' then case
        case when users.is_admin then 'admin' else users.role end ${ofRoles.join(" ")} end`;
    })
    .join(" "),
);
