/**
 * How the server treats secrets (asvs 98, 99): `===` stops at the first letter that differs and tells by its duration how
 * much was right, and neither a UUID nor Math.random is made to be unguessable.
 */
import { isCode, lineAt, type Problem, type SourceFile } from "./sources.ts";

const SECRET_NAME =
  /(token|otp|signature|secret|password|fingerprint|fingerprintof|csrf|mac|macof|cookie|cookiehash|codehash|tokenhash|automationkey|sid|sessionid)$/i;
const LITERAL = /^(null|undefined|true|false|[\d"'`-])/;

const BEFORE = /(typeof\s+)?([\w$?.]+|["'`])(\([^()]*\))?\s*$/;
const AFTER = /^\s*([\w$?.-]+|["'`])/;

const WEAK_SOURCE =
  /\b(?:const|let|var)?\s*\w*(?:token|secret|otp|password|sid|salt|nonce|signature)\w*\s*[:=][^;\n]*\b(?:randomUUID|Math\.random)\b/gi;

export function findSecretProblems(sources: SourceFile[]): Problem[] {
  return sources
    .filter((source) => isCode(source) && isOfTheServer(source.path))
    .flatMap((source) => [...comparedOpenly(source), ...drawnWeakly(source)]);
}

function isOfTheServer(path: string): boolean {
  return /^server\/src\/(?!testing\/|demo\/)/.test(path) && !path.endsWith(".test.ts");
}

function comparedOpenly({ path, text }: SourceFile): Problem[] {
  return [...text.matchAll(/[!=]==/g)]
    .filter(({ index }) => comparesSecret(text.slice(0, index), text.slice(index + 3)))
    .map(({ index }) => ({
      path,
      line: lineAt(text, index),
      message: "Compares a secret with ===: use isSameSecret (asvs 98).",
    }));
}

function comparesSecret(before: string, after: string): boolean {
  const [, type, left = ""] = BEFORE.exec(before.slice(-200)) ?? [];
  const [, right = ""] = AFTER.exec(after.slice(0, 200)) ?? [];
  if (type !== undefined || LITERAL.test(left) || LITERAL.test(right)) return false;
  return [left, right].some((operand) => SECRET_NAME.test(operand.split(".").at(-1) ?? ""));
}

function drawnWeakly({ path, text }: SourceFile): Problem[] {
  return [...text.matchAll(WEAK_SOURCE)].map(({ index }) => ({
    path,
    line: lineAt(text, index),
    message: "A secret comes from randomBytes: a UUID is a name, no secret (asvs 99).",
  }));
}
