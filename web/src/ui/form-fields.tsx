/** Controls of the kit that hold no text of their own, bound to a value of a form. */
import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { DateInput } from "./date-input.tsx";
import { Field } from "./field.tsx";
import { MoneyInput } from "./money-input.tsx";
import type { SelectOption } from "./select-parts.tsx";
import { Select } from "./select.tsx";

type BoundFieldProps<Values extends FieldValues, Result> = {
  readonly control: Control<Values, unknown, Result>;
  readonly name: FieldPath<Values>;
  readonly label: ReactNode;
  readonly required?: boolean;
  readonly className?: string;
};

type SelectFieldProps<Values extends FieldValues, Result> = BoundFieldProps<Values, Result> & {
  readonly options: readonly SelectOption[];
};

export function SelectField<Values extends FieldValues, Result>({
  control,
  name,
  options,
  ...look
}: SelectFieldProps<Values, Result>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...look} error={fieldState.error?.message}>
      <Select value={field.value ?? null} onValueChange={field.onChange} options={options} />
    </Field>
  );
}

export function DateField<Values extends FieldValues, Result>({
  control,
  name,
  max,
  ...look
}: BoundFieldProps<Values, Result> & { readonly max?: string }) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...look} error={fieldState.error?.message}>
      <DateInput value={field.value ?? ""} onValueChange={field.onChange} max={max} />
    </Field>
  );
}

/** In US dollars. The form keeps cents, as the server does; what is no amount is null, which the schema refuses. */
export function MoneyField<Values extends FieldValues, Result>({
  control,
  name,
  label,
  ...look
}: BoundFieldProps<Values, Result>) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, onBlur } = field;
  return (
    <Field
      {...look}
      label={
        <>
          {label} <span className="sr-only">(USD)</span>
        </>
      }
      error={fieldState.error?.message}
    >
      <MoneyInput ref={ref} cents={value ?? null} onCentsChange={onChange} onBlur={onBlur} />
    </Field>
  );
}
