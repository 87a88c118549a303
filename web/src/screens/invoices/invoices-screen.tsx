import { Plus, ReceiptText, RotateCw, SearchX } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { Invoice } from "contract/invoices";
import type { CurrentUser } from "contract/session";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useCaseChoice } from "#web/features/cases/use-case-search.ts";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { CreateInvoiceDialog } from "#web/features/invoices/create-invoice-dialog.tsx";
import { EditInvoiceDialog } from "#web/features/invoices/edit-invoice-dialog.tsx";
import { InvoiceCards } from "#web/features/invoices/invoice-cards.tsx";
import { InvoiceTable } from "#web/features/invoices/invoice-table.tsx";
import { InvoiceToolbar } from "#web/features/invoices/invoice-toolbar.tsx";
import { announceProcessed, useListedInvoice } from "#web/features/invoices/invoices.queries.ts";
import { ProcessingOverlay } from "#web/features/invoices/processing-overlay.tsx";
import { RemoveInvoiceDialog } from "#web/features/invoices/remove-invoice-dialog.tsx";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { useIsNarrow } from "#web/shell/use-is-narrow.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { invoiceContents } from "./invoice-columns.tsx";
import { useInvoiceList } from "./use-invoice-list.ts";

const texts = messages.invoices.screen;

/** Admins work here; agents read the invoices of their cases; nobody else comes in (D-112). */
export function InvoicesScreen() {
  const user = useCurrentUser();
  return user.isAdmin || user.role === "agent" ? <Invoices user={user} /> : <AccessDenied />;
}

function Invoices({ user }: { readonly user: CurrentUser }) {
  const list = useInvoiceList(user.id);
  const { lines } = list;
  const counts = lines?.shown.counts;
  const isNarrow = useIsNarrow();
  const [isCreating, setIsCreating] = useState(false);
  const [isProcessing, setIsProcessing] = useState(false);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const [edited, setEdited] = useState<Invoice | null>(null);
  const [removed, setRemoved] = useState<Invoice | null>(null);
  const { columns, card } = invoiceContents({
    isAdmin: user.isAdmin,
    onEdit: setEdited,
    onRemove: setRemoved,
  });

  const refresh = async () => {
    setIsRefreshing(true);
    await list.reread();
    setIsRefreshing(false);
  };

  return (
    <Page>
      <PageHeader
        title={texts.title}
        backTo={null}
        actions={
          <>
            <Button
              variant="secondary"
              icon={<Icon of={RotateCw} />}
              pending={isRefreshing}
              onClick={() => void refresh()}
            >
              {texts.refresh}
            </Button>
            <ExportButton list="invoices" query={list.query} />
            {user.isAdmin ? (
              <Button icon={<Icon of={Plus} />} onClick={() => setIsCreating(true)}>
                {texts.create}
              </Button>
            ) : null}
          </>
        }
      />
      {lines === null && list.error === null ? (
        <SkeletonScreen label={texts.loading}>
          <SkeletonRows count={8} />
        </SkeletonScreen>
      ) : null}
      {list.error === null ? null : (
        <ErrorState message={texts.failed} onRetry={list.retry} retrying={list.isPending} />
      )}
      {counts?.total === 0 ? (
        <div className={cardLook}>
          <EmptyState
            icon={ReceiptText}
            title={texts.none}
            description={user.isAdmin ? texts.noneHint : undefined}
          />
        </div>
      ) : null}
      {lines && counts && counts.total > 0 ? (
        <>
          <InvoiceToolbar
            search={{ label: texts.search, ...list.controls.search }}
            found={texts.count(counts.found, formatCount(counts.found))}
            group={{ label: texts.group, options: texts.groupBy, ...list.controls.group }}
            sort={{ label: texts.sort, options: texts.sortBy, ...list.controls.sort }}
            order={list.controls.order}
          />
          {counts.found === 0 ? (
            <div className={cardLook}>
              <EmptyState icon={SearchX} title={texts.noneFound} />
            </div>
          ) : isNarrow ? (
            <InvoiceCards lines={lines} card={card} />
          ) : (
            <InvoiceTable lines={lines} label={texts.title} columns={columns} />
          )}
        </>
      ) : null}
      {user.isAdmin ? (
        <>
          {isCreating ? (
            <Create
              onClose={() => setIsCreating(false)}
              onCreated={() => {
                setIsCreating(false);
                setIsProcessing(true);
              }}
            />
          ) : null}
          {edited ? <Edit key={edited.id} listed={edited} onClose={() => setEdited(null)} /> : null}
          <RemoveInvoiceDialog invoice={removed} onClose={() => setRemoved(null)} />
        </>
      ) : null}
      {isProcessing ? (
        <ProcessingOverlay
          onDone={() => {
            setIsProcessing(false);
            void announceProcessed();
          }}
        />
      ) : null}
    </Page>
  );
}

function Create(props: Omit<ComponentProps<typeof CreateInvoiceDialog>, "cases">) {
  return <CreateInvoiceDialog {...props} cases={useCaseChoice()} />;
}

type EditProps = { readonly listed: Invoice; readonly onClose: () => void };

function Edit({ listed, onClose }: EditProps) {
  const { data: invoice } = useListedInvoice(listed);
  const cases = useCaseChoice(listed.case.caseId);
  return invoice ? <EditInvoiceDialog invoice={invoice} cases={cases} onClose={onClose} /> : null;
}
