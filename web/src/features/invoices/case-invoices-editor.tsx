import { RotateCw } from "lucide-react";
import { type Invoice, invoiceStatuses } from "contract/invoices";
import { formatMoney } from "#web/format/money.ts";
import { formatPlainDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { Select } from "#web/ui/select.tsx";
import { useCaseInvoices, useUpdateCaseInvoiceStatus } from "./case-invoices.queries.ts";
import { InvoiceStageBadge, InvoiceStatusBadge } from "./invoice-badges.tsx";
import { InvoiceFileList } from "./invoice-file-list.tsx";

const texts = messages.invoices.ofCase;

/** All invoices of a case with their raw statuses, for admins (D-025, D-027). */
export function CaseInvoicesEditor({ caseCode }: { readonly caseCode: string }) {
  const invoices = useCaseInvoices(caseCode);
  return (
    <section aria-label={texts.title}>
      <div className="mb-2 flex justify-end">
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
      {invoices.data?.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">{texts.none}</p>
      ) : null}
      {invoices.data && invoices.data.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {invoices.data.map((invoice) => (
            <InvoiceLine key={invoice.id} caseCode={caseCode} invoice={invoice} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function InvoiceLine({
  caseCode,
  invoice,
}: {
  readonly caseCode: string;
  readonly invoice: Invoice;
}) {
  const update = useUpdateCaseInvoiceStatus(caseCode);
  const files = [
    ...invoice.stage1Files,
    ...invoice.stage2Files,
    ...invoice.addOnFiles,
    ...invoice.postCitizenshipFiles,
    ...invoice.otherFiles,
    ...invoice.adminFiles,
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_10rem_11rem] items-center gap-4 px-4 py-3 max-md:grid-cols-1 max-md:gap-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium tabular">
          {invoice.invoiceId} <InvoiceStageBadge stage={invoice.stage} />
        </p>
        <p className="mt-0.5 text-xs text-muted tabular">
          {formatMoney(invoice.totalFee, invoice.currency)} · {formatPlainDate(invoice.date)}
        </p>
      </div>
      <InvoiceFileList invoice={invoice} files={files} />
      <Select
        look="inline"
        label={texts.statusOf(invoice.invoiceId)}
        value={invoice.status}
        disabled={update.isPending}
        onValueChange={(status) => update.mutate({ invoice, status })}
        options={invoiceStatuses.map((status) => ({ value: status, label: status }))}
      >
        <InvoiceStatusBadge status={update.isPending ? update.variables.status : invoice.status} />
      </Select>
    </li>
  );
}
