import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { controlLook, controlSize, type ControlSize } from "./control-look.ts";
import { useFieldWiring } from "./field-context.ts";

type InputProps = Omit<ComponentProps<"input">, "size" | "prefix"> & {
  readonly size?: ControlSize;
  /** Stands before the value: an icon or a currency sign. */
  readonly lead?: ReactNode;
  /** Stands after the value: a key hint or a small button. */
  readonly trail?: ReactNode;
};

export function Input({ size = "md", lead, trail, className, type = "text", ...rest }: InputProps) {
  const input = (
    <input
      type={type}
      {...useFieldWiring()}
      className={classes(
        controlLook,
        controlSize[size],
        "w-full text-ink focus-visible:field-focus",
        lead !== undefined && "ps-9",
        trail !== undefined && "pe-10",
        lead === undefined && trail === undefined && className,
      )}
      {...rest}
    />
  );
  if (lead === undefined && trail === undefined) return input;
  return (
    <div className={classes("relative", className)}>
      {input}
      {lead === undefined ? null : (
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-9 place-items-center text-muted">
          {lead}
        </span>
      )}
      {trail === undefined ? null : (
        <span className="absolute inset-y-0 end-0 grid min-w-9 place-items-center px-1 text-muted">
          {trail}
        </span>
      )}
    </div>
  );
}
