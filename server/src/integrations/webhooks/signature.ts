/** The signature of Standard Webhooks 1.0.0, so that the receiver can check it with a library of any language. */
import { createHmac, randomBytes } from "node:crypto";

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

export function signedHeaders(message: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const content = `${message.id}.${timestamp}.${message.body}`;
  const signatures = message.secrets.map((secret) => `v1,${sign(secret, content)}`);
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}
