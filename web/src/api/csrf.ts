import { sessionApi } from "contract/session";

let cached: Promise<string | null> | null = null;

/** The token that every writing call carries; fetched once, then kept (C:168). */
export async function csrfToken(): Promise<string | null> {
  cached ??= fetchToken();
  const token = await cached;
  // A failure is not kept: the next call tries again.
  if (token === null) cached = null;
  return token;
}

/** After any 403, and after a finished sign-in (C:223, D-094). */
export function clearCsrfToken(): void {
  cached = null;
}

/** Null when there is none to be had: the request is then sent without the header (C:223). */
async function fetchToken(): Promise<string | null> {
  try {
    const answer = await fetch(sessionApi.getCsrfToken.path, { credentials: "include" });
    if (!answer.ok) throw new Error(`${answer.status}: ${answer.statusText}`);
    return sessionApi.getCsrfToken.response.parse(await answer.json()).csrfToken;
  } catch (error) {
    // oxlint-disable-next-line no-console -- C:223 asks for the failure to be logged
    console.error("The CSRF token could not be fetched", error);
    return null;
  }
}
