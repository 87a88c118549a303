/**
 * Counts what a call asks of the database: round trips, as what is sent together on one connection is one, and
 * statements that PostgreSQL has to parse and plan for this call alone.
 */
import pg from "pg";
import { PortalConnection } from "#server/database/portal-connection.ts";

export type StatementCount = { roundTrips: number; unprepared: string[] };

const BOUNDARY = /^(?:begin|commit|rollback)$/;

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
type Callback = (...answer: unknown[]) => void;

/** Of the connections that requests use. Only one call may be under way meanwhile. */
export async function countStatements(work: () => Promise<unknown>): Promise<StatementCount> {
  const counted: StatementCount = { roundTrips: 0, unprepared: [] };
  const stop = watchStatements((statement, isAlone) => {
    if (isAlone) counted.roundTrips += 1;
    const { text, name } = statement;
    if (name === undefined && !BOUNDARY.test(text)) counted.unprepared.push(text);
  });
  try {
    await work();
  } finally {
    stop();
  }
  return counted;
}

type Statement = { text: string; name?: string };
type Heard = (statement: Statement, isAlone: boolean) => void;

const listeners = new Set<Heard>();
let isWatching = false;

/** Before the portal opens its connections. */
export function makeStatementsCountable(): void {
  if (isWatching) return;
  isWatching = true;
  const waiting = new WeakMap<pg.Client, number>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    if (!(this instanceof PortalConnection)) return query.apply(this, given);
    const before = waiting.get(this) ?? 0;
    waiting.set(this, before + 1);
    const [first] = given;
    const statement = typeof first === "string" ? { text: first } : (first as Statement);
    for (const listener of listeners) listener(statement, before === 0);
    const answered = () => waiting.set(this, (waiting.get(this) ?? 1) - 1);
    const callback = given.at(-1);
    if (typeof callback === "function") {
      const heard: Callback = (...answer) => {
        answered();
        (callback as Callback)(...answer);
      };
      return query.apply(this, [...given.slice(0, -1), heard]);
    }
    const asked = query.apply(this, given) as Promise<unknown>;
    asked.then(answered, answered);
    return asked;
  };
}

/** Each statement as it leaves; answers how to stop. */
export function watchStatements(heard: Heard): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}
