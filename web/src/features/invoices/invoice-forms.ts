import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { CreateInvoiceInput, UpdateInvoiceInput } from "contract/invoices";
import { centsFromAmount, type Currency, MAX_RATE, totalFee } from "contract/money";
import { bureauDay } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";

/** The latest day an invoice may bear. */
export const LATEST_DAY = "2100-12-31";

/** The contract's input, but for the fee: typed in dollars, it becomes cents as it is sent (D-009). */
export const CreateInvoiceForm = z.extend(
  z.omit(CreateInvoiceInput, { numberOfApplicants: true, notes: true }),
  {
    usdFee: z.pipe(z.transform(feeInCents), CreateInvoiceInput.shape.usdFee),
    date: z.string().check(z.minLength(1, "Date is required")),
  },
);
export type InvoiceInput = z.input<typeof CreateInvoiceForm>;
export type InvoiceBody = z.output<typeof CreateInvoiceForm>;
export type InvoiceDraft = Partial<InvoiceInput>;
export type InvoiceForm = UseFormReturn<InvoiceInput, unknown, InvoiceBody>;

/** What can be changed later. Of the id only its presence is asked: an older one may break the rule for new ones. */
export const EditInvoiceForm = z.extend(
  z.required(z.pick(UpdateInvoiceInput, { caseId: true, status: true })),
  {
    invoiceId: z.string().check(z.trim(), z.minLength(1, messages.invoices.edit.codeRequired)),
    date: CreateInvoiceForm.shape.date,
  },
);
export type InvoiceEdit = z.infer<typeof EditInvoiceForm>;

/** Half a cent is no fee yet (I:193). */
function feeInCents(dollars: number): number {
  return dollars < 0.01 ? 0 : centsFromAmount(dollars);
}

/** What a new invoice starts with (I:193); the date is the bureau's today. */
export function newInvoice(): InvoiceDraft {
  return {
    caseTitle: "",
    invoiceId: "",
    currency: "USD",
    rate: 1,
    usdFee: 0,
    date: bureauDay(new Date()),
    clientTrn: "N/A",
    gender: "Mr",
    address: "By email",
    status: "Sent",
  };
}

/** The total as the server will compute it, in cents; null while a part is missing. */
export function previewTotal(draft: {
  usdFee?: number;
  rate?: number;
  currency?: Currency;
}): number | null {
  const { usdFee, rate, currency } = draft;
  if (
    !usdFee ||
    !rate ||
    !currency ||
    usdFee <= 0 ||
    rate <= 0 ||
    usdFee > 10_000_000_000 ||
    rate > MAX_RATE
  )
    return null;
  return totalFee({ usdFee: centsFromAmount(usdFee), rate, currency });
}

/** 3.67 is AED per dollar; an AED invoice wants dollars per dirham (D-004). */
export function looksInverted(draft: { rate?: number; currency?: Currency }): boolean {
  return draft.currency === "AED" && (draft.rate ?? 0) > 1;
}

/** An entry that is no number becomes 0, which then fails its own rule (I:195, D-007). */
export function numberOrZero(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}
