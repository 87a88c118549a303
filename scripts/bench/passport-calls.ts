/** What readings cost those who wait for an answer: an upload beside that of another paper, and what was read. */
import { setTimeout as wait } from "node:timers/promises";
import type { DocumentCategory } from "contract/document-categories";
import { pathOf } from "contract/endpoint";
import { type ReadingBadge, readingsApi } from "contract/readings";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildReading } from "server/testing/factories/readings.ts";
import { drawSpecimen, type Specimen } from "server/testing/passports/specimens.ts";
import { cannon } from "./calls.ts";
import { type Figure, figure, median, percentile } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";

const PAIRS = 60;
const CALLS = 200;
const MOST_PATIENCE_MS = 180_000;
const LOOKS_EVERY_MS = 200;

export async function passportCallFigures(fixtures: Fixtures): Promise<Figure[]> {
  // It opens the database as well.
  await fixtures.portal();
  const { id: caseId } = await buildCase();
  const nadim = await buildApplicant({ caseId, fullName: "Nadim Sarrouf" });
  const { document } = await buildReading({ document: { caseId, assignedTo: nadim.id } });
  const specimen = await drawSpecimen("clean scan", 0, "own");
  const uploads = await uploadPairs(fixtures, caseId, specimen);
  const busy = await askReading(fixtures, document.id);
  const left = await unread(fixtures, caseId);
  const giveUpAt = performance.now() + MOST_PATIENCE_MS;
  while ((await unread(fixtures, caseId)) > 0) {
    if (performance.now() > giveUpAt) throw new Error("Some were never read");
    await wait(LOOKS_EVERY_MS);
  }
  const idle = await askReading(fixtures, document.id);
  return [
    uploads,
    figure("What was read from a passport, p95", { ...idle, unit: "ms", most: 100 }),
    figure("What was read, while others are being read, p95", {
      ...busy,
      unit: "ms",
      most: 100,
      remark: `${busy.remark}, ${left} still to be read`,
    }),
  ];
}

/** In turns, so that what the machine does meanwhile falls on both. */
async function uploadPairs(
  fixtures: Fixtures,
  caseId: number,
  specimen: Specimen,
): Promise<Figure> {
  await upload(fixtures, { caseId, specimen, category: "cv" });
  const took = { cv: [] as number[], passport: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const category of ["cv", "passport"] as const)
      took[category].push(await upload(fixtures, { caseId, specimen, category }));
  const [other, passport] = [percentile(took.cv, 0.95), percentile(took.passport, 0.95)];
  const remark = `${other.toFixed(0)} and ${passport.toFixed(0)} ms, p50 ${median(took.cv).toFixed(0)} and ${median(took.passport).toFixed(0)} ms`;
  const what = "Upload of a passport beside that of another paper, p95";
  return figure(what, { value: Math.max(0, passport - other), unit: "ms", most: 20, remark });
}

type Upload = { caseId: number; specimen: Specimen; category: DocumentCategory };

async function upload(fixtures: Fixtures, { caseId, specimen, category }: Upload): Promise<number> {
  const { origin } = await fixtures.portal();
  const { cookie, csrfToken } = await fixtures.admin();
  const body = new FormData();
  const file = new File([new Uint8Array(specimen.bytes)], "page.png", { type: specimen.mimeType });
  body.append("files", file);
  body.append("category", category);
  const before = performance.now();
  const answer = await fetch(`${origin}/api/cases/${caseId}/documents`, {
    method: "POST",
    headers: { cookie, "x-csrf-token": csrfToken },
    body,
  });
  const said = await answer.text();
  if (answer.status !== 201) throw new Error(`An upload failed: ${said}`);
  return performance.now() - before;
}

async function askReading(fixtures: Fixtures, id: number) {
  const { origin } = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const options = { url: origin + pathOf(readingsApi.get, { id }), connections: 1 };
  const { p50, p95 } = await cannon({ ...options, headers: { cookie }, amount: CALLS });
  return { value: p95, remark: `p50 ${p50.toFixed(0)} ms` };
}

async function unread(fixtures: Fixtures, caseId: number): Promise<number> {
  const { origin } = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const path = pathOf(readingsApi.listOfCase, { id: caseId });
  const answer = await fetch(origin + path, { headers: { cookie } });
  const badges = (await answer.json()) as ReadingBadge[];
  return badges.filter(({ state }) => state === "queued" || state === "running").length;
}
