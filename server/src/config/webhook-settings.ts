/** Whom the portal tells what has happened: one address per kind of message. */
import { isNamedHost, parsePrivateHosts, type PrivateHosts } from "./private-hosts.ts";
import type { Settings } from "./settings.ts";

type Rules = {
  allowLoopback: boolean;
  hosts: readonly string[] | null;
  privateHosts: PrivateHosts;
};

export function readWebhookAddresses(settings: Settings) {
  const rules = {
    allowLoopback: settings.flag("ALLOW_LOOPBACK_WEBHOOK", false),
    hosts: readHosts(settings),
    privateHosts: readPrivateHosts(settings),
  };
  const urls = {
    case_creation: readUrl(settings, "WEBHOOK_URL_CASE_CREATION", rules),
    invoice_payment: readUrl(settings, "WEBHOOK_URL_INVOICE_PAYMENT", rules),
    document_upload: readUrl(settings, "WEBHOOK_URL_DOCUMENT_UPLOAD", rules),
    status_change: readUrl(settings, "WEBHOOK_URL_STATUS_CHANGE", rules),
  };
  return { urls, ...rules };
}

/** As they stand in an address: lower case, and neither port nor path. */
function readHosts(settings: Settings): readonly string[] | null {
  const text = settings.text("WEBHOOK_HOST_ALLOWLIST");
  if (text === undefined) return null;
  const hosts = listed(text);
  for (const host of hosts) {
    const address = `https://${host}/`;
    if (!URL.canParse(address) || new URL(address).hostname !== host)
      settings.problem(`WEBHOOK_HOST_ALLOWLIST must list names of hosts, not "${host}".`);
  }
  return hosts;
}

function readPrivateHosts(settings: Settings): PrivateHosts {
  const { refused, ...privateHosts } = parsePrivateHosts(
    listed(settings.text("WEBHOOK_PRIVATE_HOSTS") ?? ""),
  );
  for (const entry of refused) {
    settings.problem(
      `WEBHOOK_PRIVATE_HOSTS must list names of hosts, private addresses or ranges such as 10.0.0.5/32, without a port, not "${entry}".`,
    );
  }
  return privateHosts;
}

function listed(text: string): string[] {
  return text
    .toLowerCase()
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function readUrl(settings: Settings, name: string, rules: Rules): string | null {
  const { allowLoopback, hosts, privateHosts } = rules;
  const isPlainAllowed = allowLoopback || isNamedInUrl(settings.text(name), privateHosts);
  const url = settings.url(name, isPlainAllowed ? ["https:", "http:"] : ["https:"]);
  if (url === undefined) return null;
  if (url.username !== "" || url.password !== "")
    settings.problem(`${name} must not hold a user name or password.`);
  if (hosts && !hosts.includes(url.hostname))
    settings.problem(`${name} leads to a host that is not in WEBHOOK_HOST_ALLOWLIST.`);
  return url.href;
}

/** Without asking a name server: by the name itself, or by the address that stands for it. */
function isNamedInUrl(address: string | undefined, privateHosts: PrivateHosts): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  const bare = hostname.replace(/^\[|\]$/g, "");
  return privateHosts.names.includes(hostname) || isNamedHost(hostname, [bare], privateHosts);
}
