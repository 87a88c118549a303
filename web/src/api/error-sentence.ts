import { ApiError } from "./api-error.ts";

/** The portal says itself what was too large; without a sentence it was a proxy that let nothing through. */
const TOO_LARGE = "The file is too large.";

/** What a toast or an alert says about a failure: the server's sentence, else the raw body, else the fallback (D-109). */
export function errorSentence(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.serverMessage !== null) return error.serverMessage;
  if (error.status === 413) return `${fallback.replace(/\.$/, "")}. ${TOO_LARGE}`;
  const body = error.body.trim();
  // A whole page, as proxies send it, is no sentence.
  return body === "" || body.startsWith("<") ? fallback : body;
}

/** Puts the server's complaints under the fields they are about; true when there were any. */
export function showFieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
  setError: (name: Name, problem: { message: string }) => void,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const told = names.filter((name) => error.fields[name] !== undefined);
  for (const name of told) setError(name, { message: error.fields[name] ?? "" });
  return told.length > 0;
}
