import { Check, Minus } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field-context.ts";

type CheckboxProps = {
  readonly checked: boolean | "indeterminate";
  readonly onCheckedChange: (checked: boolean) => void;
  /** The words beside the box; without them give `label`. */
  readonly children?: ReactNode;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly className?: string;
};

export function Checkbox({
  checked,
  onCheckedChange,
  children,
  label,
  disabled,
  className,
}: CheckboxProps) {
  const ownId = useId();
  const wiring = useFieldWiring();
  const id = wiring.id ?? ownId;
  const box = (
    <Primitive.Root
      {...wiring}
      id={id}
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next === true)}
      disabled={disabled}
      aria-label={label}
      className={classes(
        // Alone it has no words that could be touched instead.
        children === undefined && "touch:size-6",
        "grid size-4.5 shrink-0 place-items-center rounded-xs border border-field bg-surface transition-colors hover:border-muted disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-on-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary data-[state=indeterminate]:text-on-primary",
      )}
    >
      <Primitive.Indicator>
        {checked === "indeterminate" ? (
          <Minus aria-hidden size={13} strokeWidth={3} />
        ) : (
          <Check aria-hidden size={13} strokeWidth={3} />
        )}
      </Primitive.Indicator>
    </Primitive.Root>
  );
  if (children === undefined) return box;
  return (
    <span className={classes("flex items-center gap-2.5", className)}>
      {box}
      <label htmlFor={id} className="min-w-0 py-1 finger:py-2.5 text-sm select-none">
        {children}
      </label>
    </span>
  );
}
