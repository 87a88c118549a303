/**
 * Where a webhook may go (security.md 6.4). The name is resolved once, every address of it is judged, and the connection
 * is made to the judged address, so that no second answer of a name server can lead it elsewhere. In doubt: refused.
 */
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { isNamedHost, type PrivateHosts } from "#server/config/private-hosts.ts";

export type Destination = { url: URL; address: string; family: 4 | 6 };

export type DestinationRules = {
  /** Development only: this machine, also over plain http and on any port. */
  allowLoopback: boolean;
  /** No other host, however public it is; null allows any. */
  hosts?: readonly string[] | null;
  /** Hosts of the operator's own network that he has named: reached over http too, and on any port. */
  privateHosts?: PrivateHosts;
  /** All addresses of a name. */
  resolve?: (host: string) => Promise<string[]>;
};

export class DestinationRefused extends Error {
  constructor(why: string) {
    super(`This address is not allowed: ${why}`);
    this.name = "DestinationRefused";
  }
}

const ALLOWED_PORTS = new Set(["", "443", "8443"]);
const nobody: PrivateHosts = { names: [], ranges: [] };
/** Every public IPv6 address lies here; the library also calls some that embed an IPv4 address public. */
const PUBLIC_IPV6 = ipaddr.parseCIDR("2000::/3");

export async function findDestination(
  address: string,
  rules: DestinationRules,
): Promise<Destination> {
  if (!URL.canParse(address)) throw new DestinationRefused("it cannot be read");
  // The parser turns 0x7f.1, 2130706433 and ①②⑦.⓪.⓪.① into the address they mean.
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    throw new DestinationRefused("it holds a password");
  if (rules.hosts && !rules.hosts.includes(url.hostname))
    throw new DestinationRefused("its host is not in WEBHOOK_HOST_ALLOWLIST");
  const addresses = await addressesOf(url, rules.resolve ?? resolveName);
  const [first] = addresses;
  if (!first) throw new DestinationRefused("its name is unknown");
  const { privateHosts = nobody } = rules;
  const isThisMachine = rules.allowLoopback && addresses.every(isLoopback);
  const isNamed = isNamedHost(url.hostname, addresses, privateHosts);
  if (!isThisMachine && !isNamed) requirePublic(url, addresses);
  return { url, address: first, family: ipaddr.parse(first).kind() === "ipv6" ? 6 : 4 };
}

/** `::ffff:1.2.3.4` and `1.2.3.4` are one address. */
export function isSameAddress(one: string | undefined, other: string): boolean {
  if (one === undefined || !ipaddr.isValid(one)) return false;
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}

function requirePublic(url: URL, addresses: readonly string[]): void {
  if (url.protocol !== "https:") throw new DestinationRefused("it does not start with https");
  if (!ALLOWED_PORTS.has(url.port))
    throw new DestinationRefused("only ports 443 and 8443 are used");
  if (!addresses.every(isPublic)) throw new DestinationRefused("it is not on the public internet");
}

async function addressesOf(
  url: URL,
  resolve: (host: string) => Promise<string[]>,
): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? [host] : resolve(host);
}

async function resolveName(host: string): Promise<string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const isInPublicSpace = parsed.kind() === "ipv4" || parsed.match(PUBLIC_IPV6);
  return parsed.range() === "unicast" && isInPublicSpace;
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
