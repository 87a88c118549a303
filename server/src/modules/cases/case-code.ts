/** The code people read, such as VU-2026-0014 (D-039). */
import { sql } from "drizzle-orm";
import type { Program } from "contract/case-parts";
import { type AppError, taken } from "#server/core/errors.ts";
import { bureauYear } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import { violatedUniqueKey } from "#server/database/errors.ts";
import { cases } from "#server/database/tables/cases.ts";

const prefixes: Record<Program, string> = { vanuatu: "VU", nauru: "NR" };
const DIGITS = 4;
/** A longer number was typed by somebody, and nobody counts on from it (D-186). */
const MOST_DIGITS = 6;
const MOST_CANDIDATES = 50;
/** More cases than will ever be opened at the same moment. */
const MOST_PARALLEL = 1000;
/** Keeps these advisory locks apart from those of other purposes. */
const LOCK_SPACE = 0x6361_7365;

/**
 * The next free code of the program and year. Creations that run at the same time reserve different numbers instead of
 * waiting for one another: a reserved number is locked until its transaction ends.
 */
export async function nextCaseCode(tx: Transaction, program: Program): Promise<string> {
  const prefix = `${prefixes[program]}-${bureauYear()}-`;
  let number = 0;
  for (let tried = 0; tried < MOST_CANDIDATES; tried += 1) {
    number = await reserveNumber(tx, prefix, number);
    const code = prefix + String(number).padStart(DIGITS, "0");
    // Whoever held this number before has committed by now, so his case would be seen.
    if (!(await isTaken(tx, code))) return code;
  }
  throw noCodeLeft();
}

export function isCodeCollision(error: unknown): boolean {
  return violatedUniqueKey(error) === "cases_case_id_key";
}

async function reserveNumber(tx: Transaction, prefix: string, after: number): Promise<number> {
  const pattern = `^${prefix}[0-9]{${DIGITS},${MOST_DIGITS}}$`;
  const result = await tx.execute<{ number: number }>(sql`
    select number
    from (
      select greatest(max(substring(${cases.caseId} from '[0-9]+$')::int), ${after}::int) + 1 as first
      from ${cases}
      where ${cases.caseId} ~* ${pattern}
    ) as free, generate_series(first, first + ${MOST_PARALLEL}) as number
    where pg_try_advisory_xact_lock(${LOCK_SPACE}, hashtext(${prefix}::text || number))
    limit 1`);
  const number = result.rows[0]?.number;
  if (number === undefined) throw noCodeLeft();
  return number;
}

function noCodeLeft(): AppError {
  return taken("No free Case ID was found. Please change the ID of the last case first.", "caseId");
}

async function isTaken(tx: Transaction, code: string): Promise<boolean> {
  const found = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(sql`lower(${cases.caseId}) = lower(${code})`);
  return found.length > 0;
}
