/** What stands on the paper of an invoice: every value as the sentence or figure that is printed. */
import { and, asc, eq, ne } from "drizzle-orm";
import { programLabels } from "contract/case-parts";
import type { InvoiceStatus } from "contract/invoices";
import type { Currency } from "contract/money";
import { runtime } from "#server/core/runtime.ts";
import { bureauRow } from "#server/database/bureau.ts";
import type { Executor } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { bureauOnPaper } from "#server/files/papers/bureau-on-paper.ts";
import type { BureauOnPaper } from "#server/files/papers/letterhead.ts";
import type { InvoiceOfCase } from "#server/modules/invoices/invoices.queries.ts";

export type InvoiceSheet = {
  bureau: BureauOnPaper;
  /** Of the account in the currency of the invoice. */
  bankDetails: string | null;
  code: string;
  status: InvoiceStatus;
  date: string;
  client: string;
  address: string;
  clientTrn: string;
  caseCode: string;
  caseTitle: string;
  service: string;
  numberOfApplicants: string;
  usdFee: string;
  currency: Currency;
  rate: string;
  total: string;
};

export async function sheetOf(invoice: InvoiceOfCase): Promise<InvoiceSheet> {
  const { row, caseFile } = invoice;
  return {
    bureau: await bureauOnPaper(),
    bankDetails: bureauRow().bankDetails[row.currency] ?? null,
    code: row.invoiceId,
    status: row.status,
    date: dayText(row.date),
    client: await clientOf(runtime.database, invoice),
    address: row.address,
    clientTrn: row.clientTrn,
    caseCode: caseFile.caseId,
    caseTitle: row.caseTitle,
    service: serviceOf(invoice),
    numberOfApplicants: String(row.numberOfApplicants),
    usdFee: moneyText(row.usdFee, "USD"),
    currency: row.currency,
    rate: row.currency === "AED" ? `${row.rate} USD per AED` : row.rate,
    total: moneyText(row.totalFee, row.currency),
  };
}

export function serviceOf({ row, caseFile }: InvoiceOfCase): string {
  return `${row.stage}: citizenship by investment, ${programLabels[caseFile.citizenshipProgram]}`;
}

/** The main applicant; while he has no name yet, the title of the case stands for him. */
export async function clientOf(executor: Executor, { row }: InvoiceOfCase): Promise<string> {
  const [main] = await executor
    .select({ name: applicants.fullName })
    .from(applicants)
    .where(
      and(
        eq(applicants.caseId, row.caseId),
        eq(applicants.category, "Main Applicant"),
        ne(applicants.fullName, ""),
      ),
    )
    .orderBy(asc(applicants.position))
    .limit(1);
  return main ? `${row.gender}. ${main.name}` : row.caseTitle;
}

/** '$1,234.50', 'AED 4,500.00' (D-030), from whole cents, without a number that could lose one. */
export function moneyText(cents: number, currency: Currency): string {
  const digits = String(cents).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${currency === "USD" ? "$" : "AED "}${whole}.${digits.slice(-2)}`;
}

const longDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function dayText(day: string): string {
  return longDate.format(new Date(`${day}T00:00:00Z`));
}
