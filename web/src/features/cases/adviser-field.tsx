import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { nameOf } from "./assignee-picker.tsx";
import { useAssignees } from "./assignees.queries.ts";

const texts = messages.cases.filters;

type AdviserFieldProps = {
  readonly value: string | undefined;
  readonly onChange: (adviser: string) => void;
};

/** Whoever may be assigned to a case, invited people too. */
export function AdviserField({ value, onChange }: AdviserFieldProps) {
  const { assignees } = useAssignees();
  return (
    <Field label={texts.adviser}>
      <Combobox
        value={value ?? null}
        placeholder={texts.anyAdviser}
        onValueChange={onChange}
        options={assignees.map((assignee) => ({
          value: String(assignee.id),
          label: nameOf(assignee),
          detail: assignee.email,
        }))}
      />
    </Field>
  );
}
