import { runtime } from "#server/core/runtime.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";
import { uniqueSuffix } from "./unique.ts";

export type UserInput = Partial<typeof users.$inferInsert>;

/** A client unless said otherwise. Nobody can sign in with the default password: it is the hash of nothing. */
export async function buildUser(input: UserInput = {}): Promise<UserRow> {
  const [row] = await runtime.database
    .insert(users)
    .values({
      email: `person-${uniqueSuffix()}@example.com`,
      password: "no password",
      firstName: "Robin",
      lastName: "Person",
      isAdmin: input.role === "admin",
      ...input,
    })
    .returning();
  if (!row) throw new Error("The user was not inserted");
  return row;
}

export function buildAdmin(input: UserInput = {}): Promise<UserRow> {
  return buildUser({ firstName: "Ada", lastName: "Admin", role: "admin", ...input });
}
