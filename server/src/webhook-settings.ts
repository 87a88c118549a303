/** Whom the portal tells what has happened: one address per kind of message. */
import type { Settings } from "./settings.ts";

type Rules = { allowLoopback: boolean; hosts: readonly string[] | null };

export function readWebhookAddresses(settings: Settings) {
  const rules = {
    allowLoopback: settings.flag("ALLOW_LOOPBACK_WEBHOOK", false),
    hosts: readHosts(settings),
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
  const hosts = text
    .toLowerCase()
    .split(",")
    .map((host) => host.trim())
    .filter((host) => host !== "");
  for (const host of hosts) {
    const address = `https://${host}/`;
    if (!URL.canParse(address) || new URL(address).hostname !== host)
      settings.problem(`WEBHOOK_HOST_ALLOWLIST must list names of hosts, not "${host}".`);
  }
  return hosts;
}

function readUrl(settings: Settings, name: string, { allowLoopback, hosts }: Rules): string | null {
  const url = settings.url(name, allowLoopback ? ["https:", "http:"] : ["https:"]);
  if (url === undefined) return null;
  if (url.username !== "" || url.password !== "")
    settings.problem(`${name} must not hold a user name or password.`);
  if (hosts && !hosts.includes(url.hostname))
    settings.problem(`${name} leads to a host that is not in WEBHOOK_HOST_ALLOWLIST.`);
  return url.href;
}
