import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly icon?: LucideIcon;
};

type SegmentedControlProps<Value extends string> = {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly segments: readonly Segment<Value>[];
  readonly label: string;
  readonly disabled?: boolean;
  /** Where room is scarce the icons speak alone. */
  readonly compactOnPhones?: boolean;
  readonly className?: string;
};

/** One of a few, all in sight. Radio buttons of the browser, drawn as segments. */
export function SegmentedControl<Value extends string>({
  value,
  onValueChange,
  segments,
  label,
  disabled,
  compactOnPhones = false,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes(
        "print:hidden inline-flex h-9 finger:h-11 items-center gap-0.5 rounded-md border border-line bg-sunken p-0.5",
        className,
      )}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="relative inline-flex h-full flex-1 reach max-md:min-w-11 items-center justify-center gap-2 rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line),var(--shadow-card)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={disabled}
            onChange={() => onValueChange(segment.value)}
            className="absolute inset-0 z-1 cursor-pointer appearance-none opacity-0"
          />
          {segment.icon === undefined ? null : <Icon of={segment.icon} />}
          <span className={compactOnPhones ? "max-md:sr-only" : undefined}>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
