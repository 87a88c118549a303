/**
 * Secrets that lie in files instead of the environment, as container platforms hand them out (asvs 103): NAME_FILE holds
 * the path, and the file the value.
 */
import { readFileSync } from "node:fs";

/** Every setting that opens something: each can also be given as a file. */
export const secretSettings = [
  "SECRET_KEY",
  "FILES_KEY",
  "FILES_KEY_PREVIOUS",
  "WEBHOOK_SECRET",
  "WEBHOOK_SECRET_PREVIOUS",
  "AUTOMATION_KEY",
  "AUTOMATION_KEY_PREVIOUS",
  "S3_SECRET_ACCESS_KEY",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "SMTP_URL",
  "INBOUND_IMAP_URL",
  "ADMIN_PASSWORD",
] as const;

type Environment = Record<string, string | undefined>;
export type WithSecrets = { environment: Environment; problems: string[] };

/** A secret larger than this is not one: somebody has named the wrong file. */
const MOST_CHARACTERS = 16_384;

/** The environment with the values of those files in it. A value is never repeated in a problem. */
export function withSecretFiles(given: Environment): WithSecrets {
  const environment = { ...given };
  const problems: string[] = [];
  for (const name of secretSettings) {
    const path = given[`${name}_FILE`]?.trim() ?? "";
    if (path === "") continue;
    if ((given[name]?.trim() ?? "") !== "") {
      problems.push(`${name} and ${name}_FILE are both set: keep one of them.`);
      continue;
    }
    const { value, trouble } = readSecret(path);
    if (trouble !== null) problems.push(`${name}_FILE ${path} ${trouble}.`);
    environment[name] = value;
  }
  return { environment, problems };
}

function readSecret(path: string): { value: string; trouble: string | null } {
  try {
    const value = readFileSync(path, "utf8").trim();
    if (value === "") return { value: "", trouble: "is empty" };
    if (value.length > MOST_CHARACTERS) return { value: "", trouble: "is too long for a secret" };
    return { value, trouble: null };
  } catch (error) {
    return { value: "", trouble: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
