/** What happened to accounts rather than to cases (sign-ins, changed passwords, changed roles), and who read what. */
import type { Executor } from "#server/database/connection.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { writeAtEnd } from "#server/database/transaction.ts";

export type SecurityEventKind =
  | "signin.succeeded"
  | "signin.failed"
  | "signin.attacked"
  | "code.exhausted"
  | "device.trusted"
  | "device.forgotten"
  | "factor.added"
  | "factor.removed"
  | "recovery.used"
  | "recovery.renewed"
  | "session.ended"
  | "session.proven"
  | "lock.cleared"
  | "reset.sent"
  | "password.reset"
  | "password.changed"
  | "email.requested"
  | "email.cancelled"
  | "email.changed"
  | "role.changed"
  | "user.registered"
  | "user.removed"
  | "invitation.sent"
  | "invitation.removed"
  | "document.opened"
  | "file.opened"
  | "downloads.exceeded"
  | "file.infected"
  | "passport.shown"
  | "retention.announced"
  | "retention.erased"
  | "reminders.scheduleChanged"
  | "export.made"
  | "bureau.exported"
  | "import.started"
  | "import.finished"
  | "import.undone"
  | "token.created"
  | "token.revoked"
  | "token.expired"
  | "token.newNetwork"
  | "view.shared"
  | "view.removed"
  | "rule.created"
  | "rule.changed"
  | "rule.retired"
  | "rule.restored"
  | "reply.refused"
  | "mailbox.unreachable"
  | "bureau.changed"
  | "backup.made"
  | "mail.tested"
  | "mails.changed"
  | "mail.failed";

export type SecurityEvent = {
  kind: SecurityEventKind;
  userId: number | null;
  browser?: { ipAddress: string; userAgent: string | null };
  metadata?: Record<string, unknown>;
};

export function recordSecurityEvent(executor: Executor, event: SecurityEvent): Promise<void> {
  return writeAtEnd(executor, insertSecurityEvents, {
    userId: event.userId,
    kind: event.kind,
    ipAddress: event.browser?.ipAddress ?? null,
    userAgent: event.browser?.userAgent ?? null,
    metadata: event.metadata ?? {},
  });
}

function insertSecurityEvents(
  executor: Executor,
  events: readonly (typeof securityEvents.$inferInsert)[],
) {
  return executor.insert(securityEvents).values([...events]);
}
