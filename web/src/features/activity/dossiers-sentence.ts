import type { AuditEvent } from "contract/activity";
import { formatPlainDate } from "#web/format/time.ts";
import { quoted, textOf } from "./change-sentence.ts";

/** What happened to a dossier; null for what is about something else. */
export function dossierSentence({ action, stage, documentName, metadata }: AuditEvent) {
  if (stage !== "dossier") return null;
  const { number, pages, left, handedInOn, reason } = metadata ?? {};
  const dossier = `dossier ${textOf(number)}`;
  if (action === "create")
    return `built ${dossier} ${quoted(documentName ?? "")} of ${counted(pages, "page")}${leftOut(left)}`;
  if (action === "download") return `downloaded ${dossier}`;
  if (action === "delete") return `removed ${dossier}: ${textOf(reason)}`;
  if (action !== "update") return null;
  return typeof handedInOn === "string"
    ? `marked ${dossier} as handed in on ${formatPlainDate(handedInOn)}`
    : `marked ${dossier} as not handed in`;
}

function leftOut(left: unknown): string {
  return typeof left === "number" && left > 0 ? `, ${counted(left, "paper")} left out` : "";
}

function counted(count: unknown, word: string): string {
  return `${textOf(count)} ${word}${count === 1 ? "" : "s"}`;
}
