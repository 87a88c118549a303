import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { controlLook } from "./control-look.ts";
import { useFieldWiring } from "./field-context.ts";

/** Several lines of text; grows with its contents where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      {...useFieldWiring()}
      className={classes(
        controlLook,
        "field-sizing-content w-full text-ink max-h-60 min-h-9 finger:min-h-11 resize-y px-3 py-2 text-base focus-visible:field-focus",
        className,
      )}
      {...rest}
    />
  );
}
