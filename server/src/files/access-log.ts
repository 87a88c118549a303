/**
 * What is read is an event too (security.md 5.7): a line of the security log, written before the first byte leaves and
 * in the transaction that has found the file. What cannot be recorded is not shown.
 */
import { and, eq, gt, sql } from "drizzle-orm";
import type { AccessWay } from "contract/documents";
import type { SignedInActor } from "#server/core/actor.ts";
import type { ClientInfo } from "#server/core/client-info.ts";
import type { Transaction } from "#server/database/connection.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { recordSecurityEvent, type SecurityEvent } from "#server/events/security-log.ts";
import type { AccessContext } from "./access-context.ts";

/** Numbers alone: these lines are never deleted, and an erased case must not live on in the names of its documents. */
type Opened = { way: AccessWay; caseId: number | null };
type DocumentsOpened = Opened & { documentIds: readonly number[] };
/** By its record where there may be no file: agreements can live elsewhere, and the portal draws invoices. */
export type FileOpened = Opened & { what: StoredFileRow["kind"] } & (
    | { storedFileId: number }
    | { agreementId: number }
    | { invoiceId: number }
  );
type Opening =
  | { kind: "document.opened"; opened: DocumentsOpened }
  | { kind: "file.opened"; opened: FileOpened };

/**
 * A viewer fetches a long PDF in pieces, and people leaf back and forth: all that is one reading. But only in one session
 * at one address: a stolen cookie must not hide behind the reading of the person it was stolen from.
 */
const ONE_READING_MINUTES = 10;
/** The start of a session's number names it, as in the profile's list of sessions. */
const SESSION_MARK_LENGTH = 16;
/** Keeps these advisory locks apart from those of other purposes. */
const LOCK_SPACE = 0x6f70_656e;

/** True when a line was written. `isReading`: looked at in pieces, whatever the way is called. */
export async function recordDocumentAccess(
  tx: Transaction,
  actor: SignedInActor,
  {
    isProbe,
    reader,
    opened,
    isReading,
  }: AccessContext & { opened: DocumentsOpened; isReading?: true },
): Promise<boolean> {
  if (isProbe) return false;
  return recordOpening(tx, actor, { kind: "document.opened", opened, reader, isReading });
}

/** Of whatever is no document. */
export async function recordFileAccess(
  tx: Transaction,
  actor: SignedInActor,
  { isProbe, reader, opened }: AccessContext & { opened: FileOpened },
): Promise<void> {
  if (!isProbe) await recordOpening(tx, actor, { kind: "file.opened", opened, reader });
}

async function recordOpening(
  tx: Transaction,
  actor: SignedInActor,
  {
    kind,
    opened,
    reader,
    isReading,
  }: Opening & { reader: ClientInfo; isReading?: true | undefined },
): Promise<boolean> {
  const by = actor.token
    ? { tokenId: actor.token.id }
    : { session: actor.sessionId.slice(0, SESSION_MARK_LENGTH) };
  const metadata = { ...opened, ...by };
  const line = { kind, userId: actor.id, browser: reader, metadata };
  // What is taken along is written down each time, with its address.
  if ((isReading || opened.way === "view") && (await isSameReading(tx, line))) return false;
  await recordSecurityEvent(tx, line);
  return true;
}

type Line = Required<SecurityEvent> & { userId: number };

async function isSameReading(
  tx: Transaction,
  { kind, userId, browser, metadata }: Line,
): Promise<boolean> {
  // The pieces of one PDF are asked for at the same moment: the second waits here, and then finds the line of the first.
  const locking = tx.execute(sql`select pg_advisory_xact_lock(${LOCK_SPACE}, ${userId})`);
  const finding = tx
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, userId),
        eq(securityEvents.kind, kind),
        eq(securityEvents.ipAddress, browser.ipAddress),
        eq(securityEvents.metadata, metadata),
        gt(
          securityEvents.createdAt,
          sql`now() - make_interval(mins => ${ONE_READING_MINUTES}::integer)`,
        ),
      ),
    )
    .limit(1);
  const [, known] = await Promise.all([locking, finding]);
  return known.length > 0;
}
