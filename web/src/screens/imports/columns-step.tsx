import { useState } from "react";
import {
  importColumns,
  type ImportSheet,
  importSheets,
  missingColumns,
  type SheetMapping,
} from "contract/import-columns";
import type { Import, ImportMapping, ImportOptions } from "contract/imports";
import { importMessages } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { useSaveMapping } from "./imports.queries.ts";

const texts = importMessages.columns;
const NOT_USED = "-";

type ColumnsStepProps = { readonly shown: Import; readonly onSaved: () => void };

/** Left what the file says, right what it is. */
export function ColumnsStep({ shown, onSaved }: ColumnsStepProps) {
  const [mapping, setMapping] = useState<ImportMapping>(shown.mapping);
  const [options, setOptions] = useState<ImportOptions>(shown.options);
  const save = useSaveMapping(shown);
  useUnsaved(mapping !== shown.mapping || options !== shown.options);
  const sheets = importSheets.filter((sheet) => shown.columns[sheet] !== null);
  const open = sheets.flatMap((sheet) => {
    const chosen = mapping[sheet];
    // People may be left out as a whole.
    return sheet === "people" && chosen === null ? [] : missingColumns(sheet, chosen ?? {});
  });
  return (
    <div className="flex max-w-268 flex-col gap-6">
      <p className="text-base text-muted">{texts.intro}</p>
      {sheets.map((sheet) => (
        <SheetCard
          key={sheet}
          sheet={sheet}
          columns={shown.columns[sheet] ?? []}
          mapping={mapping[sheet]}
          onChange={(chosen) => setMapping({ ...mapping, [sheet]: chosen })}
        />
      ))}
      <OptionsCard options={options} onChange={setOptions} />
      <div className="flex flex-wrap items-center justify-end gap-4">
        {open.length > 0 ? (
          <p role="status" className="text-sm text-danger">
            {texts.open(open)}
          </p>
        ) : null}
        <Button
          disabled={open.length > 0}
          pending={save.isPending}
          pendingText={texts.pending}
          onClick={() => save.mutate({ mapping, options }, { onSuccess: onSaved })}
        >
          {texts.check}
        </Button>
      </div>
    </div>
  );
}

type SheetCardProps = {
  readonly sheet: ImportSheet;
  readonly columns: NonNullable<Import["columns"]["cases"]>;
  readonly mapping: SheetMapping | null;
  readonly onChange: (mapping: SheetMapping | null) => void;
};

function SheetCard({ sheet, columns, mapping, onChange }: SheetCardProps) {
  const chosen = mapping ?? {};
  const fields = importColumns[sheet];
  const options = [
    { value: NOT_USED, label: texts.notUsed },
    ...fields.map(({ field, head }) => ({ value: field, label: head })),
  ];
  // A field is one column's: choosing it here takes it from the other.
  const choose = (at: number, field: string) => {
    const others = Object.entries(chosen).filter(
      ([name, column]) => name !== field && column !== at,
    );
    onChange(Object.fromEntries(field === NOT_USED ? others : [...others, [field, at]]));
  };
  return (
    <SectionCard
      title={texts.sheets[sheet]}
      flush
      actions={
        sheet === "people" ? (
          <Checkbox
            checked={mapping === null}
            onCheckedChange={(isOut) => onChange(isOut ? null : {})}
          >
            {texts.leaveOut}
          </Checkbox>
        ) : undefined
      }
    >
      {mapping === null ? null : (
        <ul className="divide-y divide-line">
          {columns.map(({ head, samples }, at) => (
            <li
              key={at}
              className="grid grid-cols-2 items-center gap-4 px-5 py-3 max-md:grid-cols-1 max-md:gap-2"
            >
              <div className="min-w-0">
                <p className="font-medium break-words" dir="auto">
                  {head || texts.noHead(at + 1)}
                </p>
                <p className="truncate text-sm text-muted" dir="auto">
                  {samples.join(" · ") || "–"}
                </p>
              </div>
              <Select
                label={texts.of(head || String(at + 1))}
                value={fieldOf(chosen, at)}
                options={options}
                onValueChange={(field) => choose(at, field)}
              />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

const fieldOf = (mapping: SheetMapping, at: number) =>
  Object.entries(mapping).find(([, column]) => column === at)?.[0] ?? NOT_USED;

type OptionsCardProps = {
  readonly options: ImportOptions;
  readonly onChange: (options: ImportOptions) => void;
};

function OptionsCard({ options, onChange }: OptionsCardProps) {
  const set = (part: Partial<ImportOptions>) => onChange({ ...options, ...part });
  return (
    <SectionCard title={texts.options}>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label={texts.existing}>
          <Select
            value={options.existing}
            options={choicesOf(texts.existingChoices)}
            onValueChange={(existing) => set({ existing })}
          />
        </Field>
        <Field label={texts.clients}>
          <Select
            value={options.clients}
            options={choicesOf(texts.clientsChoices)}
            onValueChange={(clients) => set({ clients })}
          />
        </Field>
        <Field label={texts.dates}>
          <Select
            value={options.dates}
            options={choicesOf(texts.datesChoices)}
            onValueChange={(dates) => set({ dates })}
          />
        </Field>
        <Field label={texts.decimals}>
          <Select
            value={options.decimals}
            options={choicesOf(texts.decimalsChoices)}
            onValueChange={(decimals) => set({ decimals })}
          />
        </Field>
        <Checkbox
          checked={options.automation}
          onCheckedChange={(automation) => set({ automation })}
        >
          {texts.automation}
        </Checkbox>
      </div>
    </SectionCard>
  );
}

function choicesOf<Choice extends string>(labels: Readonly<Record<Choice, string>>) {
  return (Object.entries(labels) as [Choice, string][]).map(([value, label]) => ({ value, label }));
}
