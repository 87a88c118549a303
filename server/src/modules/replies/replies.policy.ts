/** Who may answer by mail. */
import { isTwoFactorRequired } from "#server/auth/two-factor.ts";
import type { UserRow } from "#server/database/tables/users.ts";

/** A role that demands a strong factor is never satisfied by an address that anybody can write into a mail. */
export function mayAnswerByMail(user: Pick<UserRow, "role" | "isAdmin">): boolean {
  return !isTwoFactorRequired(user);
}
