import { useState } from "react";
import { programLabels, programs } from "contract/case-parts";
import { caseStatuses, type CaseStatus, caseStatusTexts } from "contract/case-status";
import { nationalities } from "contract/nationalities";
import { messages } from "#web/messages/messages.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { AdviserField } from "./adviser-field.tsx";
import { knownFilters, statusesOf, type useCaseFilters } from "./case-filters.ts";
import { filterNames } from "./case-list-address.ts";

const texts = messages.cases.filters;
const ANY = "any";
const kindsOfDays: ReadonlySet<string> = new Set(["updatedWithin", "untouchedFor"]);

type CaseFilterFieldsProps = Pick<ReturnType<typeof useCaseFilters>, "filters" | "change"> & {
  /** Admins choose among everybody; an agent sees his own cases anyway. */
  readonly hasAdvisers: boolean;
};

/** Every filter of a list of cases; each works as soon as it is set. */
export function CaseFilterFields({ filters, change, hasAdvisers }: CaseFilterFieldsProps) {
  const chosen = statusesOf(filters);
  return (
    <div className="flex w-80 max-w-full flex-col gap-4 p-4">
      <FieldGroup label={texts.status}>
        <ul className="grid grid-cols-2 gap-x-3 gap-y-1">
          {caseStatuses.map((status) => (
            <li key={status} className="flex min-h-8 items-center">
              <Checkbox
                checked={chosen.includes(status)}
                onCheckedChange={(isChecked) =>
                  change({ status: withStatus(chosen, status, isChecked) })
                }
              >
                {caseStatusTexts[status].short}
              </Checkbox>
            </li>
          ))}
        </ul>
      </FieldGroup>
      <Field label={texts.program}>
        <Select
          value={filters.program ?? ANY}
          onValueChange={(program) => change({ program: program === ANY ? undefined : program })}
          options={[
            { value: ANY, label: texts.anyProgram },
            ...programs.map((program) => ({ value: program, label: programLabels[program] })),
          ]}
        />
      </Field>
      {hasAdvisers ? (
        <AdviserField value={filters.adviser} onChange={(adviser) => change({ adviser })} />
      ) : null}
      <Field label={texts.nationality}>
        <Combobox
          value={filters.nationality ?? null}
          placeholder={texts.anyNationality}
          onValueChange={(nationality) => change({ nationality })}
          options={nationalities.map((nationality) => ({ value: nationality, label: nationality }))}
        />
      </Field>
      <UpdatedField filters={filters} change={change} />
      <Checkbox
        checked={filters.unread === "true"}
        onCheckedChange={(isChecked) => change({ unread: isChecked ? "true" : undefined })}
      >
        {texts.unread}
      </Checkbox>
    </div>
  );
}

function withStatus(chosen: readonly CaseStatus[], status: CaseStatus, isChosen: boolean): string {
  return caseStatuses
    .filter((other) => (other === status ? isChosen : chosen.includes(other)))
    .join(",");
}

const USUAL_DAYS = "14";

/** 'in the last 14 days' or 'not for 14 days'. A number that is none yet changes nothing. */
function UpdatedField({ filters, change }: Pick<CaseFilterFieldsProps, "filters" | "change">) {
  const days = filters.updatedWithin ?? filters.untouchedFor ?? USUAL_DAYS;
  const [typed, setTyped] = useState(days);
  const kind =
    filterNames.find((name) => filters[name] !== undefined && kindsOfDays.has(name)) ?? ANY;
  const say = (next: string, count: string) =>
    change({
      updatedWithin: next === "updatedWithin" ? count : undefined,
      untouchedFor: next === "untouchedFor" ? count : undefined,
    });
  return (
    <FieldGroup label={texts.updated}>
      <div className="grid grid-cols-[1fr_6rem] gap-2">
        <Select
          label={texts.updated}
          value={kind}
          onValueChange={(next) => say(next, days)}
          options={[
            { value: ANY, label: texts.anyTime },
            { value: "updatedWithin", label: texts.inTheLast },
            { value: "untouchedFor", label: texts.notFor },
          ]}
        />
        <Input
          inputMode="numeric"
          maxLength={3}
          aria-label={texts.days}
          value={typed}
          disabled={kind === ANY}
          onChange={({ target }) => {
            setTyped(target.value);
            const isNumber = knownFilters({ updatedWithin: target.value }).updatedWithin;
            if (isNumber !== undefined) say(kind, target.value);
          }}
        />
      </div>
    </FieldGroup>
  );
}
