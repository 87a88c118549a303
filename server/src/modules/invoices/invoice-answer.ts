/** What is answered of an invoice; the contract's schema takes away what it does not name. */
import type { Invoice } from "contract/invoices";
import type { Actor } from "#server/core/actor.ts";
import { hiddenLists, pdfsOfStage } from "./invoice-files.model.ts";
import type { ListedInvoice } from "./invoices.queries.ts";

export function invoiceAnswer(actor: Actor, { row, caseFile }: ListedInvoice): Invoice {
  return {
    ...row,
    version: row.revision,
    case: {
      title: caseFile.title,
      numberOfApplicants: caseFile.numberOfApplicants,
      citizenshipFee: caseFile.citizenshipFee,
      caseId: caseFile.caseId,
      program: caseFile.citizenshipProgram,
    },
    invoicePdf: pdfsOfStage(row),
    ...hiddenLists(actor),
  };
}
