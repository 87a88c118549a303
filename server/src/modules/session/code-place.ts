import { isLoopback, isLoopbackHost } from "#server/core/demo.ts";
import { runtime } from "#server/core/runtime.ts";

export type CodePlace = { outbox: string; terminal: boolean };

/**
 * Where somebody finds his code while no mail server brings it: told to nobody but who sits at the machine itself. A
 * portal that is reached from elsewhere has another origin, whatever a proxy on this machine makes of the addresses.
 */
export function placeOfCode({ ipAddress }: { ipAddress: string }): CodePlace | undefined {
  const { mail, appOrigin, isDemo } = runtime.config;
  const { hostname } = new URL(appOrigin);
  if (mail.smtpUrl !== null || !isLoopbackHost(hostname) || !isLoopback(ipAddress))
    return undefined;
  return { outbox: mail.outboxDirectory, terminal: isDemo };
}
