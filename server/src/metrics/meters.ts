/**
 * What the process counts, in the text format of Prometheus. Labels are names of this program (routes, kinds, outcomes)
 * and never what somebody sent or who he is: figures about the service, not about people.
 */

export type Labels = Readonly<Record<string, string>>;
export type Counter = { add(labels?: Labels, amount?: number): void };
export type Histogram = { observe(labels: Labels, value: number): void };
/** One line of the answer. */
export type Sample = { labels?: Labels; value: number };
export type Reading = {
  name: string;
  type: "counter" | "gauge";
  help: string;
  samples: readonly Sample[];
};

type Meter = { name: string; help: string; type: "counter" | "histogram"; lines(): string[] };

const meters: Meter[] = [];

export function counter(name: string, help: string): Counter {
  const values = new Map<string, number>();
  meters.push({
    name,
    help,
    type: "counter",
    lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`),
  });
  return {
    add(labels = {}, amount = 1) {
      const key = written(labels);
      values.set(key, (values.get(key) ?? 0) + amount);
    },
  };
}

type Observed = { labels: Labels; counts: number[]; sum: number; count: number };

/** How many values were at most each of the bounds. */
export function histogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const series = new Map<string, Observed>();
  const linesOf = ({ labels, counts, sum, count }: Observed) => [
    ...bounds.map(
      (bound, index) => `${name}_bucket${written({ ...labels, le: `${bound}` })} ${counts[index]}`,
    ),
    `${name}_bucket${written({ ...labels, le: "+Inf" })} ${count}`,
    `${name}_sum${written(labels)} ${sum}`,
    `${name}_count${written(labels)} ${count}`,
  ];
  meters.push({
    name,
    help,
    type: "histogram",
    lines: () => [...series.values()].flatMap(linesOf),
  });
  return {
    observe(labels, value) {
      const key = written(labels);
      const none = { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
      const known = series.get(key) ?? none;
      series.set(key, {
        labels,
        counts: known.counts.map((count, index) => count + Number(value <= (bounds[index] ?? 0))),
        sum: known.sum + value,
        count: known.count + 1,
      });
    },
  };
}

/** Everything counted so far, followed by what was just read. */
export function exposition(readings: readonly Reading[]): string {
  const counted = meters.map((meter) => [...headOf(meter), ...meter.lines()]);
  const read = readings.map((reading) => [
    ...headOf(reading),
    ...reading.samples.map(
      ({ labels = {}, value }) => `${reading.name}${written(labels)} ${value}`,
    ),
  ]);
  return `${[...counted, ...read].flat().join("\n")}\n`;
}

function headOf({ name, help, type }: { name: string; help: string; type: string }): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
