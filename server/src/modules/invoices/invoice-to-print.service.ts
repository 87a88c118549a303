/**
 * What the automation service reads to print an invoice. Its messages name nobody, so this is the one place
 * where it learns names; each reading is a line of the security log, written before anything is answered.
 */
import type { InvoiceToPrint } from "contract/automation";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { AutomationActor } from "#server/core/actor.ts";
import { bureauName } from "#server/database/bureau.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { findInvoiceToOpen, type InvoiceOfCase } from "./invoices.queries.ts";
import { clientOf, serviceOf } from "./pdf/invoice-sheet.ts";

export async function getInvoiceToPrint(
  actor: AutomationActor,
  { subject, reader, isProbe }: AccessContext & { subject: SubjectRecord },
): Promise<InvoiceToPrint> {
  return inTransaction(async (tx) => {
    const invoice = await findInvoiceToOpen(tx, actor, subject);
    const { id: invoiceId, caseId } = invoice.row;
    if (!isProbe) {
      await recordSecurityEvent(tx, {
        kind: "file.opened",
        userId: null,
        browser: reader,
        metadata: { way: "view", what: "invoice", caseId, invoiceId, automationKey: actor.keyId },
      });
    }
    return toPrint(invoice, await clientOf(tx, invoice));
  });
}

function toPrint({ row, caseFile }: InvoiceOfCase, client: string): InvoiceToPrint {
  const { id, invoiceId, status, stage, date, currency, rate, usdFee, totalFee } = row;
  const { numberOfApplicants } = row;
  return {
    id,
    invoiceId,
    status,
    stage,
    date,
    currency,
    rate,
    usdFee,
    totalFee,
    lines: [
      {
        description: serviceOf({ row, caseFile }),
        numberOfApplicants,
        usdFee,
        amount: totalFee,
      },
    ],
    billedTo: { name: client, address: row.address, trn: row.clientTrn },
    case: {
      id: caseFile.id,
      caseId: caseFile.caseId,
      title: row.caseTitle,
      program: caseFile.citizenshipProgram,
    },
    bureau: { name: bureauName() },
  };
}
