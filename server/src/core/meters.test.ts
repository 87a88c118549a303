import { describe, expect, it } from "vitest";
import { counter, exposition, histogram } from "./meters.ts";

describe("figures for the monitoring", () => {
  it("are counted by label and written as Prometheus reads them", () => {
    const visits = counter("test_visits_total", "Visits.");
    visits.add({ door: "front" });
    visits.add({ door: "front" }, 2);
    visits.add({ door: 'b"a\\c\nk' });
    const text = exposition([]);
    expect(text).toContain("# HELP test_visits_total Visits.\n# TYPE test_visits_total counter\n");
    expect(text).toContain('test_visits_total{door="front"} 3\n');
    expect(text).toContain('test_visits_total{door="b\\"a\\\\c\\nk"} 1\n');
  });

  it("of durations say how many were at most each bound", () => {
    const waits = histogram("test_wait_seconds", "Waits.", [0.1, 1]);
    for (const seconds of [0.1, 0.5, 2]) waits.observe({ route: "a" }, seconds);
    expect(exposition([])).toContain(
      'test_wait_seconds_bucket{route="a",le="0.1"} 1\n' +
        'test_wait_seconds_bucket{route="a",le="1"} 2\n' +
        'test_wait_seconds_bucket{route="a",le="+Inf"} 3\n' +
        'test_wait_seconds_sum{route="a"} 2.6\ntest_wait_seconds_count{route="a"} 3\n',
    );
  });
});
