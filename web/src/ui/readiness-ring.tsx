import { classes } from "./classes.ts";
import { tintStyle } from "./tint.ts";

const DONE_HUE = 155;

type ReadinessRingProps = {
  readonly done: number;
  readonly total: number;
  /** Outer measure and thickness, in pixels. */
  readonly size: number;
  readonly stroke: number;
  /** Read aloud; without it the figure beside the ring says the same. */
  readonly label?: string;
  readonly className?: string;
};

/** How much of what is asked for is there: an arc from twelve o'clock. */
export function ReadinessRing({ done, total, size, stroke, label, className }: ReadinessRingProps) {
  const radius = (size - stroke) / 2;
  const share = total === 0 ? 0 : done / total;
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: "none", strokeWidth: stroke };
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      style={tintStyle({ hue: DONE_HUE })}
      className={classes("tinted shrink-0 -rotate-90", className)}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <circle {...circle} className="stroke-ink/10" />
      {share > 0 ? (
        <circle
          {...circle}
          pathLength={1}
          strokeLinecap="round"
          strokeDasharray={`${share} 1`}
          className="animate-arc stroke-tint-dot transition-[stroke-dasharray] duration-180"
        />
      ) : null}
    </svg>
  );
}
