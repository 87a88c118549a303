/** What the automation service delivers: invoice files and signed agreements, sent along or left where they are (S-50). */
import type * as z from "zod/mini";
import type { ServiceAgreement } from "contract/agreements";
import type { DeliverAgreementInput, DeliverInvoiceFileInput } from "contract/automation";
import type { InvoiceFile } from "contract/invoice-files";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { AutomationActor } from "#server/core/actor.ts";
import { badField, badRequest } from "#server/core/errors.ts";
import type { ReceivedFile } from "#server/files/stored.ts";
import * as agreements from "#server/modules/agreements/agreements.service.ts";
import * as invoiceFiles from "#server/modules/invoices/invoice-files.service.ts";

type Delivery<Body> = { subject: SubjectRecord; body: Body; files: readonly ReceivedFile[] };
/** `isNew` is false when the same address was delivered before. */
export type Delivered<Record> = { record: Record; isNew: boolean };

export async function deliverInvoiceFile(
  actor: AutomationActor,
  { subject, body, files }: Delivery<z.output<typeof DeliverInvoiceFileInput>>,
): Promise<Delivered<InvoiceFile>> {
  const about = { subject, list: body.stage, originalName: body.original_name ?? null };
  const externalUrl = onlyOne(files, body.external_url);
  if (externalUrl === null) {
    return { record: await invoiceFiles.upload(actor, { ...about, files }), isNew: true };
  }
  const { entry, isNew } = await invoiceFiles.deliverAddress(actor, { ...about, externalUrl });
  return { record: entry, isNew };
}

export async function deliverAgreement(
  actor: AutomationActor,
  { subject, body, files }: Delivery<z.output<typeof DeliverAgreementInput>>,
): Promise<Delivered<ServiceAgreement>> {
  const { agreement, isNew } = await agreements.deliver(actor, {
    caseId: subject.caseId,
    originalName: body.original_name ?? null,
    externalUrl: onlyOne(files, body.external_url),
    files,
  });
  return { record: agreement, isNew };
}

/** Either one file or an address; null means the file. */
function onlyOne(files: readonly ReceivedFile[], externalUrl: string | undefined): string | null {
  if (files.length > 1) throw badRequest("Please send one file");
  if (files.length === 1 && externalUrl !== undefined) {
    throw badField("external_url", "Please send either a file or an external_url");
  }
  if (files.length === 0 && externalUrl === undefined) {
    throw badField("external_url", "A file or an external_url is required");
  }
  return externalUrl ?? null;
}
