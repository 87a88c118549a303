/** The invoices of a case that stand in its file: for a client those that he is asked to pay, or has paid (D-025). */
import { and, eq, inArray } from "drizzle-orm";
import { clientInvoiceStatuses } from "contract/invoices";
import { system } from "#server/core/actor.ts";
import type { Executor } from "#server/database/connection.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { listInvoices, type ListedInvoice } from "#server/modules/invoices/invoices.queries.ts";
import type { About } from "./about.ts";

export function invoicesFor(
  executor: Executor,
  { caseFile, audience }: About,
): Promise<ListedInvoice[]> {
  const shown =
    audience === "client" ? inArray(invoices.status, [...clientInvoiceStatuses]) : undefined;
  return listInvoices(executor, system, and(eq(invoices.caseId, caseFile.id), shown));
}
