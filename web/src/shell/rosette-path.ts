export type Rosette = {
  /** The circles between which the line swings. */
  readonly inner: number;
  readonly outer: number;
  /** How often it touches the outer circle, and in how many turns. Without a common divisor. */
  readonly lobes: number;
  readonly turns: number;
  /** How many times the whole figure swells around the centre, and by what share of its radius. */
  readonly waves?: number;
  readonly swell?: number;
};

const POINTS_PER_LOBE = 12;

/**
 * A hypotrochoid: a point on a wheel that rolls inside a ring, as an SVG path around the origin. The closed line
 * touches both circles once per lobe; many lobes in many turns weave the net of security print.
 */
export function rosettePath({ inner, outer, lobes, turns, waves = 0, swell = 0 }: Rosette): string {
  const arm = (outer + inner) / 2;
  const pen = (outer - inner) / 2;
  const points = lobes * POINTS_PER_LOBE;
  // The wheel turns against the arm; together they meet the outer circle once per lobe.
  const wheel = (lobes - turns) / turns;
  let path = "";
  for (let point = 0; point < points; point += 1) {
    const angle = (2 * Math.PI * turns * point) / points;
    const x = arm * Math.cos(angle) + pen * Math.cos(wheel * angle);
    const y = arm * Math.sin(angle) - pen * Math.sin(wheel * angle);
    const size = 1 + swell * Math.cos(waves * Math.atan2(y, x));
    path += `${point === 0 ? "M" : "L"}${(x * size).toFixed(1)} ${(y * size).toFixed(1)}`;
  }
  return `${path}Z`;
}
