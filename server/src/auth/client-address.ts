/** Whom a limit per address is about: one IPv4 address, or the /64 that one IPv6 customer gets (security.md 4.2). */
import ipaddr from "ipaddr.js";

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const [a, b, c, d] = (parsed as ipaddr.IPv6).parts;
  return [a, b, c, d].map((part) => (part ?? 0).toString(16)).join(":") + "::/64";
}
