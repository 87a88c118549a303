import { X } from "lucide-react";
import { maritalStatuses } from "contract/checklist-parts";
import { countries, countryOf } from "contract/countries";
import { nationalities } from "contract/nationalities";
import { MAX_PLACE_OF_BIRTH } from "contract/passports";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ApplicantFields, ApplicantRow } from "./applicant-rows.ts";
import { type CaseOfApplicants, useApplicants } from "./applicants.queries.ts";
import { PassportCard, type PassportParts } from "./passport-card.tsx";

const texts = messages.applicants;
const UNKNOWN = "unknown";
const MOST_COUNTRIES = 10;

type ApplicantDetailsProps = {
  readonly caseFile: CaseOfApplicants;
  readonly row: ApplicantRow;
  readonly passport?: PassportParts | undefined;
  readonly onChange: (fields: Partial<ApplicantFields>) => void;
};

/** What the checklist is asked by: who somebody is, and where he has lived. */
export function ApplicantDetails({ caseFile, row, passport, onChange }: ApplicantDetailsProps) {
  const saved = useApplicants(caseFile).data?.find(({ id }) => id === row.id);
  return (
    <div role="row">
      <div
        role="cell"
        className="grid grid-cols-2 gap-4 bg-sunken px-4 py-4 ps-16 max-md:grid-cols-1 max-md:ps-4"
      >
        <Field label={texts.gender}>
          <Select
            value={row.gender}
            onValueChange={(gender) => onChange({ gender })}
            options={(["male", "female"] as const).map((gender) => ({
              value: gender,
              label: texts.genders[gender],
            }))}
          />
        </Field>
        <Field label={texts.dateOfBirth}>
          <DateInput
            value={row.dateOfBirth ?? ""}
            onValueChange={(day) => onChange({ dateOfBirth: day === "" ? null : day })}
          />
        </Field>
        <Field label={texts.nationality}>
          <Combobox
            value={row.nationality ?? UNKNOWN}
            onValueChange={(value) =>
              onChange({
                nationality: nationalities.find((nationality) => nationality === value) ?? null,
              })
            }
            options={[
              { value: UNKNOWN, label: texts.unknown },
              ...nationalities.map((value) => ({ value: value as string, label: value as string })),
            ]}
          />
        </Field>
        <Field label={texts.maritalStatus}>
          <Select
            value={row.maritalStatus ?? UNKNOWN}
            onValueChange={(value) => onChange({ maritalStatus: value === UNKNOWN ? null : value })}
            options={[
              { value: UNKNOWN, label: texts.unknown },
              ...maritalStatuses.map((value) => ({ value, label: texts.maritalStatuses[value] })),
            ]}
          />
        </Field>
        <Field label={texts.placeOfBirth}>
          <Input
            dir="auto"
            maxLength={MAX_PLACE_OF_BIRTH}
            value={row.placeOfBirth ?? ""}
            onChange={({ target: { value } }) =>
              onChange({ placeOfBirth: value === "" ? null : value })
            }
          />
        </Field>
        <Residences
          residences={row.residences ?? []}
          hint={texts.residencesHint[caseFile.citizenshipProgram]}
          onChange={(residences) =>
            onChange({ residences: residences.length === 0 ? null : residences })
          }
        />
        {saved ? <PassportCard caseFile={caseFile} applicant={saved} parts={passport} /> : null}
      </div>
    </div>
  );
}

type ResidencesProps = {
  readonly residences: readonly string[];
  readonly hint: string;
  readonly onChange: (residences: readonly string[]) => void;
};

/** In the order in which they were named. */
function Residences({ residences, hint, onChange }: ResidencesProps) {
  const free = countries.filter(({ alpha3 }) => !residences.includes(alpha3));
  return (
    <FieldGroup label={texts.residences} hint={hint} className="col-span-full">
      {residences.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {residences.map((alpha3) => {
            const name = countryOf(alpha3) ?? alpha3;
            return (
              <li
                key={alpha3}
                className="inline-flex h-8 items-center gap-1 rounded-full border border-line bg-surface ps-3 pe-0.5 text-sm"
              >
                {name}
                <PlainIconButton
                  size="sm"
                  icon={X}
                  label={texts.removeCountry(name)}
                  onClick={() => onChange(residences.filter((known) => known !== alpha3))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {residences.length >= MOST_COUNTRIES ? null : (
        <Combobox
          label={texts.addCountry}
          placeholder={texts.addCountry}
          value={null}
          onValueChange={(alpha3) => onChange([...residences, alpha3])}
          options={free.map(({ alpha3, country }) => ({
            value: alpha3 as string,
            label: country,
          }))}
          className="md:max-w-80"
        />
      )}
    </FieldGroup>
  );
}
