/** Personal tokens: made once, shown once, ended by their owner or an admin. How one lets in: auth/personal-tokens.ts. */
import { and, count, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { type CreateTokenInput, MAX_TOKENS, type Token, tokensApi } from "contract/tokens";
import { createPersonalToken, lives, recordToken } from "#server/auth/personal-tokens.ts";
import { assertProven } from "#server/auth/step-up.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { forbidden, notFound, notFoundWith, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { type TokenRow, tokens } from "#server/database/tables/tokens.ts";
import { type UserRow, users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { assertHasTokens, assertManagesTokens } from "./tokens.policy.ts";

type NewToken = z.output<typeof CreateTokenInput>;
type Created = { token: Token; secret: string };

export async function list(actor: SignedInActor): Promise<Token[]> {
  assertHasTokens(actor);
  return listLiving(actor.id);
}

/** The secret is answered here and nowhere else: the database keeps a fingerprint. */
export async function create(actor: SignedInActor, input: NewToken): Promise<Created> {
  assertHasTokens(actor);
  assertProven(actor);
  if (!runtime.config.apiTokens) throw forbidden("API tokens are switched off");
  const { secret, digest, hint } = createPersonalToken();
  return inTransaction(async (tx) => {
    // One at a time, so that nobody's ten become more.
    const owner = await lockUser(tx, actor.id);
    const [found] = await tx
      .select({ count: count() })
      .from(tokens)
      .where(and(eq(tokens.userId, actor.id), lives()));
    if ((found?.count ?? 0) >= MAX_TOKENS) throw wrongState(`At most ${MAX_TOKENS} tokens`);
    const { name, days } = input;
    const scopes = [...new Set(input.scopes)];
    const expiresAt = sql`now() + make_interval(days => ${days})`;
    const values = { userId: actor.id, name, digest, hint, scopes, expiresAt };
    const [row] = await tx.insert(tokens).values(values).returning();
    if (!row) throw new Error("The inserted token was not returned");
    await recordToken(tx, "token.created", row);
    const data = { name, scopes, expiresAt: row.expiresAt };
    await sendMail(tx, { template: "tokenCreated", to: { email: owner.email }, data });
    await announceTokens(tx, actor.id);
    return { token: answerOf(row), secret };
  });
}

export async function remove(actor: SignedInActor, id: number): Promise<void> {
  assertHasTokens(actor);
  await inTransaction((tx) => revoke(tx, actor, { id, userId: actor.id }));
}

export async function listOfUser(actor: SignedInActor, userId: number): Promise<Token[]> {
  assertManagesTokens(actor);
  const [user] = await runtime.database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw notFound("user");
  return listLiving(userId);
}

/** Its owner is told by mail, unless he is the admin himself. */
export async function removeOfUser(
  actor: SignedInActor,
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  assertManagesTokens(actor);
  await inTransaction(async (tx) => {
    const owner = await lockUser(tx, userId);
    const { name } = await revoke(tx, actor, { id, userId });
    if (userId === actor.id) return;
    await sendMail(tx, { template: "tokenRevoked", to: { email: owner.email }, data: { name } });
  });
}

async function revoke(
  tx: Transaction,
  actor: SignedInActor,
  { id, userId }: { id: number; userId: number },
): Promise<TokenRow> {
  const [row] = await tx
    .update(tokens)
    .set({ revokedAt: sql`now()`, revokedBy: actor.id })
    .where(and(eq(tokens.id, id), eq(tokens.userId, userId), lives()))
    .returning();
  if (!row) throw notFoundWith("Token not found");
  await recordToken(tx, "token.revoked", { ...row, about: { by: actor.id } });
  await announceTokens(tx, userId);
  return row;
}

async function lockUser(tx: Transaction, id: number): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("no key update");
  if (!user) throw notFound("user");
  return user;
}

async function listLiving(userId: number): Promise<Token[]> {
  const rows = await runtime.database
    .select()
    .from(tokens)
    .where(and(eq(tokens.userId, userId), lives()))
    .orderBy(desc(tokens.createdAt), desc(tokens.id));
  return rows.map(answerOf);
}

/** On the owner's profile, and where an admin looks at his tokens. */
async function announceTokens(executor: Executor, userId: number): Promise<void> {
  await announce(executor, { audience: { userId }, keys: [tokensApi.list.path] });
  await announce(executor, { audience: "admins", keys: [`/api/users/${userId}/tokens`] });
}

function answerOf(row: TokenRow): Token {
  const { id, name, hint, scopes, createdAt, expiresAt, lastUsedAt, lastUsedNetwork } = row;
  return { id, name, hint, scopes, createdAt, expiresAt, lastUsedAt, lastUsedNetwork };
}
