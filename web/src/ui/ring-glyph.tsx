import { classes } from "./classes.ts";
import { type Tint, tintStyle } from "./tint.ts";

export type RingShape = "dashed" | "pause" | "cross" | "check" | { readonly share: number };

type RingGlyphProps = Tint & {
  readonly shape: RingShape;
  readonly size?: number;
  readonly className?: string;
};

const CENTRE = 8;
const PIE_RADIUS = 3.9;

/** A ring that fills like a clock, or carries a sign: a state that can be read without its colour. */
export function RingGlyph({ hue, chroma, shape, size = 16, className }: RingGlyphProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden
      style={tintStyle({ hue, chroma })}
      className={classes("tinted shrink-0 text-tint-dot", className)}
    >
      <Drawing shape={shape} />
    </svg>
  );
}

function Drawing({ shape }: { readonly shape: RingShape }) {
  if (shape === "check" || shape === "cross") {
    const sign = shape === "check" ? "M5.2 8.3 7.2 10.3 10.9 6.1" : "M6 6l4 4M10 6l-4 4";
    return (
      <>
        <circle cx={CENTRE} cy={CENTRE} r="7" fill="currentColor" />
        <path
          d={sign}
          fill="none"
          className="stroke-surface"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    );
  }
  const dash = shape === "dashed" ? "2.1 1.95" : undefined;
  return (
    <>
      <circle
        cx={CENTRE}
        cy={CENTRE}
        r="6.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray={dash}
      />
      {shape === "pause" ? (
        <path d="M6.6 6v4M9.4 6v4" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      ) : null}
      {typeof shape === "object" ? <Pie share={shape.share} /> : null}
    </>
  );
}

function Pie({ share }: { readonly share: number }) {
  if (share >= 1) return <circle cx={CENTRE} cy={CENTRE} r={PIE_RADIUS} fill="currentColor" />;
  const angle = 2 * Math.PI * share;
  const x = (CENTRE + PIE_RADIUS * Math.sin(angle)).toFixed(2);
  const y = (CENTRE - PIE_RADIUS * Math.cos(angle)).toFixed(2);
  const isWide = share > 0.5 ? 1 : 0;
  return (
    <path
      d={`M8 8V${CENTRE - PIE_RADIUS}A${PIE_RADIUS} ${PIE_RADIUS} 0 ${isWide} 1 ${x} ${y}Z`}
      fill="currentColor"
    />
  );
}
