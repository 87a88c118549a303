import { classes } from "#web/ui/classes.ts";
import { tintStyle } from "#web/ui/tint.ts";

const DONE_HUE = 155;

type PersonBarProps = {
  readonly done: number;
  readonly total: number;
  readonly className?: string;
};

/** A share as a thin line; the figure beside it says the same. */
export function PersonBar({ done, total, className }: PersonBarProps) {
  return (
    <span
      aria-hidden
      style={tintStyle({ hue: DONE_HUE })}
      className={classes(
        "tinted block h-1 overflow-hidden rounded-full bg-ink/10 print:hidden",
        className,
      )}
    >
      <span
        className="block h-full rounded-full bg-tint-dot transition-all duration-180"
        style={{ width: total === 0 ? 0 : `${(100 * done) / total}%` }}
      />
    </span>
  );
}
