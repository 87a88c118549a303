/** What has happened in a case, collected while it is filled and written in the order in which it happened. */
import type { AuditEntry } from "#server/events/domain-event.ts";
import { buildEvent } from "#testing/factories/activity.ts";

export type DemoHappening = Omit<AuditEntry, "subject"> & {
  /** Null: the automation. */
  actorId: number | null;
  createdAt: string;
};

export class DemoActivity {
  readonly #happenings: DemoHappening[] = [];

  add(happening: DemoHappening): void {
    this.#happenings.push(happening);
  }

  /** Events are numbered as they are written, and read by that number. */
  async write(caseId: number): Promise<void> {
    const inOrder = this.#happenings.toSorted(
      (first, second) => Date.parse(first.createdAt) - Date.parse(second.createdAt),
    );
    for (const happening of inOrder) await buildEvent({ caseId, ...happening });
  }
}

const MINUTE_MS = 60_000;

export function minutesAfter(moment: string, minutes: number): string {
  return new Date(Date.parse(moment) + minutes * MINUTE_MS).toISOString();
}

export function daysAfter(moment: string, days: number): string {
  return minutesAfter(moment, days * 24 * 60);
}
