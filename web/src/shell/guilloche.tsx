import { rosettePath } from "./rosette-path.ts";

/** From the rays outside to the lace in the middle; radii in the units of the drawing. */
const rays = rosettePath({ inner: 294, outer: 640, lobes: 200, turns: 67 });
const collar = rosettePath({
  inner: 190,
  outer: 338,
  lobes: 126,
  turns: 41,
  waves: 18,
  swell: 0.028,
});
const petals = rosettePath({
  inner: 146,
  outer: 226,
  lobes: 168,
  turns: 25,
  waves: 24,
  swell: 0.02,
});
const heart = rosettePath({ inner: 63, outer: 130, lobes: 96, turns: 31 });
const SIZE = 1280;

/** The rosette of security print, the only ornament of the portal. Colours: `text-*` for the lines, brass for the lace. */
export function Guilloche({ className }: { readonly className?: string }) {
  return (
    <svg viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden className={className}>
      <g fill="none" stroke="currentColor" strokeWidth="0.5">
        <path d={rays} opacity="0.42" />
        <circle r="294" strokeWidth="1.25" opacity="0.75" />
        <path d={petals} opacity="0.5" />
        <path d={collar} stroke="var(--rosette-brass, currentColor)" opacity="0.5" />
        <path d={heart} stroke="var(--rosette-brass, currentColor)" opacity="0.6" />
      </g>
    </svg>
  );
}
