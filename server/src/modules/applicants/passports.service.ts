/** The whole number of a passport, for staff alone; whoever is shown one is written down. */
import type { SignedInActor } from "#server/core/actor.ts";
import type { ClientInfo } from "#server/core/client-info.ts";
import { notFound } from "#server/core/errors.ts";
import { assertStaff } from "#server/core/full-access.ts";
import type { Executor } from "#server/database/connection.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { selectApplicants } from "./applicant-rows.ts";
import { openNumber } from "./passport-number.ts";

type Asked = { id: number; caseId: number; reader: ClientInfo };

export async function showNumber(
  actor: SignedInActor,
  { id, caseId, reader }: Asked,
): Promise<{ passportNumber: string | null }> {
  assertStaff(actor);
  return inTransaction(async (tx) => {
    const [people] = await Promise.all([
      selectApplicants(tx, caseId),
      assertSeesCase(tx, actor, caseId),
    ]);
    const person = people.find((applicant) => applicant.id === id);
    if (!person) throw notFound("applicant");
    const passportNumber = openNumber(person);
    if (passportNumber !== null)
      await recordSecurityEvent(tx, {
        kind: "passport.shown",
        userId: actor.id,
        browser: reader,
        metadata: { applicantId: id },
      });
    return { passportNumber };
  });
}

/** For papers that the portal makes itself. One that does not open keeps no other from being written. */
export async function numbersOfCase(
  executor: Executor,
  caseId: number,
): Promise<Map<number, string>> {
  const people = await selectApplicants(executor, caseId);
  return new Map(
    people.flatMap((person): [number, string][] => {
      try {
        const number = openNumber(person);
        return number === null ? [] : [[person.id, number]];
      } catch {
        return [];
      }
    }),
  );
}
