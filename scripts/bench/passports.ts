import { judgeLines } from "server/src/modules/readings/lines/judge-lines.ts";
import type { PassportReading } from "server/src/modules/readings/lines/read-passport.ts";
import {
  createPassportReader,
  type PassportReader,
} from "server/src/modules/readings/passport-reader.ts";
/**
 * Reading passports: drawn specimens of every kind of scan and photo, in type that is never quite that of the reader's
 * glyphs; pictures without lines; lines in another typeface, which must not pass for certain.
 */
import {
  allKinds,
  coveredKinds,
  drawForeign,
  drawSpecimen,
  drawWithoutLines,
  type Specimen,
} from "server/testing/passports/specimens.ts";
import { cpuOf } from "./cpu.ts";
import { type Figure, figure, median, percentile } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";
import { watchMemory } from "./memory.ts";
import { passportCallFigures } from "./passport-calls.ts";

const OF_EACH_KIND = 12;
const OF_EACH_OWN = 4;
const WITHOUT_LINES = 100;
const FOREIGN = 40;
/** Of a day on which the specimens' passports make sense. */
const TODAY = "2026-11-22";

interface Outcome {
  specimen: Specimen;
  reading: PassportReading;
  cpuSeconds: number;
}

export async function passportFigures(fixtures: Fixtures): Promise<Figure[]> {
  const calls = await passportCallFigures(fixtures);
  // Drawing the next specimen takes longer than a reader waits for one.
  const reader = createPassportReader({ idleMs: 60_000 });
  try {
    // The process and its engine start once.
    await readOne(reader, await drawSpecimen("clean scan", 0, "own"));
    const own = await readKinds(reader, { type: "own", count: OF_EACH_OWN });
    const other = await readKinds(reader, { type: "other", count: OF_EACH_KIND });
    const foreign = await readAll(reader, { count: FOREIGN, draw: drawForeign });
    const empty = await readAll(reader, { count: WITHOUT_LINES, draw: drawWithoutLines });
    return [
      ...rightLines("Type of the glyphs", own),
      ...rightLines("Type of other printers", other),
      wrongButCertain("Own and other type, covered lines too", [...own, ...other]),
      wrongButCertain("Lines in a typeface that is not OCR-B", foreign),
      takenForPassports(empty),
      ...costs([...own, ...other]),
      ...(await memory()),
      ...calls,
    ];
  } finally {
    await reader.close();
  }
}

type Draw = (index: number) => Promise<Specimen>;

async function readKinds(
  reader: PassportReader,
  { type, count }: { type: "own" | "other"; count: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const kind of allKinds) {
    const draw: Draw = (index) => drawSpecimen(kind, index, type);
    outcomes.push(...(await readAll(reader, { count, draw })));
  }
  return outcomes;
}

async function readAll(reader: PassportReader, { count, draw }: { count: number; draw: Draw }) {
  const outcomes: Outcome[] = [];
  for (let index = 0; index < count; index += 1) {
    outcomes.push(await readOne(reader, await draw(index)));
  }
  return outcomes;
}

async function readOne(reader: PassportReader, specimen: Specimen): Promise<Outcome> {
  const before = cpuOfReader(reader);
  const reading = await reader.read(specimen);
  return { specimen, reading, cpuSeconds: (cpuOfReader(reader) - before) / 1000 };
}

/** In milliseconds, as Linux tells. */
function cpuOfReader(reader: PassportReader): number {
  return cpuOf(reader.processId() ?? 0) ?? Number.NaN;
}

function rightLines(what: string, outcomes: readonly Outcome[]): Figure[] {
  const seen = outcomes.filter(({ specimen }) => !coveredKinds.includes(specimen.kind));
  const hasLine =
    (line: 0 | 1) =>
    ({ specimen, reading }: Outcome) =>
      "lines" in reading && reading.lines[line] === specimen.lines[line];
  return [
    share(`${what}: line 2 right`, seen, hasLine(1)),
    share(`${what}: line 1 right`, seen, hasLine(0)),
    {
      ...share(`${what}: read for certain`, seen, ({ reading }) => reading.state === "read"),
      target: null,
      isMet: null,
    },
    {
      ...share(
        `${what}: name read alike by the second reader`,
        seen,
        ({ reading }) => "namesAgreed" in reading && reading.namesAgreed === true,
      ),
      target: null,
      isMet: null,
    },
  ];
}

const LEAST_SHARE = 0.95;

function share(
  what: string,
  outcomes: readonly Outcome[],
  isRight: (outcome: Outcome) => boolean,
): Figure {
  const right = outcomes.filter(isRight).length;
  const percent = Math.floor((100 * right) / outcomes.length);
  return {
    what,
    target: `≥ ${100 * LEAST_SHARE} %`,
    measured: `${percent} % (${right} of ${outcomes.length})`,
    isMet: right >= LEAST_SHARE * outcomes.length,
  };
}

/** A value that is marked as right and is not what the specimen says. */
function wrongButCertain(what: string, outcomes: readonly Outcome[]): Figure {
  const wrong = outcomes.filter(({ specimen, reading }) => {
    if (!("lines" in reading)) return false;
    const seen = judgeLines(...reading.lines, { today: TODAY, read: reading });
    const truth = judgeLines(...specimen.lines, { today: TODAY });
    return seen.fields.some(
      ({ mark, value }, index) => mark === "right" && value !== truth.fields[index]?.value,
    );
  });
  const remark = `of ${outcomes.length} specimens`;
  for (const { specimen, reading } of wrong) console.log(specimen.kind, specimen.lines, reading);
  return figure(`${what}: wrong but certain`, { value: wrong.length, unit: "", most: 0, remark });
}

function takenForPassports(outcomes: readonly Outcome[]): Figure {
  const taken = outcomes.filter(({ reading }) => reading.state !== "unreadable");
  const remark = `of ${outcomes.length}`;
  const what = "Pictures without lines taken for passports";
  return figure(what, { value: taken.length, unit: "", most: 0, remark });
}

function costs(outcomes: readonly Outcome[]): Figure[] {
  const of = (isLarge: boolean) =>
    outcomes
      .filter(({ specimen }) => (specimen.kind === "jpeg 60, 4000") === isLarge)
      .map(({ cpuSeconds }) => cpuSeconds);
  return [
    seconds("CPU of a scan of 1500 px, median", { value: median(of(false)), most: 0.6 }),
    seconds("CPU of a scan of 1500 px, 95 of 100", { value: percentile(of(false), 0.95) }),
    seconds("CPU of a photo of 4000 px, median", { value: median(of(true)), most: 1.5 }),
  ];
}

function seconds(what: string, { value, most }: { value: number; most?: number }): Figure {
  return {
    what,
    target: most === undefined ? null : `≤ ${most} s`,
    measured: `${value.toFixed(2)} s`,
    isMet: most === undefined ? null : value <= most,
  };
}

/** What the process has while it reads 12 Mpx, and that it is gone afterwards. */
async function memory(): Promise<Figure[]> {
  const reader = createPassportReader({ idleMs: 500 });
  const photo = await drawSpecimen("jpeg 60, 4000", 0, "own");
  await reader.read(photo);
  const peak = watchMemory(reader.processId() ?? 0);
  await reader.read(photo);
  const value = peak.peak() ?? Number.NaN;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const isGone = reader.processId() === null;
  return [
    figure("Memory of the reader while 12 Mpx are read", { value, unit: "MB", most: 400 }),
    {
      what: "The reader's process after its idle time",
      target: "gone",
      measured: isGone ? "gone" : "there",
      isMet: isGone,
    },
  ];
}
