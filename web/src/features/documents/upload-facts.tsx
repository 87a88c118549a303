import type { ValidityBasis } from "contract/checklist-parts";
import { messages } from "#web/messages/messages.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { furthestDay } from "./furthest-day.ts";
import type { UploadTarget } from "./upload-target.ts";
import type { UploadFields } from "./use-upload-queue.ts";

const texts = messages.documents.facts;

/** What somebody says of the files before they are sent. */
export type UploadFacts = {
  readonly day: string;
  readonly isAccepted: boolean;
  readonly isWithoutDate: boolean;
};
export const noFacts: UploadFacts = { day: "", isAccepted: false, isWithoutDate: false };

/** The date by which a paper of this kind is judged: when it ends, or when it was issued. */
function dateFieldOf(basis: ValidityBasis): "expiresOn" | "issuedOn" | null {
  if (basis === "none") return null;
  return basis === "expiry-date" ? "expiresOn" : "issuedOn";
}

export function dateLabelOf(basis: Exclude<ValidityBasis, "none">): string {
  return texts.dates[basis];
}

/** As text parts of the upload. */
export function fieldsOf({ basis, fields }: UploadTarget, facts: UploadFacts): UploadFields {
  const name = dateFieldOf(basis);
  return {
    ...fields,
    ...(name === null || facts.day === "" ? {} : { [name]: facts.day }),
    ...(facts.isAccepted ? { accepted: "true" } : {}),
    ...(facts.isAccepted && facts.isWithoutDate ? { withoutDate: "true" } : {}),
  };
}

type UploadFactsFieldsProps = {
  readonly target: UploadTarget;
  readonly facts: UploadFacts;
  readonly onChange: (facts: UploadFacts) => void;
};

export function UploadFactsFields({ target, facts, onChange }: UploadFactsFieldsProps) {
  const { basis, mayAccept } = target;
  return (
    <>
      {basis === "none" ? null : (
        <Field label={dateLabelOf(basis)} className="md:max-w-60">
          <DateInput
            value={facts.day}
            max={basis === "expiry-date" ? furthestDay() : undefined}
            onValueChange={(day) => onChange({ ...facts, day })}
          />
        </Field>
      )}
      {mayAccept ? (
        <Checkbox
          checked={facts.isAccepted}
          onCheckedChange={(isAccepted) => onChange({ ...facts, isAccepted })}
        >
          {texts.acceptAtOnce}
        </Checkbox>
      ) : null}
      {mayAccept && facts.isAccepted && basis !== "none" && facts.day === "" ? (
        <Checkbox
          checked={facts.isWithoutDate}
          onCheckedChange={(isWithoutDate) => onChange({ ...facts, isWithoutDate })}
        >
          {texts.withoutDate}
        </Checkbox>
      ) : null}
    </>
  );
}
