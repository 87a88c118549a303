import { ArrowDownWideNarrow, ArrowUpNarrowWide } from "lucide-react";
import { invoiceGroupings, invoiceSortKeys } from "#web/features/invoices/invoice-order.ts";
import { messages } from "#web/messages/messages.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { InvoiceList } from "./use-invoice-list.ts";

const texts = messages.invoices.screen;

export function InvoiceToolbar({ list }: { readonly list: InvoiceList }) {
  return (
    <div className="@container mb-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-full @min-[45rem]:max-w-96 @min-[45rem]:basis-0">
          <SearchInput
            label={texts.search}
            value={list.search}
            onValueChange={list.setSearch}
            slashFocuses
          />
        </div>
        <p role="status" className="text-sm text-muted tabular @min-[45rem]:ms-2">
          {texts.count(list.found)}
        </p>
        <div className="flex items-center gap-2 max-md:w-full max-md:flex-wrap md:ms-auto">
          <Select
            look="button"
            className="max-md:flex-1"
            label={texts.group}
            caption={messages.invoices.accountant.group}
            value={list.groupBy}
            onValueChange={list.setGroupBy}
            options={invoiceGroupings.map((value) => ({ value, label: texts.groupBy[value] }))}
          />
          <Select
            look="button"
            className="max-md:flex-1"
            label={texts.sort}
            caption={messages.invoices.accountant.sort}
            value={list.sortBy}
            onValueChange={list.setSortBy}
            options={invoiceSortKeys.map((value) => ({ value, label: texts.sortBy[value] }))}
          />
          <IconButton
            look="outline"
            icon={list.isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide}
            label={list.isDescending ? texts.descending : texts.ascending}
            onClick={() => list.setIsDescending(!list.isDescending)}
          />
        </div>
      </div>
    </div>
  );
}
