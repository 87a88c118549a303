/** What the log of the start says: where messages will go, so that a wrong address is noticed before one is lost. */
import type { WebhookType } from "contract/automation";
import { isNamedHost } from "#server/config/private-hosts.ts";
import { runtime } from "#server/core/runtime.ts";
import {
  DestinationRefused,
  type DestinationRules,
  findDestination,
} from "#server/integrations/webhooks/destination.ts";

type Resolve = DestinationRules["resolve"];

/** One line per address, without its path, which may be a secret. Nothing is sent. */
export async function logWebhookDestinations(resolve?: Resolve): Promise<void> {
  const typesByUrl = new Map<string, WebhookType[]>();
  const { urls } = runtime.config.webhooks;
  for (const [type, url] of Object.entries(urls) as [WebhookType, string | null][]) {
    if (url !== null) typesByUrl.set(url, [...(typesByUrl.get(url) ?? []), type]);
  }
  if (typesByUrl.size === 0) runtime.log.info("No address for webhooks is set: none are sent");
  for (const [url, types] of typesByUrl) await logDestination({ url, types, resolve });
}

type Wanted = { url: string; types: readonly WebhookType[]; resolve: Resolve };

async function logDestination({ url, types, resolve }: Wanted): Promise<void> {
  const { origin, hostname } = new URL(url);
  const what = `Webhooks about ${types.join(", ")}`;
  const rules = { ...runtime.config.webhooks, ...(resolve ? { resolve } : {}) };
  try {
    const { address } = await findDestination(url, rules);
    const isPrivate = isNamedHost(hostname, [address], rules.privateHosts);
    const network = isPrivate ? ", allowed by WEBHOOK_PRIVATE_HOSTS" : "";
    runtime.log.info(`${what} go to ${origin} (${address}${network})`);
  } catch (error) {
    if (!(error instanceof DestinationRefused)) throw error;
    runtime.log.warn(`${what} cannot go to ${origin}. ${error.message}`);
  }
}
