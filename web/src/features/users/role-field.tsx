import { type Role, roles } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

const texts = messages.users;

type RoleFieldProps = {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly error?: string;
};

export function RoleField({ value, onChange, error }: RoleFieldProps) {
  return (
    <Field label={texts.fields.role} hint={texts.roleHints[value]} error={error} required>
      <Select
        value={value}
        onValueChange={onChange}
        options={roles.map((role) => ({ value: role, label: texts.roles[role] }))}
      />
    </Field>
  );
}
