/** What bringing in costs: finding-and-moving.md W-IMP-026. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { caseListsApi } from "contract/case-lists";
import { importColumns, type ImportSheet } from "contract/import-columns";
import { type Import, type ImportState, importsApi, usualOptions } from "contract/imports";
import { runtime } from "server/src/core/runtime.ts";
import { writeXlsxSheets } from "server/src/files/sheets/write-xlsx.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { type Figure, figure, median } from "./figure.ts";
import { settle } from "./fill.ts";
import type { Fixtures } from "./fixtures.ts";
import { memoryFigure, watchMemory } from "./memory.ts";

const LOOKS_EVERY_MS = 20;
/** Others turn five pages a second. */
const PAGES_EVERY_MS = 200;
const MOST_PATIENCE_MS = 3_600_000;
const CALLS = 200;
const SCAN_BYTES = 200_000;
const SCANS_A_CASE = 10;
/** As a browser sends a folder. */
const AT_ONCE = 4;
const MOST_TIMES_A_PAGE = 3;
const MOST_MEMORY_MB = 150;
const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

type Sizes = { cases: number; people: number; scans: number };
const USUAL = { cases: 300, people: 900 };
const FULL: Sizes = { cases: 20_000, people: 50_000, scans: 5000 };
const SMALL: Sizes = { cases: 1000, people: 2500, scans: 200 };

export async function measureImports(
  fixtures: Fixtures,
  { isSmall }: { isSmall: boolean },
): Promise<Figure[]> {
  const { cases, people, scans } = isSmall ? SMALL : FULL;
  const usual = await table(fixtures, { ...USUAL, name: "usual" });
  const many = await table(fixtures, { cases, people, name: "many" });
  return [
    figure(`${said(USUAL)} are checked`, { value: usual.checked, unit: "s", most: 3 }),
    figure("They are written", { value: usual.written, unit: "s", most: 10 }),
    figure(`${said({ cases, people })}, from the file to the end`, {
      value: many.checked + many.written,
      unit: "s",
      most: 300,
      remark: `checked in ${many.checked.toFixed(0)} s`,
    }),
    ...many.meanwhile,
    ...(await folder(fixtures, scans)),
  ];
}

const said = ({ cases, people }: Omit<Sizes, "scans">) =>
  `${cases.toLocaleString("en")} cases with ${people.toLocaleString("en")} people`;

type Table = { cases: number; people: number; name: string };

/** Seconds from the file until it is checked, and from its start until it is written. */
async function table(fixtures: Fixtures, wanted: Table) {
  const api = await apiOf(fixtures);
  const file = new Blob([Buffer.from(await workbook(wanted))], { type: EXCEL });
  const form = new FormData();
  form.append("kind", "cases");
  form.append("file", file, "cases.xlsx");
  const during = await watched(fixtures);
  const begin = performance.now();
  const { id } = await api.send<Import>("POST", importsApi.create.path, form);
  await untilState(id, "mapping");
  const { mapping } = await api.send<Import>("GET", pathOf(importsApi.get.path, id));
  const body = JSON.stringify({ mapping, options: usualOptions });
  await api.send("PUT", pathOf(importsApi.saveMapping.path, id), body);
  await untilState(id, "checked");
  const checked = secondsSince(begin);
  const started = performance.now();
  await api.send("POST", pathOf(importsApi.start.path, id), "{}");
  const { waits } = await during.pagesUntil(untilState(id, "finished"));
  const written = secondsSince(started);
  await requireCreated(id, wanted.cases + wanted.people);
  await settle(["cases", "applicants", "case_events", "search_entries", "import_rows"]);
  const meanwhile = await during.figures(
    `${wanted.cases.toLocaleString("en")} cases come in`,
    waits,
  );
  return { checked, written, meanwhile };
}

/** Every family of the last table gets the scans of its first. */
async function folder(fixtures: Fixtures, count: number): Promise<Figure[]> {
  const api = await apiOf(fixtures);
  const page = await samplePdf();
  const during = await watched(fixtures);
  const begin = performance.now();
  const form = new FormData();
  form.append("kind", "scans");
  const { id } = await api.send<Import>("POST", importsApi.create.path, form);
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const send = async () => {
    for (const number of numbers) {
      const scan = Buffer.concat([page, randomBytes(SCAN_BYTES - page.length)]);
      const one = new FormData();
      one.append("path", scanName(number));
      one.append("file", new Blob([scan], { type: "application/pdf" }), "scan.pdf");
      await api.send("POST", pathOf(importsApi.addFile.path, id), one);
    }
  };
  const work = async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    await api.send("POST", pathOf(importsApi.start.path, id), "{}");
    await untilState(id, "finished");
  };
  const { waits } = await during.pagesUntil(work());
  const seconds = secondsSince(begin);
  await requireCreated(id, count);
  const what = `${count.toLocaleString("en")} scans of ${SCAN_BYTES / 1000} KB`;
  return [
    figure(`${what} of a folder, to the last document`, { value: seconds, unit: "s", most: 900 }),
    ...(await during.figures(`${what} come in`, waits)),
  ];
}

const kinds = ["PP", "PCC", "birth", "cv", "bank statement", "address", "medical", "photos"];

function scanName(number: number): string {
  const code = codeOf("usual", Math.floor(number / SCANS_A_CASE) % USUAL.cases);
  return `${code}/Main/${kinds[number % kinds.length]} - ${number}.pdf`;
}

const codeOf = (name: string, number: number) =>
  `${name.toUpperCase()}-${String(number).padStart(5, "0")}`;

function workbook({ cases, people, name }: Table): Promise<Uint8Array> {
  const families = ["Haddad", "Rossi", "Okafor", "Петров", "الحسن", "García"];
  const sheets: Record<ImportSheet, string[][]> = { cases: [], people: [] };
  for (let number = 0; number < cases; number += 1)
    sheets.cases.push([
      codeOf(name, number),
      `${families[number % families.length]} Family - Citizenship`,
      number % 2 === 0 ? "Vanuatu" : "Nauru",
      number % 3 === 0 ? "Lebanese" : "Nigeria",
      number % 4 === 0 ? "Courier" : "Onboarding",
      "21/11/2024",
      "Mr.",
      "3",
      "5,000.00",
      "130,000.00",
      "2023-01-02",
      "As it stood in the book of the bureau.",
    ]);
  for (let number = 0; number < people; number += 1) {
    const place = Math.floor(number / cases);
    sheets.people.push([
      codeOf(name, number % cases),
      `${place === 0 ? "Nadim" : `Child ${place}`} ${families[number % families.length]}`,
      place === 0 ? "Main Applicant" : "Dependent Child",
      number % 2 === 0 ? "Female" : "Male",
      "12/04/1985",
      "Lebanese",
    ]);
  }
  return writeXlsxSheets(
    (["cases", "people"] as const).map((sheet) => ({
      name: sheet,
      columns: importColumns[sheet].map(({ head }) => ({ head, kind: "text" as const })),
      rows: sheets[sheet],
    })),
  );
}

/** What others feel of it: their page of 50, and the memory of the portal. */
async function watched(fixtures: Fixtures) {
  const { processId } = await fixtures.portal();
  const api = await apiOf(fixtures);
  const memory = watchMemory(processId);
  const page = async () => {
    const asked = performance.now();
    await api.send("GET", `${caseListsApi.page.path}?groupBy=status`);
    return performance.now() - asked;
  };
  return {
    async pagesUntil(work: Promise<void>): Promise<{ waits: number[] }> {
      let isGoing = true;
      const ended = work.finally(() => (isGoing = false));
      const waits: number[] = [];
      while (isGoing) {
        waits.push(await page());
        await wait(PAGES_EVERY_MS);
      }
      await ended;
      return { waits };
    },
    async figures(what: string, waits: readonly number[]): Promise<Figure[]> {
      const most = memory.before === null ? undefined : Math.round(memory.before + MOST_MEMORY_MB);
      const ofMemory = memoryFigure(`Memory while ${what}`, memory, most);
      const alone: number[] = [];
      for (let call = 0; call < CALLS; call += 1) alone.push(await page());
      const [before, meanwhile] = [median(alone), median(waits)];
      return [
        figure(`Page of 50 cases while ${what}, p50`, {
          value: meanwhile / before,
          unit: "times",
          most: MOST_TIMES_A_PAGE,
          remark: `${before.toFixed(1)} and ${meanwhile.toFixed(1)} ms`,
        }),
        ofMemory,
      ];
    },
  };
}

async function apiOf(fixtures: Fixtures) {
  const { origin } = await fixtures.portal();
  const { cookie, csrfToken } = await fixtures.admin();
  return {
    async send<Answer>(method: string, path: string, body?: FormData | string): Promise<Answer> {
      const headers = new Headers({ cookie, "x-csrf-token": csrfToken });
      if (typeof body === "string") headers.set("content-type", "application/json");
      const answer = await fetch(origin + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
  };
}

const pathOf = (path: string, id: number) => path.replace(":id", `${id}`);
const secondsSince = (moment: number) => (performance.now() - moment) / 1000;

async function untilState(id: number, wanted: ImportState): Promise<void> {
  const deadline = performance.now() + MOST_PATIENCE_MS;
  for (;;) {
    const { rows } = await runtime.pool.query<{ state: ImportState; reason: string | null }>(
      "select state, reason from imports where id = $1",
      [id],
    );
    const { state, reason } = rows[0] ?? {};
    if (state === wanted) return;
    if (state === undefined || state === "unreadable" || state === "paused")
      throw new Error(`An import is ${state}: ${reason}`);
    if (performance.now() > deadline) throw new Error(`An import stays ${state}`);
    await wait(LOOKS_EVERY_MS);
  }
}

async function requireCreated(id: number, count: number): Promise<void> {
  const { rows } = await runtime.pool.query<{ created: number }>(
    "select (counts->>'created')::int as created from imports where id = $1",
    [id],
  );
  if (rows[0]?.created !== count)
    throw new Error(`Of ${count} rows ${rows[0]?.created} were created`);
}
