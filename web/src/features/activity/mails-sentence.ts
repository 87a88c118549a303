import { textOf } from "./change-sentence.ts";

type Metadata = Record<string, unknown>;

/** That mails to somebody do not arrive, which nobody does, or are tried again; null for what is about neither. */
export function mailsSentence(metadata: Metadata): string | null {
  const name = textOf(metadata["name"]) || "somebody";
  if (metadata["mail"] === "undeliverable") return `Mails to ${name} do not arrive`;
  return metadata["mail"] === "tried again" ? `tries mails to ${name} again` : null;
}
