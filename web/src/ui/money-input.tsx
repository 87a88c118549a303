import { type ComponentProps, useState } from "react";
import { centsFromInput, formatAmount } from "#web/format/money.ts";
import { classes } from "./classes.ts";
import { Input } from "./input.tsx";

type MoneyInputProps = Omit<
  ComponentProps<typeof Input>,
  "type" | "value" | "onChange" | "lead" | "trail" | "min" | "step"
> & {
  /** Null while nothing stands there, or nothing that is a number. */
  readonly cents: number | null;
  readonly onCentsChange: (cents: number | null) => void;
  readonly currency?: string;
};

/**
 * An amount in whole units of its currency, kept in cents. What stands in the field is the plain number, as the
 * browser's own field for numbers wants it; until somebody comes to type, it is read in groups of three digits.
 */
export function MoneyInput({
  cents,
  onCentsChange,
  currency = "USD",
  className,
  onBlur,
  ...rest
}: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={classes("group/money relative min-w-0", className)}>
      <Input
        type="number"
        inputMode="decimal"
        step="0.01"
        min={0}
        value={typed ?? (cents === null ? "" : cents / 100)}
        onChange={(event) => {
          setTyped(event.target.value);
          onCentsChange(centsFromInput(event.target.valueAsNumber));
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
        className="[&_input]:tabular [&_input]:[appearance:textfield] [&_input]:not-focus:text-transparent forced-colors:[&_input]:text-[FieldText]!"
        trail={<span className="pointer-events-none px-2 text-sm">{currency}</span>}
        {...rest}
      />
      {cents === null ? null : (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-3.25 flex items-center text-base tabular group-focus-within/money:hidden finger:text-input forced-colors:hidden"
        >
          {formatAmount(cents)}
        </span>
      )}
    </div>
  );
}
