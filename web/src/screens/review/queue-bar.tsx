import { Link } from "@tanstack/react-router";
import {
  ArrowLeft,
  ArrowRight,
  ChevronDown,
  ChevronLeft,
  CircleQuestionMark,
  ListFilter,
} from "lucide-react";
import { useState } from "react";
import { programLabels, programs } from "contract/case-parts";
import {
  documentCategories,
  documentCategoryLabel,
  isAdminCategory,
} from "contract/document-categories";
import { useCurrentUser } from "#web/api/current-user.ts";
import { AdviserField } from "#web/features/cases/adviser-field.tsx";
import { useAdviserName } from "#web/features/cases/use-adviser-name.ts";
import { useCaseSearch } from "#web/features/cases/use-case-search.ts";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { messages } from "#web/messages/messages.ts";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useIsPhone } from "#web/ui/use-media.ts";
import type { QueueFilters } from "./use-review-queue.ts";

export const filterNames = ["case", "program", "adviser", "category"] as const;
type FilterName = (typeof filterNames)[number];
const ANY = "any";

type QueueBarProps = {
  readonly filters: QueueFilters;
  readonly onFilters: (filters: Partial<Record<FilterName, string>>) => void;
  readonly hasKeys: boolean;
  readonly onKeys: (hasKeys: boolean) => void;
  readonly place: number;
  readonly total: number;
  readonly onGo: (by: number) => void;
  readonly isHelping: boolean;
  readonly onHelp: (isHelping: boolean) => void;
};

/** What the queue is narrowed to, and how it is worked through. */
export function QueueBar(props: QueueBarProps) {
  const { filters, onFilters, hasKeys, onKeys, isHelping, onHelp } = props;
  const isPhone = useIsPhone();
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  const clear = () => onFilters(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-canvas px-8 py-2 max-md:flex-nowrap max-md:px-4 max-md:py-1">
      {/* On phones the desk takes the place of the portal's bars: this is the way back. */}
      <Link
        to="/"
        aria-label={messages.ui.backToDashboard}
        className="-ms-3 grid size-11 place-items-center rounded-md text-muted md:hidden"
      >
        <Icon of={ChevronLeft} size={20} className="rtl:rotate-180" />
      </Link>
      <h1 className="me-2 text-lg/6 font-semibold max-md:me-0">{texts.title}</h1>
      {isPhone ? <PhoneFilters {...props} /> : <FilterPills {...props} />}
      {isFiltered && !isPhone ? (
        <button
          type="button"
          onClick={clear}
          className="rounded-sm px-2 py-1 text-sm font-medium text-accent hover:underline"
        >
          {texts.clear}
        </button>
      ) : null}
      <span className="ms-auto flex items-center gap-2 max-md:hidden">
        <Switch checked={hasKeys} onCheckedChange={onKeys}>
          {texts.shortcuts}
        </Switch>
        <ExportButton list="reviews" query={{}} look="small" />
        <PlainIconButton
          icon={CircleQuestionMark}
          label={texts.help}
          onClick={() => onHelp(true)}
        />
      </span>
      {isHelping ? <KeyHelp onClose={() => onHelp(false)} /> : null}
    </header>
  );
}

function FilterPills({ filters, onFilters }: QueueBarProps) {
  const { isAdmin } = useCurrentUser();
  const adviser = useAdviserName(filters.adviser);
  return (
    <>
      <Pill name={texts.caseFilter} value={filters.case === undefined ? null : `#${filters.case}`}>
        <CaseField filters={filters} onFilters={onFilters} />
      </Pill>
      <Pill
        name={texts.programFilter}
        value={
          programs.find((program) => program === filters.program)
            ? programLabels[filters.program as "nauru"]
            : null
        }
      >
        <ProgramField filters={filters} onFilters={onFilters} />
      </Pill>
      {isAdmin ? (
        <Pill name={texts.adviserFilter} value={adviser}>
          <AdviserField
            value={filters.adviser}
            onChange={(chosen) => onFilters({ adviser: chosen })}
          />
        </Pill>
      ) : null}
      <Pill
        name={texts.typeFilter}
        value={filters.category === undefined ? null : documentCategoryLabel(filters.category)}
      >
        <TypeField filters={filters} onFilters={onFilters} />
      </Pill>
    </>
  );
}

function PhoneFilters(props: QueueBarProps) {
  const { place, total, onGo, filters, onFilters } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { isAdmin } = useCurrentUser();
  return (
    <>
      <span className="text-sm text-muted tabular">
        {total === 0 ? null : texts.position(place, total)}
      </span>
      <span className="ms-auto flex items-center">
        <PlainIconButton
          icon={ListFilter}
          label={texts.filters}
          className="size-11!"
          onClick={() => setIsOpen(true)}
        />
        <PlainIconButton
          icon={ArrowLeft}
          label={texts.previous}
          className="size-11!"
          onClick={() => onGo(-1)}
        />
        <PlainIconButton
          icon={ArrowRight}
          label={texts.next}
          className="size-11!"
          onClick={() => onGo(1)}
        />
      </span>
      <Dialog open={isOpen} onOpenChange={setIsOpen} size="sm" title={texts.filters}>
        <div className="flex flex-col gap-4">
          <CaseField filters={filters} onFilters={onFilters} />
          <ProgramField filters={filters} onFilters={onFilters} />
          {isAdmin ? (
            <AdviserField
              value={filters.adviser}
              onChange={(chosen) => onFilters({ adviser: chosen })}
            />
          ) : null}
          <TypeField filters={filters} onFilters={onFilters} />
        </div>
      </Dialog>
    </>
  );
}

type PillProps = {
  readonly name: string;
  readonly value: string | null;
  readonly children: React.ReactNode;
};

function Pill({ name, value, children }: PillProps) {
  return (
    <Popover
      label={name}
      align="start"
      className="w-72 p-4"
      trigger={
        <button
          type="button"
          data-set={value === null ? undefined : true}
          className="inline-flex h-8 max-w-60 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-xs font-medium text-muted hover:border-line-strong data-set:border-line-strong data-set:text-ink"
        >
          <span className="truncate">{value === null ? name : texts.chosen(name, value)}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      {children}
    </Popover>
  );
}

type FieldProps = Pick<QueueBarProps, "filters" | "onFilters">;

function CaseField({ filters, onFilters }: FieldProps) {
  const search = useCaseSearch();
  return (
    <Field label={texts.caseFilter}>
      <Combobox
        value={filters.case ?? null}
        placeholder={texts.any}
        search={search}
        chosenLabel={filters.case === undefined ? undefined : `#${filters.case}`}
        onValueChange={(id) => onFilters({ case: id })}
        options={search.found.map(({ id, caseId, title }) => ({
          value: String(id),
          label: caseId,
          detail: title,
        }))}
      />
    </Field>
  );
}

function ProgramField({ filters, onFilters }: FieldProps) {
  return (
    <Field label={texts.programFilter}>
      <Select
        value={filters.program ?? ANY}
        onValueChange={(value) => onFilters({ program: value === ANY ? undefined : value })}
        options={[
          { value: ANY, label: texts.any },
          ...programs.map((program) => ({ value: program, label: programLabels[program] })),
        ]}
      />
    </Field>
  );
}

function TypeField({ filters, onFilters }: FieldProps) {
  const { isAdmin } = useCurrentUser();
  return (
    <Field label={texts.typeFilter}>
      <Select
        value={filters.category ?? ANY}
        onValueChange={(value) => onFilters({ category: value === ANY ? undefined : value })}
        options={[
          { value: ANY, label: texts.any },
          ...documentCategories
            .filter((category) => isAdmin || !isAdminCategory(category))
            .map((category) => ({ value: category, label: documentCategoryLabel(category) })),
        ]}
      />
    </Field>
  );
}

function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={texts.help}>
      <dl className="flex flex-col gap-2.5">
        {texts.helpLines.map(([key, meaning]) => (
          <div key={key} className="flex items-center gap-3 text-sm">
            <dt className="w-14">
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
