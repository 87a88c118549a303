import type { LucideIcon } from "lucide-react";
import { classes } from "./classes.ts";

type IconProps = { readonly of: LucideIcon; readonly size?: number; readonly className?: string };

/** A decorative line icon: the words beside it, or the label of its button, carry the meaning. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return (
    <Drawing
      aria-hidden
      size={size}
      strokeWidth={1.75}
      className={classes("shrink-0", className)}
    />
  );
}
