/** Opens a connection to where webhooks go, says who answered, and hangs up: nothing is sent. */
import { once } from "node:events";
import { connect, isIP } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { type Destination, type DestinationRules, findDestination } from "./destination.ts";

const PATIENCE_MS = 10_000;

export async function greet(address: string, rules: DestinationRules): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const destination = await findDestination(address, rules);
  return destination.url.protocol === "https:"
    ? greetSecurely(destination, signal)
    : greetPlainly(destination, signal);
}

async function greetSecurely({ url, address }: Destination, signal: AbortSignal): Promise<string> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const socket = connectSecurely({
    host: address,
    port: Number(url.port || 443),
    ...(isIP(name) ? {} : { servername: name }),
  });
  try {
    await once(socket, "secureConnect", { signal });
    const { subject, valid_to: validTo } = socket.getPeerCertificate();
    return `${socket.getProtocol()}, certificate of ${String(subject.CN)}, valid until ${validTo}`;
  } finally {
    socket.destroy();
  }
}

async function greetPlainly({ url, address }: Destination, signal: AbortSignal): Promise<string> {
  const socket = connect({ host: address, port: Number(url.port || 80) });
  try {
    await once(socket, "connect", { signal });
    return "it answers, without encryption";
  } finally {
    socket.destroy();
  }
}
