/**
 * The hosts of the operator's own network that webhooks may go to (WEBHOOK_PRIVATE_HOSTS). Link-local addresses cannot be
 * named: clouds answer there with their secrets.
 */
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

export type PrivateHosts = {
  /** As they stand in a URL. */
  names: readonly string[];
  ranges: readonly Range[];
};

/** What a named host may resolve to. */
const privateNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"].map(parse);
/** This machine and shared address space: only by their address, never because a name server says so. */
const onlyByAddress = ["127.0.0.0/8", "::1/128", "100.64.0.0/10"].map(parse);
const nameable = [...privateNetworks, ...onlyByAddress];

/** Names, addresses and CIDR ranges; what is none of them, or not private, is `refused`. */
export function parsePrivateHosts(
  entries: readonly string[],
): PrivateHosts & { refused: readonly string[] } {
  const names: string[] = [];
  const ranges: Range[] = [];
  const refused: string[] = [];
  for (const entry of entries) {
    const range = rangeOf(entry);
    if (range && nameable.some((whole) => isPartOf(range, whole))) ranges.push(range);
    else if (isHostName(entry)) names.push(entry);
    else refused.push(entry);
  }
  return { names, ranges, refused };
}

/** A range opens its addresses, under whatever name; a name opens addresses of private networks. */
export function isNamedHost(
  hostname: string,
  addresses: readonly string[],
  { names, ranges }: PrivateHosts,
): boolean {
  const open = names.includes(hostname) ? [...ranges, ...privateNetworks] : ranges;
  return addresses.every((address) => {
    const single = rangeOf(address);
    return single !== null && open.some((range) => isPartOf(single, range));
  });
}

function parse(cidr: string): Range {
  return ipaddr.parseCIDR(cidr);
}

function rangeOf(text: string): Range | null {
  if (ipaddr.isValidCIDR(text)) return parse(text);
  if (!ipaddr.isValid(text)) return null;
  // `::ffff:10.0.0.5` is 10.0.0.5.
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isPartOf([address, bits]: Range, whole: Range): boolean {
  return address.kind() === whole[0].kind() && bits >= whole[1] && address.match(whole);
}

/** As the parser of addresses leaves it; `2130706433` would be 127.0.0.1. */
function isHostName(text: string): boolean {
  const url = `https://${text}/`;
  return (
    /^[\w.-]+$/.test(text) &&
    URL.canParse(url) &&
    new URL(url).hostname === text &&
    !ipaddr.isValid(text)
  );
}
