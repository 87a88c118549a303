import { type ReactNode, useRef, useState } from "react";
import { digitPlaces } from "contract/passport-lines";
import { LINE_LENGTH, readingMessages, type UsableField } from "contract/reading-parts";
import type { PassportReading } from "contract/readings";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { PassportWarnings } from "./passport-warnings.tsx";
import { ProposalTable } from "./proposal-table.tsx";
import { isSame, rowsOf } from "./reading-rows.ts";
import { type TypedValues, useTypedLines, useTypedValue } from "./readings.queries.ts";
import { SameLine } from "./same-line.tsx";
import {
  areWhole,
  hasStrangeCharacters,
  type Lines,
  typedInto,
  wrongDigits,
} from "./typed-lines.ts";
import { useDecidedFields } from "./use-decided-fields.ts";

export type PersonOfLines = { readonly id: number; readonly fullName: string };
export type TypedLinesDialogProps = {
  readonly caseId: number;
  readonly person: PersonOfLines | null;
  /** What was read so far, to be put right. */
  readonly first?: Lines | undefined;
  readonly onClose: () => void;
};

/** For passports whose lines no picture shows well: typed, checked at once, and kept by nobody until a value is used. */
export function TypedLinesDialog({ caseId, person, first, onClose }: TypedLinesDialogProps) {
  const [lines, setLines] = useState<Lines>(first ?? ["", ""]);
  const second = useRef<HTMLInputElement>(null);
  const isWhole = areWhole(lines);
  const judged = useTypedLines({ caseId, lines, applicantId: person?.id ?? null }, isWhole);
  const type = (place: 0 | 1, text: string) => {
    const next = typedInto(lines, place, text);
    setLines(next);
    if (place === 0 && next[1] !== lines[1]) second.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.typed.titleOf(person?.fullName ?? "")}
      size="lg"
      footer={
        <Button variant="secondary" onClick={onClose}>
          {texts.typed.close}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{texts.typed.hint}</p>
        <LineField line={lines[0]} place={0} onType={type} />
        <LineField line={lines[1]} place={1} onType={type} field={second} />
        <Digits line={lines[1]} />
        {!isWhole ? null : judged.data === undefined ? (
          judged.isError ? (
            <p role="alert" className="text-sm text-danger">
              {texts.notLoaded}
            </p>
          ) : (
            <Skeleton className="h-8 w-full" />
          )
        ) : (
          <TypedProposals reading={judged.data} person={person} />
        )}
      </div>
    </Dialog>
  );
}

type LineFieldProps = {
  readonly line: string;
  readonly place: 0 | 1;
  readonly field?: React.Ref<HTMLInputElement>;
  readonly onType: (place: 0 | 1, text: string) => void;
};

function LineField({ line, place, field, onType }: LineFieldProps) {
  return (
    <Field
      label={texts.typed.line(place + 1)}
      hint={texts.typed.counted(line.length, LINE_LENGTH)}
      error={hasStrangeCharacters(line) ? readingMessages.lineCharacters : undefined}
    >
      <Input
        ref={field}
        dir="ltr"
        value={line}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono"
        onChange={(event) => onType(place, event.target.value)}
      />
    </Field>
  );
}

/** The lower line with the digits that are wrong so far, in the line and in words. */
function Digits({ line }: { readonly line: string }) {
  const wrong = wrongDigits(line);
  if (wrong.length === 0)
    return areWhole([line, line]) ? (
      <p role="status" className="text-sm text-muted">
        {texts.typed.right}
      </p>
    ) : null;
  const places = wrong.map((field) => digitPlaces[field]);
  return (
    <div role="status" className="text-sm text-danger">
      <p aria-hidden className="overflow-x-auto font-mono">
        {marked(line, places)}
      </p>
      <p>{texts.typed.wrong(wrong.map((field) => texts.typed.digits[field]))}</p>
    </div>
  );
}

function marked(line: string, places: readonly number[]): ReactNode {
  return Array.from(line, (character, place) =>
    places.includes(place) ? (
      <mark key={place} className="bg-danger-soft text-danger underline">
        {character}
      </mark>
    ) : (
      <span key={place} className="text-muted">
        {character}
      </span>
    ),
  );
}

const columns: Record<UsableField, keyof TypedValues> = {
  name: "passportName",
  dateOfBirth: "dateOfBirth",
  sex: "gender",
  nationality: "nationality",
  passportNumber: "passportNumber",
  passportCountry: "passportCountry",
  passportExpiresOn: "passportExpiresOn",
};

type TypedProposalsProps = Pick<TypedLinesDialogProps, "person"> & {
  readonly reading: PassportReading;
};

function TypedProposals({ reading, person }: TypedProposalsProps) {
  const [areAllShown, setAllShown] = useState(false);
  const { decided, decide } = useDecidedFields();
  const use = useTypedValue();
  const rows = rowsOf(reading);
  const same = rows.filter((row) => isSame(row) && !decided.has(row.name));
  const take = (field: UsableField) => {
    const { version } = reading;
    const value = rows.find(({ name }) => name === field)?.value ?? null;
    if (person === null || version === null || value === null) return;
    use.mutate(
      { field, person, version, values: { [columns[field]]: value } },
      {
        onSuccess: () => {
          decide([field]);
          toast({ title: texts.toasts.used(texts.fields[field]) });
        },
      },
    );
  };
  return (
    <>
      <PassportWarnings warnings={reading.warnings} />
      {reading.applicantId === null ? (
        <p className="text-sm text-muted">{readingMessages.noPerson}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <div className="flex flex-col gap-2">
          <ProposalTable
            rows={areAllShown ? rows : rows.filter((row) => !same.includes(row))}
            used={decided}
            fresh={new Set()}
            pending={new Set(use.isPending ? [use.variables.field] : [])}
            onDecide={take}
          />
          <SameLine
            labels={same.map(({ name }) => texts.fields[name])}
            isOpen={areAllShown}
            onToggle={() => setAllShown(!areAllShown)}
          />
        </div>
      )}
    </>
  );
}
