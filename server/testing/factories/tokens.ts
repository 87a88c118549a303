import { createPersonalToken } from "#server/auth/personal-tokens.ts";
import { runtime } from "#server/core/runtime.ts";
import { type TokenRow, tokens } from "#server/database/tables/tokens.ts";
import { uniqueSuffix } from "./unique.ts";

type TokenInput = Partial<typeof tokens.$inferInsert> & { userId: number };
const DAY_MS = 86_400_000;

/** Reads cases for ninety days, unless said otherwise. */
export async function buildToken(input: TokenInput): Promise<{ token: TokenRow; secret: string }> {
  const { secret, digest, hint } = createPersonalToken();
  const [token] = await runtime.database
    .insert(tokens)
    .values({
      name: `Script ${uniqueSuffix()}`,
      digest,
      hint,
      scopes: ["cases:read"],
      expiresAt: new Date(Date.now() + 90 * DAY_MS).toISOString(),
      ...input,
    })
    .returning();
  if (!token) throw new Error("The token was not inserted");
  return { token, secret };
}
