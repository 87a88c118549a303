/** Keys and passwords that were pasted into a file (asvs 103): found before they are merged, not once somebody has used them. */
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import type { Problem, SourceFile } from "./sources.ts";

/** What only looks like a secret: passwords of servers that do not exist, and the key of a certificate for 127.0.0.1. */
const madeUpForTests = [
  "server/src/config/config.test.ts",
  "server/src/database/connection-tls.test.ts",
  "server/src/core/log.test.ts",
  "server/src/main.test.ts",
  "server/src/config/secret-files.test.ts",
  "server/testing/tls-postgres.ts",
];

const config = {
  rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }],
};

export async function findPastedSecrets(sources: SourceFile[]): Promise<Problem[]> {
  const suspects = sources.filter(({ path }) => !madeUpForTests.includes(path));
  return (await Promise.all(suspects.map(problemsOf))).flat();
}

async function problemsOf({ path, text }: SourceFile): Promise<Problem[]> {
  const ext = /\.\w+$/.exec(path)?.[0] ?? "";
  const source = { filePath: path, content: text, ext, contentType: "text" as const };
  const { messages } = await lintSource({ source, options: { config, maskSecrets: true } });
  return messages.map(({ message, loc }) => ({ path, line: loc.start.line, message }));
}
