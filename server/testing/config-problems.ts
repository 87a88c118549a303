import { ConfigError } from "#server/config/config.ts";

/** What a start would complain of when it reads its settings; nothing when it would go on. */
export function problemsIn(readSettings: () => unknown): readonly string[] {
  try {
    readSettings();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
