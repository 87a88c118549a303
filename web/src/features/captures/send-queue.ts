/**
 * Documents on their way to their cases, one after the other. Each keeps its key through all its attempts, so that the
 * portal stores it once; they live in memory alone (asvs 111).
 */
import { ApiError } from "#web/api/api-error.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { capturesMessages } from "#web/messages/captures.ts";
import type { CaptureTarget } from "./capture-target.ts";

export type SendState =
  | "waiting"
  | "sending"
  /** Until the connection is back, or somebody has signed in again. */
  | "offline"
  | "signedOut"
  | "retrying"
  | "failed"
  | "refused"
  | "done";

export type Sending = {
  readonly id: number;
  readonly target: CaptureTarget;
  readonly file: File;
  /** The Idempotency-Key of all its attempts. */
  readonly key: string;
  readonly state: SendState;
  /** From 0 to 1 while sending. */
  readonly share: number;
  readonly failures: number;
  /** The server's sentence, where it has refused. */
  readonly problem: string | null;
};

export type Surroundings = {
  readonly send: (document: Sending, onProgress: (share: number) => void) => Promise<void>;
  readonly isOnline: () => boolean;
  readonly later: (milliseconds: number, work: () => void) => void;
  readonly newKey: () => string;
};

const FIRST_DELAYS_S = [2, 4, 8, 16, 30];
const LATER_DELAY_S = 30;
const MOST_RETRIES = FIRST_DELAYS_S.length + (10 * 60) / LATER_DELAY_S;
const GONE_AFTER_MS = 5000;

export class SendQueue {
  readonly #around: Surroundings;
  readonly #listeners = new Set<() => void>();
  #documents: readonly Sending[] = [];
  #nextId = 1;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly read = (): readonly Sending[] => this.#documents;

  /** Whether something would be lost with the page. */
  readonly isUnsent = (): boolean =>
    this.#documents.some(({ state }) => state !== "done" && state !== "refused");

  add(target: CaptureTarget, file: File): void {
    const document: Sending = {
      id: this.#nextId,
      target,
      file,
      key: this.#around.newKey(),
      state: "waiting",
      share: 0,
      failures: 0,
      problem: null,
    };
    this.#nextId += 1;
    this.#put([...this.#documents, document]);
    this.#advance();
  }

  /** Once more, after it was given up. */
  again(id: number): void {
    this.#change(id, { state: "waiting", failures: 0 });
    this.#advance();
  }

  remove(id: number): void {
    this.#put(this.#documents.filter((document) => document.id !== id));
  }

  /** The connection is back, or the person: what waited for that goes on. */
  wake(from: "offline" | "signedOut"): void {
    this.#put(
      this.#documents.map((document) =>
        document.state === from ? { ...document, state: "waiting" } : document,
      ),
    );
    this.#advance();
  }

  /** The next one's turn, if nothing is being sent and nobody is waited for. */
  #advance(): void {
    const holdsUp = ({ state }: Sending) =>
      state === "sending" || state === "offline" || state === "signedOut";
    if (this.#documents.some(holdsUp)) return;
    const next = this.#documents.find(({ state }) => state === "waiting");
    if (next === undefined) return;
    if (this.#around.isOnline()) void this.#send(next);
    else this.#change(next.id, { state: "offline" });
  }

  async #send(document: Sending): Promise<void> {
    const { id } = document;
    this.#change(id, { state: "sending", share: 0 });
    try {
      await this.#around.send(document, (share) => this.#change(id, { share }));
      this.#change(id, { state: "done", share: 1 });
      this.#around.later(GONE_AFTER_MS, () => this.remove(id));
    } catch (error) {
      this.#judge(document, error);
    }
    this.#advance();
  }

  #judge({ id, failures }: Sending, error: unknown): void {
    const next = stateAfter(error, this.#around.isOnline());
    if (next === "refused") {
      const problem = errorSentence(error, capturesMessages.sending.failed);
      this.#change(id, { state: "refused", problem });
      return;
    }
    if (next !== "retrying") return this.#change(id, { state: next });
    if (failures >= MOST_RETRIES) return this.#change(id, { state: "failed" });
    this.#change(id, { state: "retrying", failures: failures + 1 });
    this.#around.later((FIRST_DELAYS_S[failures] ?? LATER_DELAY_S) * 1000, () => {
      this.#change(id, { state: "waiting" });
      this.#advance();
    });
  }

  #change(id: number, fields: Partial<Sending>): void {
    this.#put(
      this.#documents.map((document) =>
        document.id === id ? { ...document, ...fields } : document,
      ),
    );
  }

  #put(documents: readonly Sending[]): void {
    this.#documents = documents;
    for (const listener of this.#listeners) listener();
  }
}

function stateAfter(
  error: unknown,
  isOnline: boolean,
): "offline" | "signedOut" | "retrying" | "refused" {
  // No answer at all: the line is gone, or the server.
  if (!(error instanceof ApiError)) return isOnline ? "retrying" : "offline";
  const { status, code } = error;
  if (status === 401) return "signedOut";
  // Another attempt is still being carried out, or the token is from before a sign-in.
  const isPassing = code === "request.repeated" ? status === 409 : code === "csrf";
  return status >= 500 || status === 429 || isPassing ? "retrying" : "refused";
}
