import { SearchX } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useInvoices } from "#web/features/invoices/invoices.queries.ts";
import { useGroupLines } from "#web/features/invoices/use-group-lines.ts";
import { messages } from "#web/messages/messages.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { AccountantCards } from "./accountant-cards.tsx";
import { filterInvoices, groupForAccountant, sortForAccountant } from "./accountant-order.ts";
import { AccountantTable } from "./accountant-table.tsx";
import { AccountantToolbar, useAccountantControls } from "./accountant-toolbar.tsx";
import { StatusDefinitions } from "./status-definitions.tsx";

const texts = messages.invoices.accountant;

/** Accountants and admins read invoices and download their files; nothing here changes anything (I:83). */
export function AccountantInvoicesScreen() {
  const user = useCurrentUser();
  return user.isAdmin || user.role === "accountant" ? <AccountantInvoices /> : <AccessDenied />;
}

function AccountantInvoices() {
  const invoices = useInvoices();
  const controls = useAccountantControls();
  const { view, groupBy, sort, filter } = controls;
  const wanted = useDeferredValue(filter);
  const groups = useMemo(
    () =>
      groupForAccountant(
        sortForAccountant(filterInvoices(invoices.data ?? [], wanted), sort),
        groupBy,
      ),
    [invoices.data, wanted, sort, groupBy],
  );
  const lines = useGroupLines(groups, groupBy !== "none");
  const Lines = view === "cards" ? AccountantCards : AccountantTable;
  const isEmpty = groups.every((group) => group.invoices.length === 0);
  return (
    <Page>
      <PageHeader title={texts.title} description={texts.description} backTo={null} />
      <StatusDefinitions />
      <AccountantToolbar controls={controls} />
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
      {invoices.data && !isEmpty ? <Lines {...lines} /> : null}
    </Page>
  );
}
