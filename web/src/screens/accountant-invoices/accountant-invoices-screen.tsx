import { SearchX } from "lucide-react";
import { invoiceStages, invoiceStatuses } from "contract/invoices";
import { useCurrentUser } from "#web/api/current-user.ts";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { InvoiceCards } from "#web/features/invoices/invoice-cards.tsx";
import { InvoiceTable } from "#web/features/invoices/invoice-table.tsx";
import { InvoiceToolbar, ToolbarSelect } from "#web/features/invoices/invoice-toolbar.tsx";
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
const statusOptions = { all: texts.allStatuses, ...sameWords(invoiceStatuses) };
const stageOptions = { all: texts.allStages, ...sameWords(invoiceStages) };

/** Accountants and admins read invoices and download their files; nothing here changes anything (I:83). */
export function AccountantInvoicesScreen() {
  const user = useCurrentUser();
  return user.isAdmin || user.role === "accountant" ? (
    <AccountantInvoices userId={user.id} />
  ) : (
    <AccessDenied />
  );
}

function AccountantInvoices({ userId }: { readonly userId: number }) {
  const list = useAccountantList(userId);
  const { controls, filters, lines } = list;
  const isEmpty = lines?.shown.counts.found === 0;
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={texts.description}
        backTo={null}
        actions={<ExportButton list="invoices" query={list.query} />}
      />
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
      {lines === null && list.error === null ? (
        <SkeletonScreen label={messages.invoices.screen.loading}>
          <SkeletonRows count={8} />
        </SkeletonScreen>
      ) : null}
      {list.error === null ? null : (
        <ErrorState
          message={messages.invoices.screen.failed}
          onRetry={list.retry}
          retrying={list.isPending}
        />
      )}
      {isEmpty ? (
        <div className={cardLook}>
          <EmptyState icon={SearchX} title={texts.none} />
        </div>
      ) : null}
      {lines && !isEmpty && list.view === "cards" ? (
        <InvoiceCards lines={lines} card={accountantCard} />
      ) : null}
      {lines && !isEmpty && list.view === "table" ? (
        <InvoiceTable lines={lines} label={texts.title} columns={accountantColumns} />
      ) : null}
    </Page>
  );
}

/** Statuses and stages are shown in the words in which they are kept. */
function sameWords<Word extends string>(words: readonly Word[]): Record<Word, Word> {
  return Object.fromEntries(words.map((word) => [word, word])) as Record<Word, Word>;
}
