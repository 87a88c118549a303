import { ArrowDownWideNarrow, ArrowUpNarrowWide, LayoutGrid, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { useIsNarrow } from "#web/shell/use-is-narrow.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";

const texts = messages.invoices.toolbar;

export const invoiceViews = ["cards", "table"] as const;
export type InvoiceView = (typeof invoiceViews)[number];

type Choice<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  /** In their order, each with its words. */
  readonly options: Readonly<Record<Value, string>>;
};

type InvoiceToolbarProps<Group extends string, Sort extends string> = {
  readonly search: Pick<Choice<string>, "label" | "value" | "onValueChange">;
  readonly found?: string;
  readonly filters?: ReactNode;
  readonly group: Choice<Group>;
  readonly sort: Choice<Sort>;
  readonly order: Pick<Choice<"asc" | "desc">, "value" | "onValueChange">;
  readonly view?: Pick<Choice<InvoiceView>, "value" | "onValueChange">;
};

export function InvoiceToolbar<Group extends string, Sort extends string>({
  search,
  found,
  filters,
  group,
  sort,
  order,
  view,
}: InvoiceToolbarProps<Group, Sort>) {
  const isNarrow = useIsNarrow();
  const isDescending = order.value === "desc";
  const viewToggle = view ? <ViewToggle {...view} /> : null;
  return (
    <div className="@container mb-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-full @min-[45rem]:max-w-96 @min-[45rem]:basis-0">
          <SearchInput {...search} slashFocuses />
        </div>
        {found ? (
          <p role="status" className="text-sm text-muted tabular @min-[45rem]:ms-2">
            {found}
          </p>
        ) : null}
        {filters ? (
          <div className="flex flex-wrap items-center gap-2 max-md:w-full">
            {filters}
            {isNarrow ? viewToggle : null}
          </div>
        ) : null}
        <div className="flex flex-wrap items-center gap-2 max-md:w-full @min-[45rem]:ms-auto">
          <ToolbarSelect caption={texts.group} {...group} />
          <ToolbarSelect caption={texts.sort} {...sort} />
          <IconButton
            look="outline"
            icon={isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide}
            label={isDescending ? texts.descending : texts.ascending}
            onClick={() => order.onValueChange(isDescending ? "asc" : "desc")}
          />
          {filters && isNarrow ? null : viewToggle}
        </div>
      </div>
    </div>
  );
}

/** A select of the toolbar; its caption stands in front of what is chosen. */
export function ToolbarSelect<Value extends string>({
  options,
  ...select
}: Choice<Value> & { readonly caption?: string }) {
  return (
    <Select
      look="button"
      className="flex-[1_1_9rem] md:flex-none"
      {...select}
      options={(Object.keys(options) as Value[]).map((value) => ({ value, label: options[value] }))}
    />
  );
}

function ViewToggle(view: NonNullable<InvoiceToolbarProps<string, string>["view"]>) {
  return (
    <SegmentedControl
      label={texts.view}
      {...view}
      compactOnPhones
      segments={[
        { value: "cards", label: texts.viewAs.cards, icon: LayoutGrid },
        { value: "table", label: texts.viewAs.table, icon: Rows3 },
      ]}
    />
  );
}
