import { nationalities } from "contract/nationalities";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";

const options = nationalities.map((nationality) => ({ value: nationality, label: nationality }));
const texts = messages.cases.createDialog;

type NationalityFieldProps = {
  readonly value: string | undefined;
  readonly onChange: (nationality: string) => void;
  readonly error?: string;
};

/** About two hundred demonyms, found by typing (C:100). */
export function NationalityField({ value, onChange, error }: NationalityFieldProps) {
  return (
    <Field label={texts.fields.nationality} error={error} required>
      <Combobox
        value={value ?? null}
        onValueChange={onChange}
        options={
          value && !nationalities.some((known) => known === value)
            ? [{ value, label: value }, ...options]
            : options
        }
        searchPlaceholder={texts.searchNationality}
      />
    </Field>
  );
}
