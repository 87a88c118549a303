import type { ReactNode } from "react";
import { useController, useFormContext } from "react-hook-form";
import type * as z from "zod/mini";
import { programLabels, programs } from "contract/case-parts";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import { caseGenders, type CreateCaseInput, DEFAULT_FIU_FEE, MAX_APPLICANTS } from "contract/cases";
import { nationalities } from "contract/nationalities";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { MoneyField, SelectField } from "#web/ui/form-fields.tsx";
import { Input } from "#web/ui/input.tsx";
import { StatusGlyph } from "./status-badge.tsx";

const texts = messages.cases.fields;

/** Everything but the words is chosen already (C:124). */
export const newCase = {
  title: "",
  citizenshipProgram: "vanuatu",
  status: "onboarding",
  gender: "Mr.",
  numberOfApplicants: 1,
  citizenshipFee: 0,
  fiuFee: DEFAULT_FIU_FEE,
} as const;

/** A form of a case takes the contract's input as it is, or a part of it. */
type CaseFieldValues = Partial<z.input<typeof CreateCaseInput>>;
export type CaseFieldName = Exclude<
  keyof CaseFieldValues,
  "caseId" | "description" | "assignedUsers"
>;

type CaseFieldsProps = {
  readonly names: readonly CaseFieldName[];
  /** Where a dialog calls a field by another name. */
  readonly labels?: Partial<Record<CaseFieldName, string>>;
  /** The place of each of them in the form's grid. */
  readonly className?: string;
};

/** Fields of the case whose form stands around them (`FormProvider`): the same for creating and for editing. */
export function CaseFields({ names, labels, className }: CaseFieldsProps) {
  return names.map((name) => (
    <CaseField key={name} name={name} label={labels?.[name] ?? texts[name]} className={className} />
  ));
}

type CaseFieldProps = {
  readonly name: CaseFieldName;
  readonly label: string;
  readonly className?: string;
};

function CaseField({ name, ...look }: CaseFieldProps): ReactNode {
  const { control, register, formState } = useFormContext<CaseFieldValues>();
  const error = formState.errors[name]?.message;
  switch (name) {
    case "title":
      return (
        <Field {...look} error={error} required>
          <Input placeholder={texts.titleHint} dir="auto" {...register(name)} />
        </Field>
      );
    case "citizenshipProgram":
      return <SelectField {...look} {...{ control, name }} required options={programOptions} />;
    case "status":
      return <SelectField {...look} {...{ control, name }} required options={statusOptions} />;
    case "gender":
      return <SelectField {...look} {...{ control, name }} required options={genderOptions} />;
    case "nationality":
      return <NationalityField {...look} />;
    case "numberOfApplicants":
      return (
        <Field {...look} error={error} required>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_APPLICANTS}
            {...register(name, { valueAsNumber: true })}
          />
        </Field>
      );
    case "citizenshipFee":
    case "fiuFee":
      return <MoneyField {...look} {...{ control, name }} />;
  }
}

/** About two hundred demonyms, found by typing (C:100); an older case may hold another word. */
function NationalityField(look: Omit<CaseFieldProps, "name">) {
  const { control } = useFormContext<CaseFieldValues>();
  const { field, fieldState } = useController({ control, name: "nationality" });
  const known: readonly string[] = nationalities;
  const words = field.value && !known.includes(field.value) ? [field.value, ...known] : known;
  return (
    <Field {...look} error={fieldState.error?.message} required>
      <Combobox
        value={field.value ?? null}
        onValueChange={field.onChange}
        options={words.map((word) => ({ value: word, label: word }))}
        searchPlaceholder={texts.searchNationality}
      />
    </Field>
  );
}

const programOptions = programs.map((value) => ({ value, label: programLabels[value] }));
const genderOptions = caseGenders.map((value) => ({ value, label: value }));
const statusOptions = caseStatuses.map((value) => ({
  value,
  label: caseStatusTexts[value].label,
  mark: <StatusGlyph status={value} />,
}));
