/** The log for people: `LOG_FORMAT=text` writes each JSON line as one that is read at a terminal. */
import type { DestinationStream } from "pino";

export const logFormats = ["json", "text"] as const;
export type LogFormat = (typeof logFormats)[number];

type Entry = { level?: string; time?: string; msg?: string } & Record<string, unknown>;

export function textLog(write: (text: string) => void = writeOut): DestinationStream {
  return { write: (line) => write(asText(line)) };
}

/** `10:12:03 INFO  answered  method=GET status=200`, and under it the stack of an error. Moments are UTC, as in JSON. */
function asText(line: string): string {
  const { level = "", time = "", msg = "", ...fields } = JSON.parse(line) as Entry;
  const stacks: string[] = [];
  const words = Object.entries(fields).map(([name, value]) => {
    const { message, stack } = (value ?? {}) as { message?: string; stack?: string };
    if (stack === undefined) return `${name}=${shown(value)}`;
    stacks.push(stack);
    return `${name}=${shown(message)}`;
  });
  const head = `${time.slice(11, 19)} ${level.toUpperCase().padEnd(5)} ${msg}`;
  const told = words.length === 0 ? head : `${head}  ${words.join(" ")}`;
  return [told, ...stacks.map(indented)].map((text) => `${text}\n`).join("");
}

/** A value that holds a space, a quote or a break is quoted, so that nobody writes a line of the log by a name. */
function shown(value: unknown): string {
  if (typeof value === "string" && /^[^\s"=]+$/.test(value)) return value;
  return JSON.stringify(value) ?? "";
}

function indented(stack: string): string {
  return stack
    .split("\n")
    .map((part) => `    ${part}`)
    .join("\n");
}

function writeOut(text: string): void {
  process.stdout.write(text);
}
