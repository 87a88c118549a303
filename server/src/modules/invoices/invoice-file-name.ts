/** What a stored file of an invoice is called, for those who see the invoice that lists it. */
import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { SignedInActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { seesAdminFiles, visibleInvoices } from "./invoices.policy.ts";

const openLists = {
  stage1Files: invoices.stage1Files,
  stage2Files: invoices.stage2Files,
  postCitizenshipFiles: invoices.postCitizenshipFiles,
  addOnFiles: invoices.addOnFiles,
  otherFiles: invoices.otherFiles,
};
const allLists = { ...openLists, adminFiles: invoices.adminFiles };

/** By the invoice that lists it; the bureau's own papers only for admins (S-46). */
export async function nameOfInvoiceFile(
  tx: Transaction,
  actor: SignedInActor,
  file: StoredFileRow,
): Promise<string | null> {
  if (file.caseId === null) return null;
  const lists = seesAdminFiles(actor) ? allLists : openLists;
  const [row] = await tx
    .select(lists)
    .from(invoices)
    .innerJoin(cases, eq(cases.id, invoices.caseId))
    .where(
      and(
        eq(invoices.caseId, file.caseId),
        or(...Object.values(lists).map((list) => holds(list, file.id))),
        visibleInvoices(actor),
      ),
    );
  const entries = Object.values(row ?? {}).flat();
  return entries.find((entry) => entry.storedFileId === file.id)?.original_name ?? null;
}

function holds(list: AnyPgColumn, storedFileId: number): SQL {
  return sql`${list} @> ${JSON.stringify([{ storedFileId }])}::jsonb`;
}
