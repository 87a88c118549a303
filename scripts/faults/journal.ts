/**
 * What a client knows: every attempt before it is sent, every answer when it is there, each line forced to the disk. It
 * lies outside of the portal's data, so that no fault of the portal can reach it.
 */
import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync } from "node:fs";

export const writeKinds = ["case", "comment", "note", "document", "invoice"] as const;
export type WriteKind = (typeof writeKinds)[number];

type Line =
  | { say: "attempted"; mark: string; kind: WriteKind }
  | { say: "acknowledged" | "refused"; mark: string };

export interface JournalEntry {
  kind: WriteKind;
  /** "unanswered" also stands for a 5xx: nobody can know whether it was carried out. */
  state: "acknowledged" | "refused" | "unanswered";
}

export class Journal {
  readonly #path: string;
  readonly #file: number;
  #attempts: number;

  /** Two journals of the same portal count from different numbers. */
  constructor(path: string, firstNumber = 0) {
    this.#path = path;
    this.#attempts = firstNumber;
    this.#file = openSync(path, "a");
  }

  /** A new mark, unique in the whole journal, that the written record has to carry. */
  attempt(kind: WriteKind): string {
    this.#attempts += 1;
    const mark = `jrnl-${kind}-${String(this.#attempts).padStart(7, "0")}`;
    this.#write({ say: "attempted", mark, kind });
    return mark;
  }

  answer(mark: string, say: "acknowledged" | "refused"): void {
    this.#write({ say, mark });
  }

  read(): Map<string, JournalEntry> {
    const entries = new Map<string, JournalEntry>();
    for (const text of readFileSync(this.#path, "utf8").trimEnd().split("\n")) {
      if (text === "") continue;
      const line = JSON.parse(text) as Line;
      if (line.say === "attempted")
        entries.set(line.mark, { kind: line.kind, state: "unanswered" });
      else {
        const entry = entries.get(line.mark);
        if (entry !== undefined) entry.state = line.say;
      }
    }
    return entries;
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
  }
}
