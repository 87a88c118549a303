import { SearchX } from "lucide-react";
import { type Invoice, invoiceStages, invoiceStatuses } from "contract/invoices";
import { useCurrentUser } from "#web/api/current-user.ts";
import { InvoiceCards } from "#web/features/invoices/invoice-cards.tsx";
import { InvoiceTable } from "#web/features/invoices/invoice-table.tsx";
import { InvoiceToolbar, ToolbarSelect } from "#web/features/invoices/invoice-toolbar.tsx";
import { useInvoices } from "#web/features/invoices/invoices.queries.ts";
import { useGroupLines } from "#web/features/invoices/use-group-lines.ts";
import { messages } from "#web/messages/messages.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { accountantCard, accountantColumns } from "./accountant-columns.tsx";
import { StatusDefinitions } from "./status-definitions.tsx";
import { useAccountantList } from "./use-accountant-list.ts";

const texts = messages.invoices.accountant;
const noInvoices: readonly Invoice[] = [];
const statusOptions = { all: texts.allStatuses, ...sameWords(invoiceStatuses) };
const stageOptions = { all: texts.allStages, ...sameWords(invoiceStages) };

/** Accountants and admins read invoices and download their files; nothing here changes anything (I:83). */
export function AccountantInvoicesScreen() {
  const user = useCurrentUser();
  return user.isAdmin || user.role === "accountant" ? <AccountantInvoices /> : <AccessDenied />;
}

function AccountantInvoices() {
  const invoices = useInvoices();
  const list = useAccountantList(invoices.data ?? noInvoices);
  const { groups, controls, filters } = list;
  const lines = useGroupLines(groups);
  const isEmpty = groups.every((group) => group.invoices.length === 0);
  return (
    <Page>
      <PageHeader title={texts.title} description={texts.description} backTo={null} />
      <StatusDefinitions />
      <InvoiceToolbar
        search={{ label: texts.search, ...controls.search }}
        filters={
          <>
            <ToolbarSelect label={texts.statusFilter} options={statusOptions} {...filters.status} />
            <ToolbarSelect label={texts.stageFilter} options={stageOptions} {...filters.stage} />
          </>
        }
        group={{ label: texts.group, options: texts.groupBy, ...controls.group }}
        sort={{ label: texts.sort, options: texts.sortBy, ...controls.sort }}
        order={controls.order}
        view={controls.view}
      />
      {invoices.isPending ? (
        <SkeletonScreen label={messages.invoices.screen.loading}>
          <SkeletonRows count={8} />
        </SkeletonScreen>
      ) : null}
      {invoices.isError ? (
        <ErrorState
          message={messages.invoices.screen.failed}
          onRetry={() => void invoices.refetch()}
          retrying={invoices.isFetching}
        />
      ) : null}
      {invoices.data && isEmpty ? (
        <div className={cardLook}>
          <EmptyState icon={SearchX} title={texts.none} />
        </div>
      ) : null}
      {invoices.data && !isEmpty && list.view === "cards" ? (
        <InvoiceCards {...lines} card={accountantCard} />
      ) : null}
      {invoices.data && !isEmpty && list.view === "table" ? (
        <InvoiceTable {...lines} label={texts.title} columns={accountantColumns} />
      ) : null}
    </Page>
  );
}

/** Statuses and stages are shown in the words in which they are kept. */
function sameWords<Word extends string>(words: readonly Word[]): Record<Word, Word> {
  return Object.fromEntries(words.map((word) => [word, word])) as Record<Word, Word>;
}
