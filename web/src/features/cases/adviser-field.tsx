import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { nameOf } from "./assignee-picker.tsx";
import { useAssigneeSearch } from "./assignees.queries.ts";
import { useAdviserName } from "./use-adviser-name.ts";

const texts = messages.cases.filters;

type AdviserFieldProps = {
  readonly value: string | undefined;
  readonly onChange: (adviser: string) => void;
};

/** Whoever may be assigned to a case, invited people too. */
export function AdviserField({ value, onChange }: AdviserFieldProps) {
  const assignees = useAssigneeSearch();
  const name = useAdviserName(value);
  return (
    <Field label={texts.adviser}>
      <Combobox
        value={value ?? null}
        placeholder={texts.anyAdviser}
        onValueChange={onChange}
        search={assignees}
        chosenLabel={name ?? undefined}
        options={assignees.found.map((assignee) => ({
          value: String(assignee.id),
          label: nameOf(assignee),
          detail: assignee.email,
        }))}
      />
    </Field>
  );
}
