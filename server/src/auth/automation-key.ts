/** The key of the outside automation service: compared by fingerprint, never read from a cookie (security.md 6.2). */
import { unknownKey } from "#server/http/errors.ts";
import { runtime } from "#server/runtime.ts";
import type { AutomationActor } from "./actor.ts";
import { fingerprintOf, isSameSecret } from "./secrets.ts";

/** Throws 401 unless the header carries the configured key. */
export function automationActor(authorization: string | undefined): AutomationActor {
  const given = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  const expected = runtime.config.automationKey;
  if (!given || !expected || !isSameSecret(fingerprintOf(given), fingerprintOf(expected)))
    throw unknownKey();
  return { kind: "automation", keyId: fingerprintOf(expected).slice(0, 16) };
}
