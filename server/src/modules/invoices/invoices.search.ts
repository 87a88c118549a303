import { sql } from "drizzle-orm";
import type { SignedInActor } from "#server/core/actor.ts";
import { cases } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import {
  type FoundRecord,
  foundColumns,
  type SearchedRecords,
} from "#server/events/searched-records.ts";
import { visibleInvoices } from "./invoices.policy.ts";

export const searchedInvoices: SearchedRecords = {
  statement: "records",
  entries: sql`
    select ${invoices.id} as record_id, ${invoices.caseId} as case_id,
      ${invoices.createdAt} as at, array[${invoices.invoiceId}] as texts
    from ${invoices}`,
  hits: (actor) => sql`
    select ${foundColumns({
      id: invoices.id,
      at: invoices.createdAt,
      title: invoices.invoiceId,
      detail: sql`${invoices.currency} || ' ' || to_char(${invoices.totalFee} / 100.0, 'FM999,999,999,999,990.00')`,
      code: invoices.invoiceId,
      caseCode: cases.caseId,
      caseTitle: cases.title,
    })}
    from ${invoices} join ${cases} on ${cases.id} = ${invoices.caseId}
    where ${visibleInvoices(actor) ?? sql`true`}`,
  present: (record, actor) => ({ detail: record.detail, link: linkFor(record, actor) }),
};

/** To the screen on which this actor works with invoices. */
function linkFor({ title, caseCode }: FoundRecord, actor: SignedInActor): string {
  const code = encodeURIComponent(title);
  if (actor.isAdmin) return `/invoices?q=${code}`;
  if (actor.role === "accountant") return `/accountant-invoices?q=${code}`;
  return `/case/${encodeURIComponent(caseCode ?? "")}?tab=invoices&invoice=${code}`;
}
