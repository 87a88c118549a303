import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { controlLook, controlSize } from "./control-look.ts";

export type SelectOption<Value extends string = string> = {
  readonly value: Value;
  readonly label: string;
  /** A dot or glyph before the label. */
  readonly mark?: ReactNode;
  readonly disabled?: boolean;
};

export type SelectProps<Value extends string> = {
  /** `null` shows the placeholder. */
  readonly value: Value | null;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly placeholder?: string;
  /** Needed outside a `Field`. */
  readonly label?: string;
  /** Shown in grey before the value, as in "Sort  Status". */
  readonly caption?: string;
  /** `field` fills its column, `button` is as wide as its words, `inline` has a border on hover only (tables), `bare` shows what `children` draws. */
  readonly look?: "field" | "button" | "inline" | "bare";
  readonly size?: "md" | "lg";
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
  readonly className?: string;
  /** Draws the chosen value, for example as a badge. */
  readonly children?: ReactNode;
};

const looks = {
  field: classes(controlLook, "w-full"),
  button: classes(controlLook, "shrink-0 text-sm! font-medium"),
  inline:
    "max-w-full rounded-sm border border-transparent bg-transparent hover:border-line-strong hover:bg-surface disabled:hover:border-transparent disabled:hover:bg-transparent",
  bare: "max-w-full rounded-sm disabled:cursor-default",
};

type TriggerLook = Pick<SelectProps<string>, "look" | "size" | "className">;

export function selectTriggerLook({ look = "field", size = "md", className }: TriggerLook): string {
  const isBox = look === "field" || look === "button";
  return classes(
    "relative inline-flex reach items-center justify-between gap-2 text-start focus-visible:field-focus data-placeholder:text-faint",
    looks[look],
    isBox && controlSize[size],
    look === "inline" && "h-8 px-2 text-sm",
    className,
  );
}

type FaceProps = Pick<SelectProps<string>, "caption" | "look" | "disabled"> & {
  readonly children: ReactNode;
};

/** What is seen of a closed select. */
export function SelectFace({ caption, look, disabled = false, children }: FaceProps) {
  return (
    <>
      {caption === undefined ? null : (
        <span className="font-normal whitespace-nowrap text-muted">{caption}</span>
      )}
      <span className="min-w-0 truncate" dir="auto">
        {children}
      </span>
      {look === "bare" && disabled ? null : (
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      )}
    </>
  );
}
