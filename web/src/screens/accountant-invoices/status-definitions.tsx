import { useState } from "react";
import { invoiceStatuses } from "contract/invoices";
import { InvoiceStatusBadge } from "#web/features/invoices/invoice-badges.tsx";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { CollapsibleGroup } from "#web/ui/collapsible.tsx";

const texts = messages.invoices.accountant;

/** What each status means (D-151). */
export function StatusDefinitions() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={`${cardLook} mb-5 px-5 py-1.5`}>
      <CollapsibleGroup open={isOpen} onOpenChange={setIsOpen} title={texts.definitions}>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 pt-1 pb-3 text-sm">
          {invoiceStatuses.map((status) => (
            <div key={status} className="contents">
              <dt>
                <InvoiceStatusBadge status={status} />
              </dt>
              <dd className="text-muted">{texts.definitionOf[status]}</dd>
            </div>
          ))}
        </dl>
      </CollapsibleGroup>
    </div>
  );
}
