/**
 * `npm run bench`: starts a portal of its own, fills it, measures it and prints each figure beside its target. Nothing
 * else should be busy on the machine meanwhile. `--only uploads` runs one measurement,
 * `--only scaling-100000,upgrade-100000` two on the same cases, `--small` keeps the rounds of `calls`, `imports`,
 * `telling` and `scaling` short. The large ones are made when asked for:
 *
 * - `lists`: lists and search with 10,000 and 100,000 cases
 * - `desk`: reviews and checklists
 * - `imports`: cases, people and scans that come in
 * - `telling`: notifications, mails, reminders and the home of a client
 * - `scaling`: several portals behind HAProxy
 * - `restoring`: backups
 * - `upgrade`: how long the steps of a next release keep writers waiting; last, it changes the tables
 * - `passports`: draws some 460 specimens and reads them; what reading costs whoever waits for an answer
 */
import { callFigures } from "./bench/beside-bare.ts";
import { invoicesScreenFigures, measureDashboard } from "./bench/browser.ts";
import { bundleFigures } from "./bench/bundle.ts";
import {
  invoiceListFigures,
  liveUpdateFigures,
  measureCaseList,
  userFigures,
} from "./bench/calls.ts";
import { measureDesk } from "./bench/desk.ts";
import { dossierFigures } from "./bench/dossiers.ts";
import type { Figure, Measurement, Rounds } from "./bench/figure.ts";
import { uploadFigures, zipFigures } from "./bench/files.ts";
import { Fixtures } from "./bench/fixtures.ts";
import { measureImports } from "./bench/imports.ts";
import { measureLists } from "./bench/lists.ts";
import { passportFigures } from "./bench/passports.ts";
import { measureRestoring } from "./bench/restoring.ts";
import { measureScaling } from "./bench/scaling.ts";
import { embeddedStartFigures, startBesideCases } from "./bench/start.ts";
import { printTable } from "./bench/table.ts";
import { measureTelling } from "./bench/telling.ts";
import { measureUpgrade } from "./bench/upgrade.ts";
import { buildWebIfNeeded } from "./web-build.ts";

/** In this order: memory on a fresh portal first, and the number of cases only grows. */
const measurements: Record<string, Measurement> = {
  bundle: bundleFigures,
  calls: callFigures,
  start: embeddedStartFigures,
  "start-10000": (fixtures) => startBesideCases(fixtures, { cases: 10_000 }),
  uploads: uploadFigures,
  zip: zipFigures,
  user: userFigures,
  live: liveUpdateFigures,
  "cases-200": (fixtures) =>
    measureCaseList(fixtures, { cases: 200, connections: 8, targetMs: 40 }),
  "invoices-5000": invoiceListFigures,
  "invoices-screen": invoicesScreenFigures,
  "cases-2000": (fixtures) => measureCaseList(fixtures, { cases: 2000, connections: 1 }),
  "dashboard-2000": (fixtures) => measureDashboard(fixtures, { cases: 2000, targetMs: 1300 }),
  "cases-10000": (fixtures) => measureCaseList(fixtures, { cases: 10_000, connections: 1 }),
  "dashboard-10000": (fixtures) => measureDashboard(fixtures, { cases: 10_000 }),
};

/** They take as long as all others together, and are made when asked for. */
const largeMeasurements: Record<string, Measurement> = {
  desk: measureDesk,
  dossiers: dossierFigures,
  imports: measureImports,
  "lists-10000": (fixtures) => measureLists(fixtures, { cases: 10_000 }),
  "lists-100000": (fixtures) => measureLists(fixtures, { cases: 100_000 }),
  passports: passportFigures,
  telling: measureTelling,
  "start-100000": (fixtures) => startBesideCases(fixtures, { cases: 100_000 }),
  "scaling-10000": (fixtures, rounds) => measureScaling(fixtures, { cases: 10_000, rounds }),
  "scaling-100000": (fixtures, rounds) => measureScaling(fixtures, { cases: 100_000, rounds }),
  "upgrade-10000": (fixtures) => measureUpgrade(fixtures, { cases: 10_000 }),
  "upgrade-100000": (fixtures) => measureUpgrade(fixtures, { cases: 100_000 }),
  restoring: measureRestoring,
};
const known = { ...measurements, ...largeMeasurements };

function chooseMeasurements(args: readonly string[]): string[] {
  if (!args.includes("--only")) return Object.keys(measurements);
  const names = Object.keys(known);
  return (args[args.indexOf("--only") + 1] ?? "").split(",").flatMap((only) => {
    if (names.includes(only)) return [only];
    // 'lists' stands for all of its sizes.
    const sizes = names.filter((name) => name.replace(/-\d+$/, "") === only);
    if (sizes.length > 0) return sizes;
    console.error(`There is no measurement "${only}". Known: ${names.join(", ")}`);
    return process.exit(1);
  });
}

const rounds: Rounds = { isSmall: process.argv.includes("--small") };
const chosen = chooseMeasurements(process.argv.slice(2));
await buildWebIfNeeded();
const fixtures = new Fixtures();
const figures: Figure[] = [];
try {
  for (const name of chosen) {
    console.log(`measuring ${name} …`);
    figures.push(...((await known[name]?.(fixtures, rounds)) ?? []));
  }
} finally {
  // Also when one measurement fails: the others stand.
  printTable(figures);
  await fixtures.close();
}
