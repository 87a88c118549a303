import { timeChecklist, timeReviews } from "e2e/support/desk-stopwatch.ts";
import { makePdf } from "e2e/support/sample-files.ts";
import { runtime } from "server/src/core/runtime.ts";
import { checklistDecisions } from "server/src/database/tables/checklist-decisions.ts";
import { buildApplicant } from "server/testing/factories/applicants.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { type Figure, figure, median, percentile } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";

const PAPERS = 100;
const PEOPLE = 10;
const ITEMS = 500;
const ROUNDS = 5;

/** A scripted reader at the desk, and a family of ten of whom five hundred papers are asked. */
export async function deskScreens(fixtures: Fixtures): Promise<Figure[]> {
  const { origin } = await fixtures.portal();
  const { sid } = await fixtures.admin();
  const desk = { origin, sessionToken: sid };
  const waits = await timeReviews(desk, await papersWaiting());
  const checklist = await timeChecklist({ ...desk, path: await longChecklist() }, ROUNDS);
  const all = waits.reduce((sum, wait) => sum + wait, 0) / 1000;
  const slowest = `p50 ${median(waits).toFixed(0)} ms`;
  const { waits: switches, printed } = checklist;
  const held = `worst ${Math.max(...switches).toFixed(0)} ms, ${printed} items in print`;
  return [
    figure(`${PAPERS} papers accepted with the key A`, { value: all, unit: "s", most: 120 }),
    figure("From the key to the next paper, p95", {
      value: percentile(waits, 0.95),
      unit: "ms",
      most: 500,
      remark: slowest,
    }),
    figure(`A switch of a checklist with more than ${ITEMS} items, p95`, {
      value: percentile(switches, 0.95),
      unit: "ms",
      most: 200,
      remark: held,
    }),
  ];
}

/** Their names in the order in which they are looked at; papers that have no date. */
async function papersWaiting(): Promise<string[]> {
  const { id: caseId } = await buildCase();
  const { id: assignedTo } = await buildApplicant({ caseId, fullName: "Ana Main" });
  const names: string[] = [];
  for (let made = 0; made <= PAPERS; made += 1) {
    const originalName = `Birth ${String(made).padStart(3, "0")}.pdf`;
    const uploadedAt = new Date(Date.UTC(2026, 0, 1, 0, made)).toISOString();
    const said = { caseId, assignedTo, category: "birth", originalName } as const;
    // Each another file: the desk tells of copies by their names.
    const { buffer: content } = await makePdf(originalName, { megabytes: 0.3 });
    await buildDocument({ ...said, content, uploadedAt });
    names.push(originalName);
  }
  return names;
}

async function longChecklist(): Promise<string> {
  const { id: caseId, caseId: code } = await buildCase({ numberOfApplicants: PEOPLE });
  const asked: (typeof checklistDecisions.$inferInsert)[] = [];
  for (let place = 0; place < PEOPLE; place += 1) {
    const fullName = `Person ${place}`;
    const { id: applicantId } = await buildApplicant({ caseId, position: place, fullName });
    for (let count = 0; count < ITEMS / PEOPLE; count += 1)
      asked.push({ caseId, applicantId, title: `Letter ${count}`, category: "other" });
  }
  await runtime.database.insert(checklistDecisions).values(asked);
  return `/case/${code}/checklist`;
}
