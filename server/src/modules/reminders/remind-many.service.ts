/** Many cases reminded at once: in each everybody who can be reminded, and was not a short while ago. */
import type { SignedInActor } from "#server/core/actor.ts";
import { AppError, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { clientItems, readCases } from "#server/modules/checklist/checklist.service.ts";
import type { CaseFacts } from "./plans.ts";
import { isReceiver, readReceivers } from "./receivers.ts";
import { assertCanChase, readReminded, tooSoon } from "./remind-now.service.ts";
import { assertReminds } from "./reminders.policy.ts";
import { holdChase, sendByHand } from "./send.ts";

const PIECE = 50;

type Named = { userId: number; name: string };
type Facts = Pick<CaseFacts, "status" | "openCount">;

/** Throws what a single reminder would be refused with. */
export async function remindAllIn(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, note }: { caseId: number; note: string | null },
): Promise<void> {
  assertReminds(actor);
  const chase = await holdChase(tx, actor, caseId);
  const reminded = (await readReminded(tx, [caseId])).get(caseId);
  const receivers = choose(chase.facts, chase.people.filter(isReceiver), reminded);
  await sendByHand(tx, actor, { chase, receivers, note });
}

/** Null: it would be sent. A case that is not named is not for this person. */
export async function wouldRefuse(
  actor: SignedInActor,
  caseIds: readonly number[],
): Promise<Map<number, string | null>> {
  assertReminds(actor);
  const { database } = runtime;
  const outcomes = new Map<number, string | null>();
  for (let from = 0; from < caseIds.length; from += PIECE) {
    const piece = caseIds.slice(from, from + PIECE);
    const [readings, receivers, reminded] = await Promise.all([
      readCases(database, actor, piece),
      readReceivers(database, piece),
      readReminded(database, piece),
    ]);
    for (const reading of readings) {
      const { id, status } = reading.caseFile;
      const facts = { status, openCount: clientItems(checklistOf(reading)).length };
      const people = receivers.get(id) ?? [];
      outcomes.set(
        id,
        refusalOf(() => choose(facts, people, reminded.get(id))),
      );
    }
  }
  return outcomes;
}

function choose<Person extends Named>(
  facts: Facts,
  people: readonly Person[],
  reminded: ReadonlySet<number> = new Set(),
): Person[] {
  assertCanChase(facts);
  const [first] = people;
  if (!first) throw wrongState("Nobody can be reminded.");
  const chosen = people.filter(({ userId }) => !reminded.has(userId));
  if (chosen.length === 0) throw tooSoon(first);
  return chosen;
}

function refusalOf(choosing: () => unknown): string | null {
  try {
    choosing();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
