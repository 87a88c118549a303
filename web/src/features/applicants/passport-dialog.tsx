import { type FormEvent, useState } from "react";
import type { Applicant } from "contract/applicants";
import { countries, countryOf } from "contract/countries";
import { MAX_PASSPORT_NAME, passportMessages, writtenNumber } from "contract/passports";
import { ApiError } from "#web/api/api-error.ts";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type CaseOfApplicants, type PassportEdit, useSavePassport } from "./applicants.queries.ts";

const texts = messages.applicants.passport;
const UNKNOWN = "unknown";

type PassportDialogProps = {
  readonly caseFile: CaseOfApplicants;
  readonly applicant: Applicant;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** What was typed stays in the dialog until it is saved; a number that is left empty stays as it is. */
export function PassportDialog({ caseFile, applicant, onClose, onSaved }: PassportDialogProps) {
  const [typed, setTyped] = useState<PassportEdit>({});
  const save = useSavePassport(caseFile);
  const type = (fields: PassportEdit) => setTyped((before) => ({ ...before, ...fields }));
  const valueOf = (field: "passportName" | "passportCountry" | "passportExpiresOn") => {
    const edited = typed[field];
    return edited === undefined ? applicant[field] : edited;
  };
  const country = valueOf("passportCountry");
  const hasBadNumber =
    Boolean(typed.passportNumber) &&
    !/^[A-Z0-9]{1,20}$/.test(writtenNumber(typed.passportNumber ?? ""));
  const refused = save.error instanceof ApiError ? save.error.fields : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasBadNumber) return;
    const { passportNumber, ...rest } = typed;
    const changes = passportNumber ? { ...rest, passportNumber } : rest;
    save.mutate(
      { applicant, changes },
      {
        onSuccess: () => {
          onSaved();
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={save.isPending}
      unsaved={Object.keys(typed).length > 0}
      title={texts.editOf(applicant.fullName)}
      onSubmit={submit}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={save.isPending}
          submit={texts.save}
          pendingText={messages.applicants.saving}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={texts.name} hint={texts.nameHint} error={refused?.["passportName"]}>
          <Input
            value={valueOf("passportName") ?? ""}
            maxLength={MAX_PASSPORT_NAME}
            onChange={(event) => type({ passportName: event.target.value })}
          />
        </Field>
        <Field
          label={texts.number}
          hint={applicant.passportEnding === null ? undefined : texts.keeps}
          error={hasBadNumber ? passportMessages.number : refused?.["passportNumber"]}
        >
          <Input
            value={typed.passportNumber ?? ""}
            autoComplete="off"
            onChange={(event) => type({ passportNumber: event.target.value })}
          />
        </Field>
        <Field label={texts.country} error={refused?.["passportCountry"]}>
          <Combobox
            value={country ?? UNKNOWN}
            onValueChange={(code) => type({ passportCountry: code === UNKNOWN ? null : code })}
            options={[
              { value: UNKNOWN, label: messages.applicants.unknown },
              ...(country === null || countryOf(country) !== null
                ? []
                : [{ value: country, label: country }]),
              ...countries.map(({ alpha3, country: label }) => ({
                value: alpha3 as string,
                label: label as string,
              })),
            ]}
          />
        </Field>
        <Field label={texts.expiresOn} error={refused?.["passportExpiresOn"]}>
          <DateInput
            max="2200-12-31"
            value={valueOf("passportExpiresOn") ?? ""}
            onValueChange={(day) => type({ passportExpiresOn: day === "" ? null : day })}
          />
        </Field>
      </div>
    </Dialog>
  );
}
