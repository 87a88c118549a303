/** The other process that holds the open pages of a test, as the test sees it. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface PageToOpen {
  /** Whose page it is. */
  owner: number;
  cookie: string;
  /** The address it comes from: one address has lines for some 28,000 pages only. */
  from: string;
}
export type Order =
  | { say: "open"; pages: PageToOpen[]; port: number }
  | { say: "await"; key: string }
  | { say: "gather"; count: number; withinMs: number }
  | { say: "count" };
export type Heard = { owner: number; at: number };
export type Lines = { say: "lines"; open: number; closed: number[] };
export type Said = { say: "done" } | { say: "gathered"; heard: Heard[] } | Lines;

export class StreamHolder {
  readonly #process: ChildProcess;
  readonly #port: number;

  constructor(origin: string) {
    this.#process = fork(join(import.meta.dirname, "held-streams.ts"));
    this.#port = Number(new URL(origin).port);
  }

  /** Over when each is open or refused. */
  async open(pages: PageToOpen[]): Promise<void> {
    await this.#order({ say: "open", pages, port: this.#port });
  }

  /** From now on it notes when this key is heard. */
  async awaitKey(key: string): Promise<void> {
    await this.#order({ say: "await", key });
  }

  /** Who has heard it and when; over when so many have, or the time has passed. */
  async gather(count: number, withinMs: number): Promise<Heard[]> {
    const said = await this.#order({ say: "gather", count, withinMs });
    return (said as Extract<Said, { say: "gathered" }>).heard;
  }

  /** How many are open, and whose were closed since the last opening. */
  async lines(): Promise<Lines> {
    return (await this.#order({ say: "count" })) as Lines;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }

  async #order(order: Order): Promise<Said> {
    const answered = once(this.#process, "message");
    this.#process.send(order);
    const [said] = (await answered) as [Said];
    return said;
  }
}
