/** What a stored file of an invoice is called, for those who see the invoice that lists it. */
import { and, eq } from "drizzle-orm";
import type { SignedInActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { filesFor, listsStoredFile } from "./invoice-files.model.ts";
import { visibleInvoices } from "./invoices.policy.ts";

/** By the invoice that lists it; the bureau's own files only for admins (S-46). */
export async function nameOfInvoiceFile(
  tx: Transaction,
  actor: SignedInActor,
  file: StoredFileRow,
): Promise<string | null> {
  if (file.caseId === null) return null;
  const [found] = await tx
    .select({ row: invoices })
    .from(invoices)
    .innerJoin(cases, eq(cases.id, invoices.caseId))
    .where(
      and(
        eq(invoices.caseId, file.caseId),
        listsStoredFile(actor, file.id),
        visibleInvoices(actor),
      ),
    );
  const listed = found ? filesFor(actor, found.row) : [];
  return listed.find(({ entry }) => entry.storedFileId === file.id)?.entry.original_name ?? null;
}
