import { runtime } from "#server/core/runtime.ts";
import { type InvitationRow, userInvitations } from "#server/database/tables/user-invitations.ts";
import { uniqueSuffix } from "./unique.ts";

const WEEK_MS = 7 * 86_400_000;

/** Open for a week. The token is stored as a fingerprint, so one that fits a link has to be given. */
export async function buildInvitation(
  input: Partial<typeof userInvitations.$inferInsert> = {},
): Promise<InvitationRow> {
  const [row] = await runtime.database
    .insert(userInvitations)
    .values({
      email: `invited-${uniqueSuffix()}@example.com`,
      token: uniqueSuffix(),
      firstName: "Ivy",
      lastName: "Invited",
      expiresAt: new Date(runtime.clock.now().getTime() + WEEK_MS).toISOString(),
      ...input,
    })
    .returning();
  if (!row) throw new Error("The invitation was not inserted");
  return row;
}
