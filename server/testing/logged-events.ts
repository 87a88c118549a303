/** What the sources write into the log: read from their text, so that none is missing because no test came by it. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type LoggedEvent = {
  /** The text of the line; a part that is put together stands as `…`, and one from elsewhere by its name. */
  event: string;
  levels: string[];
  /** Those that are named where it is written. */
  fields: string[];
  place: string;
};

const server = join(import.meta.dirname, "..");
const CALL = /\blog(?:\.(fatal|error|warn|info|debug|trace)|\[([^\]]*)\])\(/g;
const LEVELS = /"(fatal|error|warn|info|debug|trace)"/g;
const LEVEL = new RegExp(LEVELS.source);
const NEAR = 150;

export function loggedEvents(): LoggedEvent[] {
  return globSync("src/**/*.ts", { cwd: server })
    .filter((path) => !path.endsWith(".test.ts"))
    .toSorted()
    .flatMap((path) => eventsIn(readFileSync(join(server, path), "utf8"), path));
}

export function eventsIn(source: string, place: string): LoggedEvent[] {
  return [...source.matchAll(CALL)].map((match) => {
    const [whole, level, chosen = ""] = match;
    const values = argumentsFrom(source, match.index + whole.length);
    // A level that was chosen before stands a line or two above.
    const choice = LEVEL.test(chosen) ? chosen : source.slice(match.index - NEAR, match.index);
    return {
      event: nameOf(values.at(-1) ?? ""),
      levels:
        level === undefined ? [...choice.matchAll(LEVELS)].map(([, one = ""]) => one) : [level],
      fields: values.length > 1 ? fieldsOf(values[0] ?? "") : [],
      place,
    };
  });
}

function nameOf(value: string): string {
  const literal = /^(["'`])(.*)\1$/s.exec(value)?.[2];
  return literal === undefined ? value : literal.replaceAll(/\$\{[^}]*\}/g, "…");
}

/** `{ err: error, job }` names two. */
function fieldsOf(value: string): string[] {
  if (!value.startsWith("{")) return [];
  return partsOf(value.slice(1, -1)).flatMap((part) => /^\w+/.exec(part)?.[0] ?? []);
}

function argumentsFrom(source: string, start: number): string[] {
  let end = start;
  for (let depth = 1; depth > 0; end += 1) depth += depthOf(source[end] ?? ")");
  return partsOf(source.slice(start, end - 1));
}

/** Divided at the commas that stand in no bracket and in no text. */
function partsOf(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let quote = "";
  for (const letter of text) {
    if (quote === "" && depth === 0 && letter === ",") {
      parts.push("");
      continue;
    }
    if (quote === letter) quote = "";
    else if (quote === "" && `"'\``.includes(letter)) quote = letter;
    else if (quote === "") depth += depthOf(letter);
    parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function depthOf(letter: string): number {
  if ("([{".includes(letter)) return 1;
  return ")]}".includes(letter) ? -1 : 0;
}
