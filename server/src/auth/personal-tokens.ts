/**
 * Personal tokens: what a program shows to act for somebody of the bureau. The database keeps a fingerprint, as of
 * sessions. The last six characters are a checksum, so what is none, or was cut on the way, costs no statement.
 */
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { actorOf, type SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import type { Transaction } from "#server/database/connection.ts";
import { prepared } from "#server/database/prepared.ts";
import { withSpareRoom } from "#server/database/spare-room.ts";
import { tokens } from "#server/database/tables/tokens.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent, type SecurityEventKind } from "#server/events/security-log.ts";
import { hasTwoFactor, isTwoFactorRequired } from "./two-factor.ts";

const BEGINNING = "cmp_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** What 256 bits take in base62, and 32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = /^cmp_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
const HINT_LENGTH = 4;
/** A program that asks all day writes once a minute that it does. */
const NOTED_EVERY = "1 minute";

export type LivingToken = {
  actor: SignedInActor;
  /** The role demands a strong factor, and this person has none (security.md 4.9). */
  lacksFactor: boolean;
  lastUsedNetwork: string | null;
  isNoted: boolean;
};

export function createPersonalToken(): { secret: string; digest: string; hint: string } {
  const body = inBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_LENGTH);
  const secret = `${BEGINNING}${body}${checksumOf(body)}`;
  return { secret, digest: fingerprintOf(secret), hint: secret.slice(-HINT_LENGTH) };
}

/** The token in an Authorization header, whether or not it is a good one; null for everything else. */
export function personalTokenIn(authorization: string | undefined): string | null {
  return /^Bearer +(cmp_\S*)/i.exec(authorization ?? "")?.[1] ?? null;
}

export function isWellFormed(token: string): boolean {
  const [, body = "", checksum] = FORM.exec(token) ?? [];
  return checksum !== undefined && checksum === checksumOf(body);
}

function checksumOf(body: string): string {
  return inBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function inBase62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n)
    text = (ALPHABET[Number(rest % 62n)] ?? "") + text;
  return text;
}

const livingToken = (name: string, hasFactor: SQL<boolean>) =>
  prepared((database) =>
    database
      .select({
        tokenId: tokens.id,
        tokenName: tokens.name,
        scopes: tokens.scopes,
        lastUsedNetwork: tokens.lastUsedNetwork,
        isNoted: sql<boolean>`coalesce(${tokens.lastUsedAt} > now() - ${NOTED_EVERY}::interval, false)`,
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        role: users.role,
        isAdmin: users.isAdmin,
        hasFactor,
      })
      .from(tokens)
      .innerJoin(users, eq(users.id, tokens.userId))
      .where(and(eq(tokens.digest, sql.placeholder("digest")), lives(), isNull(users.disabledAt)))
      .prepare(name),
  );

const anyToken = livingToken("living_token", sql<boolean>`true`);
const tokenWithFactor = livingToken("living_token_with_factor", hasTwoFactor());

/** Neither ended nor expired, by the database's clock. */
export function lives(): SQL | undefined {
  return and(isNull(tokens.revokedAt), gt(tokens.expiresAt, sql`now()`));
}

/** With its owner as he is now; null for a wrong, ended or expired one, and while all are switched off. */
export async function findPersonalToken(token: string): Promise<LivingToken | null> {
  if (!runtime.config.apiTokens || !isWellFormed(token)) return null;
  const isFactorAsked = runtime.config.requireStrongFactor.length > 0;
  const statement = isFactorAsked ? tokenWithFactor() : anyToken();
  const [row] = await statement.execute({ digest: fingerprintOf(token) });
  if (!row) return null;
  const { lastUsedNetwork, isNoted } = row;
  const actor: SignedInActor = {
    ...actorOf(row),
    token: { id: row.tokenId, name: row.tokenName, scopes: row.scopes },
  };
  return {
    actor,
    lastUsedNetwork,
    isNoted,
    lacksFactor: !row.hasFactor && isTwoFactorRequired(row),
  };
}

/** When and from where it was used; a network that it has not come from last time is an event. */
export async function noteUse(used: LivingToken, network: string): Promise<void> {
  const { actor, lastUsedNetwork, isNoted } = used;
  if (isNoted && lastUsedNetwork === network) return;
  const isNew = lastUsedNetwork !== null && lastUsedNetwork !== network;
  const noting = () =>
    inTransaction(async (tx) => {
      const { token } = actor;
      if (!token) return;
      await tx
        .update(tokens)
        .set({ lastUsedAt: sql`now()`, lastUsedNetwork: network })
        .where(eq(tokens.id, token.id));
      if (isNew)
        await recordToken(tx, "token.newNetwork", {
          ...token,
          userId: actor.id,
          about: { network },
        });
    });
  await withSpareRoom(noting);
}

/** All of somebody's: his password, address, role or factors are others now, or he is gone. */
export async function endTokensOf(tx: Transaction, userId: number): Promise<void> {
  await endTokens(tx, eq(tokens.userId, userId));
}

/** Answers how many they were. */
export async function endTokens(tx: Transaction, which?: SQL): Promise<number> {
  const ended = await tx
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(lives(), which))
    .returning({ id: tokens.id, userId: tokens.userId, name: tokens.name, scopes: tokens.scopes });
  for (const token of ended) await recordToken(tx, "token.revoked", token);
  return ended.length;
}

type Recorded = {
  id: number;
  userId: number;
  name: string;
  scopes: readonly string[];
  about?: Record<string, unknown>;
};

export function recordToken(
  tx: Transaction,
  kind: Extract<SecurityEventKind, `token.${string}`>,
  { id, userId, name, scopes, about }: Recorded,
): Promise<void> {
  const metadata = { tokenId: id, name, scopes, ...about };
  return recordSecurityEvent(tx, { kind, userId, metadata });
}
