import { ListFilter } from "lucide-react";
import { Suspense } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { useCaseFilters } from "./case-filters.ts";

const texts = messages.cases.filters;

const CaseFilterFields = fetched(
  async () => (await import("./case-filter-fields.tsx")).CaseFilterFields,
);

type CaseFilterProps = Pick<ReturnType<typeof useCaseFilters>, "filters" | "change"> & {
  /** Admins choose among everybody. */
  readonly hasAdvisers: boolean;
  readonly isNarrow?: boolean;
};

/** The button 'Filter'; what it opens is fetched when the pointer or the focus comes near. */
export function CaseFilter({ filters, change, hasAdvisers, isNarrow = false }: CaseFilterProps) {
  const count = Object.keys(filters).filter((name) => name !== "attention").length;
  const label = count === 0 ? texts.button : texts.buttonSet(count);
  const near = { onPointerEnter: CaseFilterFields.fetch, onFocus: CaseFilterFields.fetch };
  return (
    <Popover
      label={texts.button}
      align="end"
      className="max-h-(--radix-popover-content-available-height) overflow-y-auto"
      trigger={
        isNarrow ? (
          <PlainIconButton icon={ListFilter} label={label} look="outline" {...near} />
        ) : (
          <Button variant="secondary" aria-label={label} icon={<Icon of={ListFilter} />} {...near}>
            {texts.button}
          </Button>
        )
      }
    >
      <Suspense fallback={<Skeleton className="m-4 h-80 w-72" />}>
        <CaseFilterFields filters={filters} change={change} hasAdvisers={hasAdvisers} />
      </Suspense>
    </Popover>
  );
}
