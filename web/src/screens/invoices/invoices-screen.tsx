import { Plus, ReceiptText, RotateCw, SearchX } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { Invoice } from "contract/invoices";
import type { CurrentUser } from "contract/session";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useCaseChoice } from "#web/features/cases/use-case-search.ts";
import { CreateInvoiceDialog } from "#web/features/invoices/create-invoice-dialog.tsx";
import { EditInvoiceDialog } from "#web/features/invoices/edit-invoice-dialog.tsx";
import { InvoiceCards } from "#web/features/invoices/invoice-cards.tsx";
import { InvoiceTable } from "#web/features/invoices/invoice-table.tsx";
import { InvoiceToolbar } from "#web/features/invoices/invoice-toolbar.tsx";
import { announceProcessed, useInvoices } from "#web/features/invoices/invoices.queries.ts";
import { ProcessingOverlay } from "#web/features/invoices/processing-overlay.tsx";
import { RemoveInvoiceDialog } from "#web/features/invoices/remove-invoice-dialog.tsx";
import { useGroupLines } from "#web/features/invoices/use-group-lines.ts";
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
  const invoices = useInvoices();
  const list = useInvoiceList(invoices.data ?? []);
  const lines = useGroupLines(list.groups);
  const isNarrow = useIsNarrow();
  const [isCreating, setIsCreating] = useState(false);
  const [isProcessing, setIsProcessing] = useState(false);
  const [editedId, setEditedId] = useState<number | null>(null);
  const [removed, setRemoved] = useState<Invoice | null>(null);
  // Looked up anew, so that the dialog shows files as they arrive.
  const edited = invoices.data?.find((invoice) => invoice.id === editedId) ?? null;
  const { columns, card } = invoiceContents({
    isAdmin: user.isAdmin,
    onEdit: (invoice) => setEditedId(invoice.id),
    onRemove: setRemoved,
  });

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
              pending={invoices.isRefetching}
              onClick={() => void invoices.refetch()}
            >
              {texts.refresh}
            </Button>
            {user.isAdmin ? (
              <Button icon={<Icon of={Plus} />} onClick={() => setIsCreating(true)}>
                {texts.create}
              </Button>
            ) : null}
          </>
        }
      />
      {invoices.isPending ? (
        <SkeletonScreen label={texts.loading}>
          <SkeletonRows count={8} />
        </SkeletonScreen>
      ) : null}
      {invoices.isError ? (
        <ErrorState
          message={texts.failed}
          onRetry={() => void invoices.refetch()}
          retrying={invoices.isFetching}
        />
      ) : null}
      {invoices.data?.length === 0 ? (
        <div className={cardLook}>
          <EmptyState
            icon={ReceiptText}
            title={texts.none}
            description={user.isAdmin ? texts.noneHint : undefined}
          />
        </div>
      ) : null}
      {invoices.data && invoices.data.length > 0 ? (
        <>
          <InvoiceToolbar
            search={{ label: texts.search, ...list.controls.search }}
            found={texts.count(list.found)}
            group={{ label: texts.group, options: texts.groupBy, ...list.controls.group }}
            sort={{ label: texts.sort, options: texts.sortBy, ...list.controls.sort }}
            order={list.controls.order}
          />
          {list.found === 0 ? (
            <div className={cardLook}>
              <EmptyState icon={SearchX} title={texts.noneFound} />
            </div>
          ) : isNarrow ? (
            <InvoiceCards {...lines} card={card} />
          ) : (
            <InvoiceTable {...lines} label={texts.title} columns={columns} />
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
          {edited ? (
            <Edit key={edited.id} invoice={edited} onClose={() => setEditedId(null)} />
          ) : null}
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

function Edit(props: Omit<ComponentProps<typeof EditInvoiceDialog>, "cases">) {
  return <EditInvoiceDialog {...props} cases={useCaseChoice(props.invoice.case.caseId)} />;
}
