/**
 * A connection as requests use it: what comes again is prepared, and what is asked without waiting goes out together
 * (decisions/0024).
 */
import pg from "pg";
import { nameOfStatement } from "./statement-names.ts";

/** Returns nothing when it was given a callback. */
type Send = (...args: unknown[]) => Promise<unknown> | undefined;

type Described = { fields: unknown[] };
type Answering = {
  _getActiveQuery(): { name?: string; handleRowDescription(described: Described): void } | null;
};
type Describing = {
  bind(message: { statement?: string }): void;
  describe(message: unknown): void;
  on(event: "bindComplete" | "noData", heard: () => void): void;
  on(event: "rowDescription", heard: (described: Described) => void): void;
};

const READING = /^\s*select\b/i;

export class PortalConnection extends pg.Client {
  #isToBegin = false;
  /** Until the beginning of a transaction has been confirmed. */
  #beginning: Promise<unknown> | null = null;
  /** A change waits for that confirmation, and later statements must not overtake it. */
  #isHeldUp = false;
  #isHolding = false;
  #failure: unknown = null;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Send;
    const send: Send = (...given) => {
      this.#holdUntilAsked();
      const asked = query(...given);
      // Answers come in the order of the questions, which is lost on their way through the query builder.
      asked?.catch((error: unknown) => (this.#failure ??= error));
      return asked;
    };
    const ask = (statement: unknown, ...rest: unknown[]) => {
      const named = withName(statement);
      if (this.#isToBegin) this.#begin();
      if (this.#beginning === null) return send(named, ...rest);
      this.#isHeldUp ||= !READING.test(named.text);
      if (!this.#isHeldUp) return send(named, ...rest);
      return this.#beginning.then(() => send(named, ...rest));
    };
    this.query = ask as typeof this.query;
    this.#describeOnce();
  }

  /**
   * What a prepared statement answers is described by PostgreSQL once, and not each time it is carried out: had a column
   * changed meanwhile, the statement would be refused.
   */
  #describeOnce(): void {
    const connection = this.connection as unknown as Describing;
    const known = new Map<string, unknown[]>();
    const bind = connection.bind.bind(connection);
    const describe = connection.describe.bind(connection);
    const answering = () => (this as unknown as Answering)._getActiveQuery();
    let bound: string | undefined;
    connection.bind = (message) => {
      bound = message.statement;
      bind(message);
    };
    connection.describe = (message) => {
      if (bound === undefined || !known.has(bound)) describe(message);
    };
    connection.on("bindComplete", () => {
      const query = answering();
      const fields = query?.name && known.get(query.name);
      if (fields) query.handleRowDescription({ fields });
    });
    connection.on("rowDescription", ({ fields }) => {
      const name = answering()?.name;
      if (name) known.set(name, fields);
    });
    connection.on("noData", () => {
      const name = answering()?.name;
      if (name) known.set(name, []);
    });
  }

  /**
   * `begin` goes out with the first statement of the transaction if that is a query; a change waits for it. Had the
   * beginning failed, a change would stand on its own, where it could not be taken back.
   */
  begin(): void {
    this.#isToBegin = true;
    this.#failure = null;
  }

  /** What has failed first in this transaction: whatever was sent with it says only that it has failed. */
  get failure(): unknown {
    return this.#failure;
  }

  #begin(): void {
    this.#isToBegin = false;
    this.#holdUntilAsked();
    const beginning = super.query("begin");
    this.#beginning = beginning;
    this.#isHeldUp = false;
    // Whoever asks next hears of a failure.
    beginning.then(
      () => (this.#beginning = null),
      () => undefined,
    );
  }

  /** Whatever is asked in the same turn leaves in one piece: each write is a call of the system. */
  #holdUntilAsked(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isHolding = false;
      stream.uncork();
    });
  }

  /** Without a goodbye: the other side has fallen silent. */
  cut(): void {
    this.connection.stream.destroy();
  }
}

type Statement = { text: string; name?: string | undefined };

function withName(statement: unknown): Statement {
  if (typeof statement === "string") return { text: statement, name: nameOfStatement(statement) };
  // The query builder keeps what it has prepared, and so its name.
  const given = statement as Statement;
  if (!given.name) given.name = nameOfStatement(given.text);
  return given;
}
