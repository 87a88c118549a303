/** What follows a derivation of readiness: each module names its own part in its definition. */
import type { CaseStatus } from "contract/case-status";
import type { Transaction } from "#server/database/connection.ts";
import type { NamedCase } from "#server/events/definitions.ts";
import type { ReadinessFigures } from "./readiness.ts";

export type DerivedReadiness = {
  caseFile: NamedCase & { status: CaseStatus };
  /** Null: derived for the first time. */
  before: ReadinessFigures | null;
  after: ReadinessFigures;
  /** The figures are others than before. */
  isChanged: boolean;
  /** How many papers the client has still to send. */
  clientItems: number;
};

/** Told of the cases that were derived, in the transaction that writes their figures. */
export type ReadinessFollower = (
  tx: Transaction,
  derived: readonly DerivedReadiness[],
) => Promise<void>;

const followers = new Set<ReadinessFollower>();

export function defineReadinessFollower(follower: ReadinessFollower): void {
  followers.add(follower);
}

export async function tellFollowers(
  tx: Transaction,
  derived: readonly DerivedReadiness[],
): Promise<void> {
  for (const follower of followers) await follower(tx, derived);
}
