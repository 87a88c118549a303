/** What dossiers cost, built, opened and listed: passports-and-dossiers.md W-DOS-015, W-DOS-016, W-DOS-050, W-DOS-056. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { timeDossier } from "e2e/support/desk-stopwatch.ts";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { MEGABYTE } from "contract/files";
import { runtime } from "server/src/core/runtime.ts";
import { documentFacts } from "server/src/database/tables/document-facts.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { cpuOf } from "./cpu.ts";
import { type Figure, figure, median, percentile } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";
import { residentMemory, watchMemory } from "./memory.ts";

const MOST_MEGABYTES = 400;
const LOOKS_EVERY_MS = 40;
const CASES = 10_000;
const DOSSIERS_A_CASE = 3;
const CASES_AT_ONCE = 500;
const CALLS = 200;
const OPENINGS = 5;

type Paper = { content: Buffer; mimeType: string; pages: number };
type State = { state: string; problem: string | null; pages: number | null; parts: number | null };

export async function dossierFigures(fixtures: Fixtures): Promise<Figure[]> {
  return [...(await usual(fixtures)), ...(await largest(fixtures)), await listOfCase(fixtures)];
}

/** 300 pages of papers: with the front matter 302 and a few. */
async function usual(fixtures: Fixtures): Promise<Figure[]> {
  const pdf = await scannedPdf(90_000);
  const photo = await noisyPhoto(1400);
  const papers = [
    ...Array.from({ length: 60 }, (_, index) => pdf(index < 20 ? 5 : 4)),
    ...Array.from({ length: 40 }, () => ({ content: photo, mimeType: "image/jpeg", pages: 1 })),
  ];
  const measured = await build(fixtures, papers);
  const { pages, seconds, cpuSeconds, peak, growth } = measured;
  const what = `Dossier of ${pages} pages, 60 PDFs and 40 photos`;
  return [
    figure(`${what}, CPU`, { value: cpuSeconds, unit: "s", most: 20, remark: `${seconds} s` }),
    figure(`${what}, most memory of the program`, {
      value: peak,
      unit: "MB",
      most: MOST_MEGABYTES,
    }),
    figure(`${what}, growth of the portal`, { value: growth, unit: "MB", most: 50 }),
    await opening(fixtures, measured),
  ];
}

/** From the press until the cover is drawn. */
async function opening(
  fixtures: Fixtures,
  { caseCode, pages, parts }: { caseCode: string; pages: number | null; parts: number | null },
): Promise<Figure> {
  const { origin } = await fixtures.portal();
  const { sid } = await fixtures.admin();
  const waits = await timeDossier({ origin, sessionToken: sid, caseCode }, OPENINGS);
  return figure(`Dossier of ${pages} pages in ${parts} parts opens in the viewer, worst`, {
    value: Math.max(...waits),
    unit: "ms",
    most: 2000,
    remark: `p50 ${median(waits).toFixed(0)} ms of ${OPENINGS}`,
  });
}

async function largest(fixtures: Fixtures): Promise<Figure[]> {
  const pdf = await scannedPdf(450_000);
  const papers = Array.from({ length: 100 }, () => pdf(10));
  const { pages, parts, seconds, peak } = await build(fixtures, papers);
  const megabytes = papers.reduce((sum, { content }) => sum + content.length, 0) / MEGABYTE;
  const what = `Dossier of ${pages} pages, ${megabytes.toFixed(0)} MB in ${parts} parts`;
  const remark = `${seconds} s`;
  return [
    figure(`${what}, most memory`, { value: peak, unit: "MB", most: MOST_MEGABYTES, remark }),
  ];
}

/** Each page a scan of its own of so many bytes. */
async function scannedPdf(bytes: number) {
  const side = Math.round(Math.sqrt(bytes / 0.64));
  const scan = await noisyPhoto(side);
  const made = new Map<number, Buffer>();
  for (const pages of [4, 5, 10]) {
    const document = await PDFDocument.create();
    for (let page = 0; page < pages; page += 1) {
      const image = await document.embedJpg(scan);
      document.addPage().drawImage(image, { x: 40, y: 40, width: 500, height: 700 });
    }
    made.set(pages, Buffer.from(await document.save()));
  }
  return (pages: number): Paper => ({
    content: made.get(pages) ?? Buffer.alloc(0),
    mimeType: "application/pdf",
    pages,
  });
}

function noisyPhoto(side: number): Promise<Buffer> {
  const pixels = randomBytes(side * side * 3);
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg().toBuffer();
}

async function build(fixtures: Fixtures, papers: readonly Paper[]) {
  const portal = await fixtures.portal();
  const { cookie, csrfToken } = await fixtures.admin();
  const { id: caseId, caseId: caseCode } = await buildCase();
  const ids: number[] = [];
  for (const { content, mimeType, pages } of papers) {
    const accepted = { reviewState: "accepted", isApproved: true } as const;
    const row = await buildDocument({ caseId, category: "other", content, mimeType, ...accepted });
    await runtime.database
      .insert(documentFacts)
      .values({ storedFileId: row.storedFileId, pages, problem: null });
    ids.push(row.id);
  }
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie, "x-csrf-token": csrfToken, "content-type": "application/json" };
    const answer = await fetch(`${portal.origin}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as State & { id: number };
  };
  const memory = watchMemory(portal.processId);
  const before = performance.now();
  const { id } = await call(`/api/cases/${caseId}/dossiers`, {
    method: "POST",
    body: JSON.stringify({
      kind: "answer",
      title: "Answer",
      addressee: "Authority",
      documents: ids,
      leftOut: [],
      options: { partMegabytes: 20, toFollow: false, newSince: null },
    }),
  });
  const programs = new Map<number, { cpuMs: number; megabytes: number }>();
  let dossier = await call(`/api/dossiers/${id}`);
  while (dossier.state === "queued" || dossier.state === "running") {
    const until = performance.now() + 1000;
    while (performance.now() < until) {
      for (const program of programsOf(portal.processId)) {
        const known = programs.get(program) ?? { cpuMs: 0, megabytes: 0 };
        programs.set(program, {
          cpuMs: Math.max(known.cpuMs, cpuOf(program) ?? 0),
          megabytes: Math.max(known.megabytes, residentMemory(program) ?? 0),
        });
      }
      await wait(LOOKS_EVERY_MS);
    }
    dossier = await call(`/api/dossiers/${id}`);
  }
  if (dossier.state !== "built") throw new Error(`A dossier ${dossier.state}: ${dossier.problem}`);
  const seen = [...programs.values()];
  return {
    caseCode,
    pages: dossier.pages,
    parts: dossier.parts,
    seconds: ((performance.now() - before) / 1000).toFixed(0),
    cpuSeconds: seen.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000,
    peak: Math.max(...seen.map(({ megabytes }) => megabytes)),
    growth: (memory.peak() ?? 0) - (memory.before ?? 0),
  };
}

/** The programs that build parts, as Linux names them. */
function programsOf(portal: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((id) => Number.isInteger(id) && isProgramOf(id, portal));
}

function isProgramOf(id: number, portal: number): boolean {
  try {
    const isChild = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ")[1];
    if (Number(isChild) !== portal) return false;
    return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("dossier.program");
  } catch {
    return false;
  }
}

async function listOfCase(fixtures: Fixtures): Promise<Figure> {
  await fixtures.withCases(CASES, 0);
  for (let from = 0; from < CASES; from += CASES_AT_ONCE)
    await runtime.pool.query(
      `insert into dossiers (case_id, number, kind, program, title, addressee, options, state, pages, parts)
     select c.id, n, 'fiu', 'vanuatu', 'FIU, first stage', 'Financial Intelligence Unit',
       '{"partMegabytes": 20, "toFollow": false, "newSince": null}', 'built', 302, 2
     from (select id from cases order by id limit ${CASES_AT_ONCE} offset $1) c
       cross join generate_series(1, ${DOSSIERS_A_CASE}) n
     on conflict do nothing`,
      [from],
    );
  const portal = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const { rows } = await runtime.pool.query<{ id: number }>("select id from cases order by id");
  const waits: number[] = [];
  for (let asked = 0; asked < CALLS; asked += 1) {
    const { id } = rows[(asked * 47) % rows.length]!;
    const before = performance.now();
    const answer = await fetch(`${portal.origin}/api/cases/${id}/dossiers`, {
      headers: { cookie },
    });
    await answer.arrayBuffer();
    waits.push(performance.now() - before);
  }
  const what = `List of a case's dossiers, ${CASES * DOSSIERS_A_CASE} of ${CASES} cases, p95`;
  return figure(what, { value: percentile(waits, 0.95), unit: "ms", most: 50 });
}
