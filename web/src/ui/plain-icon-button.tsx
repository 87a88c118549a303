import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { SpinnerRing } from "./spinner.tsx";

export type PlainIconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  readonly icon: LucideIcon;
  /** The name of the action: its accessible name and what is shown on hover. */
  readonly label: string;
  readonly look?: "ghost" | "outline" | "danger";
  readonly size?: "xs" | "sm" | "md";
  readonly iconSize?: number;
  readonly pending?: boolean;
};

const looks = {
  ghost: "text-muted hover:bg-ink/6 hover:text-ink",
  outline:
    "finger:size-11 border border-line-strong bg-surface text-ink hover:bg-sunken hover:border-field",
  danger: "text-muted hover:bg-danger-soft hover:text-danger",
};
const sizes = { xs: "size-7", sm: "size-8", md: "size-9" };
const iconSizes = { xs: 15, sm: 16, md: 18 };

/** An icon that is a button, explained by the browser's own title: for long lists, and where tooltips are not loaded. */
export function PlainIconButton({
  icon,
  label,
  look = "ghost",
  size = "md",
  iconSize = iconSizes[size],
  pending = false,
  className,
  type = "button",
  title = label,
  onClick,
  ...rest
}: PlainIconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={title === "" ? undefined : title}
      aria-disabled={pending || undefined}
      className={classes(
        "relative inline-grid shrink-0 place-items-center reach rounded-md transition-colors disabled:cursor-not-allowed disabled:opacity-45",
        looks[look],
        sizes[size],
        className,
      )}
      onClick={pending ? undefined : onClick}
      {...rest}
    >
      {pending ? <SpinnerRing /> : <Icon of={icon} size={iconSize} />}
    </button>
  );
}
