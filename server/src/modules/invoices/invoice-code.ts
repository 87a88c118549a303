/** The code people read, such as S1-2026-0007 (D-023). */
import { sql } from "drizzle-orm";
import type { InvoiceStage } from "contract/invoices";
import { taken } from "#server/core/errors.ts";
import { bureauYear } from "#server/database/bureau-clock.ts";
import type { Executor } from "#server/database/connection.ts";
import { invoices } from "#server/database/tables/invoices.ts";

const prefixes: Record<InvoiceStage, string> = {
  "Stage 1": "S1",
  "Stage 2": "S2",
  "Add On": "AO",
  "Post Citizenship": "PC",
};
const DIGITS = 4;
/** A longer number was typed by somebody, and nobody counts on from it (D-186). */
const MOST_DIGITS = 6;
const MOST_CANDIDATES = 50;

/** The first free one above the highest of the stage and year. Not reserved: whoever saves it first has it. */
export async function nextInvoiceCode(executor: Executor, stage: InvoiceStage): Promise<string> {
  const prefix = `${prefixes[stage]}-${bureauYear()}-`;
  const [highest] = await executor
    .select({
      number: sql<number>`coalesce(max(substring(${invoices.invoiceId} from '[0-9]+$')::int), 0)`,
    })
    .from(invoices)
    .where(sql`${invoices.invoiceId} ~* ${`^${prefix}[0-9]{1,${MOST_DIGITS}}$`}`);
  for (let tried = 1; tried <= MOST_CANDIDATES; tried += 1) {
    const code = prefix + String((highest?.number ?? 0) + tried).padStart(DIGITS, "0");
    if (!(await isTaken(executor, code))) return code;
  }
  throw taken("No free Invoice ID was found. Please type one.", "invoiceId");
}

async function isTaken(executor: Executor, code: string): Promise<boolean> {
  const found = await executor
    .select({ id: invoices.id })
    .from(invoices)
    .where(sql`lower(${invoices.invoiceId}) = lower(${code})`);
  return found.length > 0;
}
