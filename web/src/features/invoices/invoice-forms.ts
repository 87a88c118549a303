import * as z from "zod/mini";
import { requiredText } from "contract/fields";
import {
  type CreateInvoiceInput,
  invoiceGenders,
  invoiceStages,
  invoiceStatuses,
} from "contract/invoices";
import { centsFromAmount, currencies, type Currency, MAX_RATE, totalFee } from "contract/money";
import { bureauDay } from "#web/format/time.ts";

const RATE_REQUIRED = "Rate must be greater than 0";
const FEE_REQUIRED = "USD fee must be greater than 0";

/** The latest day an invoice may bear. */
export const LATEST_DAY = "2100-12-31";

/** Dollars as typed; they become cents when they are sent (D-009). */
export const CreateInvoiceForm = z.object({
  caseId: z.int("Please select a case").check(z.gte(1, "Please select a case")),
  caseTitle: requiredText("Case title is required"),
  stage: z.enum(invoiceStages, "Stage is required"),
  invoiceId: requiredText("Invoice ID is required", 50),
  currency: z.enum(currencies),
  rate: z
    .number(RATE_REQUIRED)
    .check(z.gte(0.01, RATE_REQUIRED), z.lte(MAX_RATE, "Rate is too large")),
  usdFee: z
    .number(FEE_REQUIRED)
    .check(z.gte(0.01, FEE_REQUIRED), z.lte(10_000_000_000, "USD fee is too large")),
  date: z.string().check(z.minLength(1, "Date is required")),
  clientTrn: z.string(),
  gender: z.enum(invoiceGenders),
  address: z.string(),
  status: z.enum(invoiceStatuses),
});
export type CreateInvoiceForm = z.output<typeof CreateInvoiceForm>;
export type InvoiceDraft = Partial<CreateInvoiceForm>;

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

export function bodyOf(form: CreateInvoiceForm): z.input<typeof CreateInvoiceInput> {
  return { ...form, usdFee: centsFromAmount(form.usdFee) };
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
