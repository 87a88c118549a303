import { FileDown, ReceiptText, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { clientInvoiceStatuses, type Invoice, invoicesApi } from "contract/invoices";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { formatMoney, formatRate } from "#web/format/money.ts";
import { formatPlainDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState, Gone } from "#web/ui/states.tsx";
import { useFound } from "#web/ui/use-found.ts";
import { useCaseInvoices } from "./case-invoices.queries.ts";
import { InvoiceStageBadge, InvoiceStatusBadge } from "./invoice-badges.tsx";
import { InvoiceFileList } from "./invoice-file-list.tsx";
import { ReceiptUpload } from "./receipt-upload.tsx";

const texts = messages.invoices.ofCase;

type CaseInvoicesProps = {
  readonly caseFile: { readonly caseId: string };
  /** The code a link points at. */
  readonly found?: string | undefined;
};

/** The invoices of a case as its client meets them: to be paid, or paid; all others are hidden (C:61). */
export function CaseInvoices({ caseFile, found }: CaseInvoicesProps) {
  const invoices = useCaseInvoices(caseFile.caseId);
  const shown = (invoices.data ?? []).filter((invoice) =>
    clientInvoiceStatuses.some((status) => status === invoice.status),
  );
  return (
    <section aria-label={texts.title}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{texts.title}</h2>
        <Button
          variant="ghost"
          size="sm"
          icon={<Icon of={RotateCw} />}
          pending={invoices.isFetching}
          onClick={() => void invoices.refetch()}
        >
          {texts.refresh}
        </Button>
      </div>
      <QueryStates of={invoices} texts={texts} lines={2} />
      {found !== undefined &&
      invoices.data &&
      !shown.some(({ invoiceId }) => invoiceId === found) ? (
        <Gone className="mb-3">{texts.gone}</Gone>
      ) : null}
      {invoices.data && shown.length === 0 ? (
        <div className={cardLook}>
          <EmptyState icon={ReceiptText} title={texts.none} />
        </div>
      ) : null}
      <ul className="flex flex-col gap-4">
        {shown.map((invoice) => (
          <li key={invoice.id}>
            <CaseInvoice
              caseCode={caseFile.caseId}
              invoice={invoice}
              isFound={invoice.invoiceId === found}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type CaseInvoiceProps = {
  readonly caseCode: string;
  readonly invoice: Invoice;
  readonly isFound: boolean;
};

function CaseInvoice({ caseCode, invoice, isFound }: CaseInvoiceProps) {
  const place = useFound<HTMLElement>(isFound);
  const isPaid = invoice.status === "Paid by client";
  const files = [
    ...invoice.stage1Files,
    ...invoice.stage2Files,
    ...invoice.addOnFiles,
    ...invoice.postCitizenshipFiles,
  ];
  const savePdf = () =>
    void download(
      urlOf(invoicesApi.downloadPdf, { params: { id: invoice.id } }),
      `${invoice.invoiceId}.pdf`,
    ).catch(failureToast(texts.pdfFailedTitle, texts.pdfFailed));
  return (
    <article {...place} aria-label={invoice.invoiceId} className={`${cardLook} p-5 max-md:p-4`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-md font-semibold tabular">{invoice.invoiceId}</h3>
        <InvoiceStageBadge stage={invoice.stage} />
        <InvoiceStatusBadge
          status={invoice.status}
          label={isPaid ? texts.status["Paid by client"] : texts.status.Sent}
        />
        <Button
          variant="secondary"
          size="sm"
          className="ms-auto"
          icon={<Icon of={FileDown} />}
          onClick={savePdf}
        >
          {texts.downloadPdf}
        </Button>
      </header>
      <dl className="mt-4 grid grid-cols-4 gap-4 max-md:grid-cols-2">
        <Fact label={texts.total} strong>
          {formatMoney(invoice.totalFee, invoice.currency)}
        </Fact>
        <Fact label={texts.usdFee}>{formatMoney(invoice.usdFee, "USD")}</Fact>
        <Fact label={texts.rate}>{formatRate(invoice.rate)}</Fact>
        <Fact label={texts.date}>{formatPlainDate(invoice.date)}</Fact>
      </dl>
      <div className="mt-4 grid grid-cols-2 gap-4 border-t border-line pt-4 max-md:grid-cols-1">
        <div>
          <h4 className="mb-1 text-xs text-muted">{texts.files}</h4>
          <InvoiceFileList invoice={invoice} files={files} />
        </div>
        <div>
          <h4 className="mb-1 text-xs text-muted">{texts.receipts}</h4>
          <InvoiceFileList invoice={invoice} files={invoice.otherFiles} />
          <ReceiptUpload caseCode={caseCode} invoice={invoice} />
        </div>
      </div>
    </article>
  );
}

type FactProps = {
  readonly label: string;
  readonly strong?: boolean;
  readonly children: ReactNode;
};

function Fact({ label, strong = false, children }: FactProps) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={`mt-0.5 tabular ${strong ? "text-md font-semibold" : "text-base"}`}>
        {children}
      </dd>
    </div>
  );
}
