import { describe, expect, it } from "vitest";
import { rosettePath } from "./rosette-path.ts";

function radii(path: string): number[] {
  return [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) =>
    Math.hypot(Number(x), Number(y)),
  );
}

describe("the rosette", () => {
  it("swings between its two circles and closes", () => {
    const path = rosettePath({ inner: 63, outer: 130, lobes: 96, turns: 31 });
    expect(Math.min(...radii(path))).toBeCloseTo(63, 0);
    expect(Math.max(...radii(path))).toBeCloseTo(130, 0);
    expect(path.endsWith("Z")).toBe(true);
  });

  it("touches the outer circle once per lobe", () => {
    const touches = radii(rosettePath({ inner: 10, outer: 100, lobes: 12, turns: 5 })).filter(
      (radius) => radius > 99.9,
    );
    expect(touches).toHaveLength(12);
  });
});
