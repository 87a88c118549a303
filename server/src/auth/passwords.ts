/**
 * How passwords are kept and compared (security.md 4.9). Nothing is trimmed or cut (asvs 65); only the ways in which
 * keyboards write the same character are one, by NFKC (D-184).
 */
import { isSameSecret, keyFor } from "#server/core/secrets.ts";
import {
  type Argon2Cost,
  hashWithArgon2,
  impossibleHash,
  matchesArgon2,
  parseHash,
} from "./argon2.ts";

/** About 150 ms; three times what OWASP asks for at least (asvs 97). */
export const PASSWORD_COST: Argon2Cost = { memoryKib: 65_536, passes: 3, lanes: 1 };

let cost = PASSWORD_COST;

/** Tests hash hundreds of passwords; the portal itself never calls this. */
export function setPasswordCost(next: Argon2Cost): void {
  cost = next;
}

export async function hashPassword(password: string): Promise<string> {
  return hashWithArgon2(unified(password), cost, { secret: keyFor("password") });
}

export type PasswordCheck = {
  isRight: boolean;
  /** The hash is weaker than what is made today, or of another form: hash again while the password is at hand. */
  isOutdated: boolean;
};

/** Without a stored hash (unknown person) the answer costs the same and is never right. */
export async function checkPassword(
  password: string,
  stored: string | null,
): Promise<PasswordCheck> {
  const known = stored === null ? null : parseHash(stored);
  const hash = known ?? impossibleHash(cost);
  const fits = (form: string) => matchesArgon2(form, hash, { secret: keyFor("password") });
  const isUnified = await fits(unified(password));
  // Hashes made before NFKC are of the password exactly as typed.
  const hasOtherForm = !isSameSecret(unified(password), password);
  const isOld = !isUnified && hasOtherForm && (await fits(password));
  return {
    isRight: (isUnified || isOld) && known !== null,
    isOutdated: isOld || isWeaker(hash.cost),
  };
}

function unified(password: string): string {
  return password.normalize("NFKC");
}

function isWeaker(made: Argon2Cost): boolean {
  return made.memoryKib < cost.memoryKib || made.passes < cost.passes;
}
