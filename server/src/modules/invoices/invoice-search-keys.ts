/** The text an invoice is found by (contract/src/fold.ts), written as soon as a trigger has taken away the one before. */
import { type SQL, sql } from "drizzle-orm";
import { type Program, programLabels } from "contract/case-parts";
import { searchKey } from "contract/fold";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import type { Reaction } from "#server/events/record.ts";
import { defineFilling } from "#server/jobs/filling.ts";

/** Behind code and case title, by which alone accountants search (I-ACCT-003): no folded text holds it. */
export const END_OF_TITLE = "\u0001";

export const invoiceKeys = defineFilling("invoices.searchKeys", {
  countMissing: () => runtime.database.$count(invoices, sql`search_key is null`),
  fillPiece: (tx, most) =>
    writeKeys(tx, sql`order by i.id limit ${most} for update of i skip locked`),
});

/** In the transaction of the change: found by the new texts from its answer on. */
export const keepInvoiceKeys: Reaction = async (tx, _actor, { name, case: { id } }) => {
  if (name === "case.updated" || name === "invoice.created" || name === "invoice.updated")
    await writeKeys(tx, sql`and i.case_id = ${id} order by i.id for update of i`);
};

/**
 * Of those that have none; answers how many there were. They are held: whoever changes the case's title meanwhile waits
 * for them, and then drops the keys.
 */
async function writeKeys(tx: Transaction, which: SQL): Promise<number> {
  const { rows } = await tx.execute<SearchedTexts>(sql`
    select i.id, i.invoice_id as code, i.case_title as "caseTitle", c.title, i.status, i.stage, i.currency,
      c.citizenship_program as program
    from invoices i join cases c on c.id = i.case_id
    where i.search_key is null ${which}`);
  if (rows.length === 0) return 0;
  await tx.execute(sql`
    update invoices set search_key = made.key
    from unnest(${sql.param(rows.map(({ id }) => id))}::integer[], ${sql.param(rows.map(keyOf))}::text[]) as made (id, key)
    where invoices.id = made.id`);
  return rows.length;
}

type SearchedTexts = {
  id: number;
  code: string;
  caseTitle: string;
  title: string;
  status: string;
  stage: string;
  currency: string;
  program: Program;
};

/** What is kept and what is shown (I:45, D-177). */
function keyOf({ code, caseTitle, title, status, stage, currency, program }: SearchedTexts) {
  const others = [title, status, stage, currency, program, programLabels[program]];
  return searchKey([code, caseTitle]) + END_OF_TITLE + searchKey(others);
}
