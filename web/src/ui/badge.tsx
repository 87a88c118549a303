import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { type Tint, tintStyle } from "./tint.ts";

type BadgeProps = Tint & {
  /** A glyph that says the same without colour; a dot unless given, `null` for none. */
  readonly mark?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

const look =
  "tinted inline-flex h-5.5 max-w-full shrink-0 items-center gap-1.5 border border-tint-line bg-tint text-xs font-medium whitespace-nowrap text-tint-ink";

/** A pill in one hue: statuses. */
export function HueBadge({ hue, chroma, mark, className, children }: BadgeProps) {
  const glyph =
    mark === undefined ? (
      <span aria-hidden className="ms-0.5 size-1.5 rounded-full bg-tint-dot" />
    ) : (
      mark
    );
  return (
    <span
      style={tintStyle({ hue, chroma })}
      className={classes(look, "rounded-full ps-1.5 pe-2", className)}
    >
      {glyph}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A squarer badge: stages, roles and other kinds that are not states. */
export function StageBadge({ hue, chroma, className, children }: Omit<BadgeProps, "mark">) {
  return (
    <span
      style={tintStyle({ hue, chroma })}
      className={classes(look, "rounded-xs px-1.5", className)}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A small turned square before a name, as before a program. */
export function Diamond({ hue, chroma, className }: Tint & { readonly className?: string }) {
  return (
    <span
      aria-hidden
      style={tintStyle({ hue, chroma })}
      className={classes(
        "tinted inline-block size-1.75 shrink-0 rotate-45 rounded-[1.5px] bg-tint-dot",
        className,
      )}
    />
  );
}

type CountBadgeProps = {
  readonly count: number;
  /** Brass beside what is petrol itself. */
  readonly tone?: "primary" | "brass";
  readonly className?: string;
};

const countTones = { primary: "bg-primary text-on-primary", brass: "bg-brass text-on-brass" };

const HIGHEST_COUNT = 99;

/** How many are new: '99+' above 99, nothing at 0. */
export function CountBadge({ count, tone = "primary", className }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={classes(
        "grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-2xs leading-none font-semibold tabular",
        countTones[tone],
        className,
      )}
    >
      {count > HIGHEST_COUNT ? `${HIGHEST_COUNT}+` : count}
    </span>
  );
}
