import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { commentsApi } from "contract/comments";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { lockCase } from "./case-lock.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("a change that has waited for its case", { tags: ["reliability-19"] }, () => {
  const seedless = { applicants: [{ fullName: "Jane", category: "Main Applicant" as const }] };
  const calls = [
    [
      "a message",
      ({ client, caseFile }: Actors) =>
        client.send(commentsApi.create, { params: caseFile, body: { message: "Hello" } }),
    ],
    [
      "applicants",
      ({ client, caseFile }: Actors) =>
        client.send(applicantsApi.save, { params: caseFile, body: seedless }),
    ],
  ] as const;

  it.each(calls)("is refused when the case was taken away meanwhile: %s", async (_, call) => {
    const actors = await openActors(portal);
    const answer = await answerAfter(actors, call, (tx) =>
      tx
        .delete(caseAssignments)
        .where(
          and(
            eq(caseAssignments.caseId, actors.caseFile.id),
            eq(caseAssignments.userId, actors.people.client.id),
          ),
        ),
    );
    expect(answer).toMatchObject({ status: 404, body: { message: "Case not found" } });
  });

  it.each(calls)("is refused when the case was deleted meanwhile: %s", async (_, call) => {
    const actors = await openActors(portal);
    const answer = await answerAfter(actors, call, (tx) =>
      tx.delete(cases).where(eq(cases.id, actors.caseFile.id)),
    );
    expect(answer).toMatchObject({ status: 404, body: { message: "Case not found" } });
  });

  it.each(calls)("is refused when its author was disabled meanwhile: %s", async (_, call) => {
    const actors = await openActors(portal);
    const answer = await answerAfter(actors, call, (tx) =>
      tx
        .update(users)
        .set({ disabledAt: new Date().toISOString() })
        .where(eq(users.id, actors.people.client.id)),
    );
    expect(answer).toMatchObject({ status: 401, body: { message: "Please sign in" } });
  });

  it("goes through when nothing of the kind has happened", async () => {
    const actors = await openActors(portal);
    const answer = await answerAfter(actors, calls[0][1], async () => undefined);
    expect(answer.status).toBe(201);
  });
});

/** The answer to a call that found the case locked and had to wait for what happened there. */
async function answerAfter<Answer>(
  actors: Actors,
  call: (actors: Actors) => Promise<Answer>,
  happen: (tx: Transaction) => Promise<unknown>,
): Promise<Answer> {
  await actors.client.csrfToken();
  let answer: Promise<Answer> | undefined;
  await inTransaction(async (tx) => {
    await lockCase(tx, system, actors.caseFile.id);
    answer = call(actors);
    await expect.poll(countWaiting, { timeout: 2000 }).toBe(1);
    await happen(tx);
  });
  if (!answer) throw new Error("The call was not made");
  return answer;
}

async function countWaiting(): Promise<number> {
  const result = await runtime.database.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return result.rows[0]?.waiting ?? 0;
}
