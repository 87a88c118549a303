/** How passwords are kept and compared (security.md 4.9). Compared exactly as typed: nothing is trimmed or cut (asvs 65). */
import {
  type Argon2Cost,
  hashWithArgon2,
  impossibleHash,
  matchesArgon2,
  parseHash,
} from "./argon2.ts";
import { keyFor } from "./secrets.ts";

/** About 150 ms; three times what OWASP asks for at least (asvs 97). */
export const PASSWORD_COST: Argon2Cost = { memoryKib: 65_536, passes: 3, lanes: 1 };

let cost = PASSWORD_COST;

/** Tests hash hundreds of passwords; the portal itself never calls this. */
export function setPasswordCost(next: Argon2Cost): void {
  cost = next;
}

export async function hashPassword(password: string): Promise<string> {
  return hashWithArgon2(password, cost, { secret: keyFor("password") });
}

export type PasswordCheck = {
  isRight: boolean;
  /** The hash is weaker than what is made today: hash again while the password is at hand. */
  isOutdated: boolean;
};

/** Without a stored hash (unknown person) the answer costs the same and is never right. */
export async function checkPassword(
  password: string,
  stored: string | null,
): Promise<PasswordCheck> {
  const known = stored === null ? null : parseHash(stored);
  const hash = known ?? impossibleHash(cost);
  const isRight = await matchesArgon2(password, hash, { secret: keyFor("password") });
  return { isRight: isRight && known !== null, isOutdated: isWeaker(hash.cost) };
}

function isWeaker(made: Argon2Cost): boolean {
  return made.memoryKib < cost.memoryKib || made.passes < cost.passes;
}
