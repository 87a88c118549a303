/** Clients whose addresses the file names and who have no account, where the admin wants them invited. */
import { sql } from "drizzle-orm";
import { InviteInput } from "contract/users";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import type { ImportRecord } from "#server/database/tables/imports.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { invite } from "#server/modules/users/invitations.service.ts";
import { actingAdmin } from "./acting-admin.ts";
import { codeKey } from "./checked-rows.ts";
import type { LoadedGroups } from "./load-groups.ts";

/** Twenty a minute. */
const APART_MS = 3000;

type Invited = { email: string; codes: string[]; createdBy: number | null };

const inviteJob = defineJob<Invited>("imports.invite", {}, async (invited) => {
  const actor = await actingAdmin(runtime.database, invited);
  const found = await runtime.database
    .select({ id: cases.id })
    .from(cases)
    .where(sql`lower(${cases.caseId}) = any(${sql.param(invited.codes)}::text[])`);
  const input = InviteInput.safeParse({
    email: invited.email,
    role: "client",
    selectedCases: found.map(({ id }) => id),
  });
  if (!input.success) return;
  try {
    await invite(actor, input.data);
  } catch (error) {
    // Somebody else has invited him meanwhile, or he has registered.
    if (!(error instanceof AppError)) throw error;
  }
});

export async function inviteStrangers(
  { createdBy }: ImportRecord,
  pieces: AsyncIterable<LoadedGroups>,
): Promise<void> {
  const codes = new Map<string, string[]>();
  for await (const { groups } of pieces)
    for (const { row, code } of groups)
      for (const email of row?.values.strangers ?? [])
        codes.set(email, [...(codes.get(email) ?? []), codeKey(code)]);
  const start = runtime.clock.now().getTime();
  await inTransaction(async (tx) => {
    for (const [at, [email, ofPerson]] of [...codes].entries())
      await inviteJob.enqueue(
        tx,
        { email, codes: ofPerson, createdBy },
        { startAfter: new Date(start + at * APART_MS).toISOString() },
      );
  });
}
