import { Plus, Trash2 } from "lucide-react";
import { Controller, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { applicantCategories } from "contract/applicants";
import type { Program } from "contract/case-parts";
import { caseStatusTexts } from "contract/case-status";
import {
  askedCategories,
  maritalStatuses,
  providers,
  validityBases,
} from "contract/checklist-parts";
import { documentCategoryLabel } from "contract/document-categories";
import { clauseNeeds, judgedOn, MOST_CLAUSES, pipelineStatuses, ruleScopes } from "contract/rules";
import { useSamples } from "#web/features/samples/samples.queries.ts";
import { programMessages } from "#web/messages/programs.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/form-fields.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Input } from "#web/ui/input.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { newClause, NO_SAMPLE, type RuleForm } from "./rule-form.ts";

const texts = programMessages.panel;
const pair = "grid grid-cols-2 gap-4";

type RuleFieldsProps = {
  readonly program: Program;
  /** Program, type, scope and the split by country never change. */
  readonly isNew: boolean;
  /** Types that have an active rule already. */
  readonly taken: readonly string[];
};

export function RuleFields({ program, isNew, taken }: RuleFieldsProps) {
  const { control, register, formState } = useFormContext<RuleForm>();
  const { errors } = formState;
  const [basis, perResidence] = useWatch({ control, name: ["validityBasis", "perResidence"] });
  return (
    <div className="flex flex-col gap-5">
      {isNew ? (
        <>
          <SelectField
            control={control}
            name="category"
            label={texts.category}
            options={askedCategories
              .filter((category) => !taken.includes(category))
              .map((category) => ({ value: category, label: documentCategoryLabel(category) }))}
          />
          <SelectField
            control={control}
            name="scope"
            label={texts.scope}
            options={ruleScopes.map((scope) => ({ value: scope, label: texts.scopes[scope] }))}
          />
          <Controller
            control={control}
            name="perResidence"
            render={({ field }) => (
              <Checkbox checked={field.value} onCheckedChange={field.onChange}>
                {texts.perResidence}
              </Checkbox>
            )}
          />
        </>
      ) : null}
      <Field label={texts.label} error={errors.label?.message} required>
        <Input {...register("label")} maxLength={100} />
      </Field>
      <div className={pair}>
        <SelectField
          control={control}
          name="dueFrom"
          label={texts.dueFrom}
          options={pipelineStatuses.map((status) => ({
            value: status,
            label: caseStatusTexts[status].label,
          }))}
        />
        <SelectField
          control={control}
          name="providedBy"
          label={texts.providedBy}
          options={providers.map((provider) => ({
            value: provider,
            label: programMessages.providers[provider],
          }))}
        />
      </div>
      <Clauses />
      <div className={pair}>
        <NumberField name="quantityMin" label={texts.quantityMin} />
        <NumberField name="quantityMax" label={texts.quantityMax} />
      </div>
      {perResidence ? (
        <>
          <NumberField name="residenceMonths" label={texts.residenceMonths} />
          <SelectField
            control={control}
            name="coveredBy"
            label={texts.coveredBy}
            options={[
              { value: "none", label: texts.nothing },
              ...askedCategories.map((category) => ({
                value: category,
                label: documentCategoryLabel(category),
              })),
            ]}
          />
        </>
      ) : null}
      <div className={pair}>
        <SelectField
          control={control}
          name="validityBasis"
          label={texts.basis}
          options={validityBases.map((each) => ({ value: each, label: texts.bases[each] }))}
        />
        <SelectField
          control={control}
          name="judgedOn"
          label={texts.judgedOn}
          options={judgedOn.map((each) => ({ value: each, label: texts.judgedOns[each] }))}
        />
      </div>
      {basis === "none" ? null : (
        <div className={pair}>
          <NumberField name="validityDays" label={texts.days} />
          <NumberField name="warnDays" label={texts.warnDays} />
        </div>
      )}
      <Field label={texts.form} error={errors.form?.message}>
        <Textarea rows={1} {...register("form")} maxLength={300} />
      </Field>
      <Field label={texts.help} hint={texts.helpHint} error={errors.help?.message}>
        <Textarea rows={2} {...register("help")} maxLength={500} />
      </Field>
      <Field label={texts.note} hint={texts.noteHint} error={errors.note?.message}>
        <Textarea rows={2} {...register("note")} maxLength={1000} />
      </Field>
      <SampleField program={program} />
    </div>
  );
}

type NumberName = "quantityMin" | "quantityMax" | "residenceMonths" | "validityDays" | "warnDays";

function NumberField({ name, label }: { readonly name: NumberName; readonly label: string }) {
  const { register, formState } = useFormContext<RuleForm>();
  return (
    <Field label={label} error={formState.errors[name]?.message}>
      <Input inputMode="numeric" pattern="[0-9]*" maxLength={4} {...register(name)} />
    </Field>
  );
}

function SampleField({ program }: { readonly program: Program }) {
  const { control } = useFormContext<RuleForm>();
  const { data: samples = [] } = useSamples();
  const ofProgram = samples.filter((sample) => sample.program === program);
  return (
    <SelectField
      control={control}
      name="sampleId"
      label={texts.sample}
      options={[
        { value: NO_SAMPLE, label: texts.nothing },
        ...ofProgram.map(({ id, originalName }) => ({ value: String(id), label: originalName })),
      ]}
    />
  );
}

function Clauses() {
  const { control, formState } = useFormContext<RuleForm>();
  const { fields, append, remove } = useFieldArray({ control, name: "clauses" });
  const error = formState.errors.clauses?.message ?? formState.errors.clauses?.root?.message;
  return (
    <FieldGroup label={texts.clauses} error={error}>
      <ol className="flex flex-col gap-3">
        {fields.map((field, index) => (
          <li key={field.id} className="rounded-md border border-line p-3">
            <Clause index={index} onRemove={fields.length > 1 ? () => remove(index) : null} />
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        size="sm"
        icon={<Icon of={Plus} />}
        disabled={fields.length >= MOST_CLAUSES}
        onClick={() => append(newClause)}
        className="mt-1 self-start"
      >
        {texts.addClause}
      </Button>
    </FieldGroup>
  );
}

type ClauseProps = { readonly index: number; readonly onRemove: (() => void) | null };

function Clause({ index, onRemove }: ClauseProps) {
  const { control, register, formState } = useFormContext<RuleForm>();
  const errors = formState.errors.clauses?.[index];
  const name = <Field extends string>(field: Field) => `clauses.${index}.${field}` as const;
  const problem = [errors?.message, errors?.root?.message, errors?.minAge?.message].find(Boolean);
  return (
    <div role="group" aria-label={texts.clause(index + 1)} className="flex flex-col gap-3">
      <div className="flex items-end gap-3">
        <SelectField
          control={control}
          name={name("kind")}
          label={texts.kind}
          className="flex-1"
          options={applicantCategories.map((kind) => ({ value: kind, label: kind }))}
        />
        <SelectField
          control={control}
          name={name("need")}
          label={texts.need}
          className="w-30"
          options={clauseNeeds.map((need) => ({ value: need, label: texts.needs[need] }))}
        />
        {onRemove === null ? null : (
          <PlainIconButton
            icon={Trash2}
            look="danger"
            label={texts.removeClause(index + 1)}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid grid-cols-3 gap-3">
        <Field label={texts.minAge} error={errors?.minAge?.message}>
          <Input inputMode="numeric" maxLength={3} {...register(name("minAge"))} />
        </Field>
        <Field label={texts.maxAge} error={errors?.maxAge?.message}>
          <Input inputMode="numeric" maxLength={3} {...register(name("maxAge"))} />
        </Field>
        <SelectField
          control={control}
          name={name("gender")}
          label={texts.gender}
          options={(["any", "male", "female"] as const).map((gender) => ({
            value: gender,
            label: texts.genders[gender],
          }))}
        />
      </div>
      <Controller
        control={control}
        name={name("maritalStatuses")}
        render={({ field }) => (
          <FieldGroup label={texts.marital}>
            <span className="flex flex-wrap gap-x-4">
              {maritalStatuses.map((status) => (
                <Checkbox
                  key={status}
                  checked={field.value.includes(status)}
                  onCheckedChange={(isOn) =>
                    field.onChange(
                      isOn
                        ? [...field.value, status]
                        : field.value.filter((known) => known !== status),
                    )
                  }
                >
                  {texts.maritalStatuses[status]}
                </Checkbox>
              ))}
            </span>
          </FieldGroup>
        )}
      />
      <Field label={texts.condition} error={errors?.condition?.message}>
        <Input {...register(name("condition"))} maxLength={200} />
      </Field>
      {problem === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
