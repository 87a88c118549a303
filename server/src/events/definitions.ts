/** What each module says in its definition about its events, and about the queries that events make stale. */
import type { WebhookType } from "contract/automation";
import type { LiveRow } from "contract/session";
import type { DomainEventName } from "./domain-event.ts";
import type { Forgets, Tells } from "./telling.ts";

export type NamedCase = { id: number; caseId: string };

/** Whose query it is: the people of the case, its agents, whoever reads its money or has an invoices screen, admins alone. */
export type Readers = "people" | "staff" | "money" | "invoicesScreen" | "admins";
export type CaseReading = {
  readers: Readers;
  keys: readonly string[];
  /** It is a list, of which pages hold single rows. */
  list?: LiveRow["list"];
};
/** The paths under which open screens hold the answers, by who reads them. */
export type CaseQueryDefinition = (caseFile: NamedCase) => readonly CaseReading[];
export type CaseQueryDefinitions = Readonly<Record<string, CaseQueryDefinition>>;

/** Each module adds the queries it defines (`declare module`). */
export interface CaseQueries {}
export type CaseQuery = keyof CaseQueries;

export type EventDefinition = {
  /** What has become stale on open screens; the activity of the case always has. */
  refreshes: readonly CaseQuery[];
  /** What it does to the row of a list, when that does not move. */
  row?: "row" | "gone";
  /** The message of the automation service; without `event` the change says itself whether it is told, and as what. */
  webhook?: { type: WebhookType; event?: string };
  /** Who is told in the portal, and of what. */
  tells?: Tells;
  /** What people were told of and are not to find any more. */
  forgets?: Forgets;
};
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** Queries made of the answers of others: they become stale with any of them. */
export type MadeOf = Partial<Record<CaseQuery, readonly CaseQuery[]>>;

const queries = new Map<string, CaseQueryDefinition>();
const madeOf = new Map<CaseQuery, readonly CaseQuery[]>();
const events = new Map<string, EventDefinition>();

export function defineCaseQueries(definitions: CaseQueryDefinitions): void {
  for (const [name, definition] of Object.entries(definitions)) queries.set(name, definition);
}

export function defineMadeOf(definitions: MadeOf): void {
  for (const [name, parts] of Object.entries(definitions)) madeOf.set(name as CaseQuery, parts);
}

/** Each once, with those that are made of them. */
export function withMadeOf(names: readonly CaseQuery[]): CaseQuery[] {
  const made = [...madeOf]
    .filter(([, parts]) => names.some((name) => parts.includes(name)))
    .map(([name]) => name);
  return [...new Set([...names, ...made])];
}

export function defineEvents(definitions: EventDefinitions): void {
  for (const [name, definition] of Object.entries(definitions)) events.set(name, definition);
}

export function caseQuery(name: CaseQuery): CaseQueryDefinition {
  const definition = queries.get(name);
  if (!definition) throw new Error(`No module defines the query ${String(name)}`);
  return definition;
}

export function eventDefinition(name: DomainEventName): EventDefinition {
  const definition = events.get(name);
  if (!definition) throw new Error(`No module defines the event ${String(name)}`);
  return definition;
}
