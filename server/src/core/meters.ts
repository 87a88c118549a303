/**
 * What the process counts, in the text format of Prometheus. Labels are names of this program (routes, kinds, outcomes)
 * and never what somebody sent or who he is: figures about the service, not about people.
 */

export type Labels = Readonly<Record<string, string>>;
/** `begin` shows a series at zero. Prometheus sees no increase in a series that first appears with a 1. */
export type Counter = {
  begin(labels?: Labels): void;
  add(labels?: Labels, amount?: number): void;
};
export type Histogram = {
  begin(labels: Labels): void;
  observe(labels: Labels, value: number): void;
};
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
  const add = (labels: Labels = {}, amount = 1) => {
    const key = written(labels);
    values.set(key, (values.get(key) ?? 0) + amount);
  };
  return { add, begin: (labels = {}) => add(labels, 0) };
}

/** The names of its lines are written once, when somebody asks for them: there are thousands, and often nobody asks. */
type Observed = { labels: Labels; names?: string[]; counts: number[]; sum: number; count: number };

/** Counts, for each bound, the values that do not exceed it. */
export function histogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const series = new Map<string, Observed>();
  const begun = (labels: Labels): Observed => {
    const key = written(labels);
    const known = series.get(key);
    if (known) return known;
    const observed = { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
    series.set(key, observed);
    return observed;
  };
  const namesOf = (labels: Labels) => {
    const buckets = [...bounds.map(String), "+Inf"].map(
      (le) => `${name}_bucket${written({ ...labels, le })}`,
    );
    const key = written(labels);
    return [...buckets, `${name}_sum${key}`, `${name}_count${key}`];
  };
  const linesOf = (observed: Observed) => {
    const { counts, sum, count } = observed;
    const values = [...counts, count, sum, count];
    observed.names ??= namesOf(observed.labels);
    return observed.names.map((line, index) => `${line} ${values[index]}`);
  };
  meters.push({
    name,
    help,
    type: "histogram",
    lines: () => [...series.values()].flatMap(linesOf),
  });
  return {
    begin: (labels) => void begun(labels),
    observe(labels, value) {
      const observed = begun(labels);
      observed.counts = observed.counts.map(
        (count, index) => count + Number(value <= (bounds[index] ?? 0)),
      );
      observed.sum += value;
      observed.count += 1;
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
