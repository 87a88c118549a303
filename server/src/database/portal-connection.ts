/**
 * A connection as requests use it: what comes again is prepared, and what is asked without waiting goes out together
 * (decisions/0024).
 */
import pg from "pg";
import { nameOfStatement } from "./statement-names.ts";

type Send = (...args: unknown[]) => Promise<unknown>;

const READING = /^\s*select\b/i;

export class PortalConnection extends pg.Client {
  /** Until the beginning of a transaction has been confirmed. */
  #beginning: Promise<unknown> | null = null;
  /** Something waits for that, and what is asked after it must not overtake it. */
  #isHeldUp = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as Send;
    const ask = (statement: unknown, ...rest: unknown[]) => {
      const named = withName(statement);
      if (this.#beginning === null) return send(named, ...rest);
      this.#isHeldUp ||= !READING.test(named.text);
      if (!this.#isHeldUp) return send(named, ...rest);
      return this.#beginning.then(() => send(named, ...rest));
    };
    this.query = ask as typeof this.query;
  }

  /**
   * Goes out together with the reading that follows; a change waits for it. Had the beginning failed, a change would
   * stand on its own, where it could not be taken back.
   */
  begin(): void {
    const beginning = super.query("begin");
    this.#beginning = beginning;
    this.#isHeldUp = false;
    // Whoever asks next hears of a failure.
    beginning.then(
      () => (this.#beginning = null),
      () => undefined,
    );
  }

  /** Without a goodbye: the other side has fallen silent. */
  cut(): void {
    this.connection.stream.destroy();
  }
}

function withName(statement: unknown): { text: string; name?: string | undefined } {
  if (typeof statement === "string") return { text: statement, name: nameOfStatement(statement) };
  const given = statement as { text: string; name?: string };
  return given.name === undefined ? { ...given, name: nameOfStatement(given.text) } : given;
}
