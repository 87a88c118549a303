/** The signature of Standard Webhooks 1.0.0, so that the receiver can check it with a library of any language. */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const SECRET_PREFIX = "whsec_";
const ID_BYTES = 16;

export type SignedMessage = {
  id: string;
  /** Two while the secret is being changed: the receiver accepts a message when one signature is right. */
  secrets: readonly string[];
  body: string;
  sentAt: Date;
};

/** `msg_` and 22 characters; the same on every attempt, so that the receiver recognises a repetition. */
export function newMessageId(): string {
  return `msg_${randomBytes(ID_BYTES).toString("base64url")}`;
}

export function signedHeaders({
  id,
  secrets,
  body,
  sentAt,
}: SignedMessage): Record<string, string> {
  const signatures = secrets.map((secret) =>
    new Webhook(keyOf(secret), { format: "raw" }).sign(id, sentAt, body),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

/** Decoded here: a secret may also be written in base64url, which the library refuses. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
}
