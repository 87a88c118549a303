/** What somebody does in the model bureau: the call, and what it should come to. */
import type { Asking } from "./asking.ts";
import type { Bureau, CaseFile, Member } from "./bureau.ts";
import { isAdmin } from "./visibility.ts";

/** Numbers that chance has drawn; an action takes from them what it needs. */
export type Draw = { who: number; which: number; item: number; value: number };

export type Situation = {
  bureau: Bureau;
  who: Member;
  caseFile: CaseFile;
  /** Somebody else, or the same again. */
  other: Member;
  /** One of these, or undefined when there are none. */
  one: <Item>(items: readonly Item[]) => Item | undefined;
  value: number;
};

export type Step = {
  ask: Asking;
  /** Whether the record named in the path exists for this person. */
  isSeen: boolean;
  /** The refusal behind the door and the 404: a right that is missing, or a state that stands against it. */
  refusal?: number | undefined;
  /** Where the status of a success is not the endpoint's own. */
  success?: number;
  happen(answer: unknown): void;
};

/** Null when there is nothing to do it with. */
export type ModelAction = (situation: Situation) => Step | null;

/** In the order of permissions.md 3.1: the door, the record, the action on it. */
export function expectedStatus(who: Member, { ask, isSeen, refusal, success }: Step): number {
  if (ask.endpoint.access === "admin" && !isAdmin(who)) return 403;
  if (!isSeen) return 404;
  return refusal ?? success ?? ask.endpoint.status ?? 200;
}

export const idIn = (answer: unknown): number => (answer as { id: number }).id;
