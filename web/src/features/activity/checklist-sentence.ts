import { formatPlainDate } from "#web/format/time.ts";
import { quoted, textOf } from "./change-sentence.ts";

type Metadata = Record<string, unknown>;

/** What was said of a checklist, and of the day of handing in; null for what is about neither. */
export function checklistSentence(metadata: Metadata): string | null {
  if (metadata["checklistKey"] !== undefined) return decision(metadata);
  if (metadata["extraId"] !== undefined) return request(metadata);
  const { submissionOn } = metadata;
  if (typeof submissionOn !== "object" || submissionOn === null) return null;
  const { from, to } = submissionOn as { from?: unknown; to?: unknown };
  return `updated the case: handing in on from ${dayText(from)} to ${dayText(to)}`;
}

function decision(metadata: Metadata): string {
  const { verdict, dueOn, changed } = metadata;
  const fields = Array.isArray(changed) ? changed : [];
  const person = textOf(metadata["person"]);
  const item = `${textOf(metadata["label"])}${person === "" ? "" : ` of ${person}`}`;
  const clauses = [
    ...(fields.includes("verdict") ? [verdictClause(verdict, item)] : []),
    ...(fields.includes("dueOn") ? [dueClause(textOf(dueOn), item)] : []),
  ];
  return clauses.join(" and ");
}

function verdictClause(verdict: unknown, item: string): string {
  if (verdict === null || verdict === undefined) return `asked again for ${item}`;
  return `marked ${item} as ${verdict === "applies" ? "needed" : "not needed"}`;
}

function dueClause(day: string, item: string): string {
  return day === ""
    ? `removed the due date of ${item}`
    : `set the due date of ${item} to ${formatPlainDate(day)}`;
}

function request(metadata: Metadata): string {
  const title = quoted(textOf(metadata["title"]));
  if (metadata["change"] === "added") return `asked for ${title}`;
  const hasGone = metadata["change"] === "removed";
  return hasGone ? `withdrew the request for ${title}` : `changed the request for ${title}`;
}

const dateNames: Record<string, string> = {
  issuedOn: "issued on",
  expiresOn: "expires on",
  country: "country",
};

/** What was read on a paper; null for what is about more than that. */
export function datesSentence(name: string, metadata: Metadata): string | null {
  const clauses = Object.entries(metadata).map(([field, change]) => {
    const { from, to } = (change ?? {}) as { from?: unknown; to?: unknown };
    const said = dateNames[field];
    return said === undefined ? null : `${said} from ${dayText(from)} to ${dayText(to)}`;
  });
  if (clauses.length === 0 || clauses.includes(null)) return null;
  return `changed ${name}: ${clauses.join(", ")}`;
}

function dayText(day: unknown): string {
  return typeof day === "string" ? quoted(day) : "nothing";
}
