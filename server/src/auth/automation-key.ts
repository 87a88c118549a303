/** The key of the outside automation service: compared by fingerprint, never read from a cookie (security.md 6.2). */
import type { AutomationActor } from "#server/core/actor.ts";
import { unknownKey } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf, isSameSecret } from "#server/core/secrets.ts";

/** The scheme of an Authorization header, in any case (RFC 9110, 11.1). */
export function hasBearerToken(authorization: string | undefined): boolean {
  return /^Bearer /i.test(authorization ?? "");
}

/** Throws 401 unless the header carries a configured key: while it is being changed, also the one before. */
export function automationActor(authorization: string | undefined): AutomationActor {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (!given) throw unknownKey();
  const { automationKey, previousAutomationKey } = runtime.config;
  const prints = [automationKey, previousAutomationKey]
    .filter((key) => key !== null)
    .map((key) => fingerprintOf(key));
  const print = prints.find((known) => isSameSecret(fingerprintOf(given), known));
  if (print === undefined) throw unknownKey();
  return { kind: "automation", keyId: print.slice(0, 16) };
}
