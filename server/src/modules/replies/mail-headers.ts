/** What the headers of a mail say, read before its body is fetched. */
import { createHash } from "node:crypto";
import PostalMime, { addressParser, type Header } from "postal-mime";

export type MailHead = {
  /** Of the Message-ID; of the whole head where there is none. */
  hash: string;
  messageId: string | null;
  /** Of every From; more than one is nobody's. */
  from: readonly string[];
  /** In the order in which they are trusted. */
  recipients: readonly string[];
  /** Topmost first. */
  authenticationResults: readonly string[];
  headers: readonly Header[];
};

/** A head that is longer is cut: what a mail server has added stands on top. */
const MOST_HEAD_BYTES = 131_072;
const RECIPIENT_HEADERS = ["delivered-to", "x-original-to", "to", "cc"];

export async function readHead(source: Buffer): Promise<MailHead> {
  const cut = source.subarray(0, MOST_HEAD_BYTES);
  const { headers } = await PostalMime.parse(Buffer.concat([cut, Buffer.from("\r\n\r\n")]));
  const messageId = valuesOf(headers, "message-id")[0]?.trim() || null;
  return {
    hash: createHash("sha256")
      .update(messageId ?? cut)
      .digest("hex"),
    messageId,
    from: valuesOf(headers, "from").flatMap(addressesIn),
    recipients: RECIPIENT_HEADERS.flatMap((name) => valuesOf(headers, name).flatMap(addressesIn)),
    authenticationResults: valuesOf(headers, "authentication-results"),
    headers,
  };
}

export function valuesOf(headers: readonly Header[], name: string): string[] {
  return headers.filter(({ key }) => key === name).map(({ value }) => value);
}

function addressesIn(value: string): string[] {
  return addressParser(value, { flatten: true }).flatMap(({ address }) => address || []);
}
