/** Builds one dossier: checks its papers, lets its parts be made, and stores everything at once. */
import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { dayIn } from "contract/days";
import { fileProblemTexts, LARGEST_PART } from "contract/dossier-parts";
import { type DossierOptions } from "contract/dossiers";
import { badRequest } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import { requireDiskSpace } from "#server/files/disk-space.ts";
import type { PartOrder } from "#server/files/dossier/part-order.ts";
import { buildPartApart, PartFailed, type PartToBuild } from "#server/files/dossier/run-program.ts";
import { fileKeyMaker } from "#server/files/keys.ts";
import { bureauOnPaper } from "#server/files/papers/bureau-on-paper.ts";
import type { BureauOnPaper } from "#server/files/papers/letterhead.ts";
import { dropSpooled, spool, type SpooledFile } from "#server/files/spool.ts";
import { numbersOfCase } from "#server/modules/applicants/passports.service.ts";
import type { Progress } from "./build-progress.ts";
import type { BuiltFile, Finish } from "./built.ts";
import { chosenOf } from "./chosen.ts";
import { differenceOf } from "./difference-of.ts";
import { papersOf } from "./dossiers.queries.ts";
import { dossierBaseName, partName } from "./file-names.ts";
import { frontPages, frontSheet, type Lists, listsOf, type SheetPerson } from "./front-sheet.ts";
import {
  estimateOf,
  type LaidPart,
  layOut,
  type Layout,
  moveLast,
  type PaperToLay,
  splitPapers,
} from "./layout.ts";
import { peopleToPlan } from "./papers.queries.ts";
import { DossierProblem, type Paper, readPapers } from "./read-papers.ts";
import { storeDossier } from "./store-dossier.ts";

const MEGABYTE = 1_048_576;
const ROOM_FACTOR = 2;

type Run = Finish & {
  progress: Progress;
  signal: AbortSignal;
  /** In a process of its own, unless said otherwise. */
  buildPart?: (part: PartToBuild) => Promise<void>;
};

export async function buildDossier(row: DossierRow, run: Run): Promise<void> {
  const [caseFile] = await runtime.database.select().from(cases).where(eq(cases.id, row.caseId));
  if (!caseFile) return;
  const papers = await readPapers(row, run.signal);
  const bytes = papers.reduce((sum, { source }) => sum + source.file.size, 0);
  await requireDiskSpace(runtime.files.spoolDirectory, ROOM_FACTOR * bytes);
  const options = row.options as DossierOptions;
  const lists = listsOf(chosenOf(row), {
    toFollow: options.toFollow,
    difference: await newsOf(row, papers),
  });
  const [people, bureau] = await Promise.all([peopleOnCover(row.caseId), bureauOnPaper()]);
  const builtOn = dayIn(runtime.config.bureauZone, new Date(row.requestedAt));
  const { kind, number } = row;
  const baseName = dossierBaseName({ caseCode: caseFile.caseId, kind, number, day: builtOn });
  const job = { row, caseFile, papers, lists, people, bureau, builtOn, baseName, ...run };
  const { layout, parts } = await buildParts(job);
  try {
    run.signal.throwIfAborted();
    run.progress.tell({ step: "Storing" });
    await requireDiskSpace(runtime.files.spoolDirectory, bytes);
    await storeDossier({ row, caseFile, papers, layout, parts, baseName }, run);
  } finally {
    await dropSpooled(parts.map(({ spooled }) => spooled));
  }
}

/** Only here does a number stand whole on paper: the authority compares it with the passport. */
async function peopleOnCover(caseId: number): Promise<SheetPerson[]> {
  const [people, numbers] = await Promise.all([
    peopleToPlan(runtime.database, caseId),
    numbersOfCase(runtime.database, caseId),
  ]);
  return people.map((person) => ({ ...person, passportNumber: numbers.get(person.id) ?? null }));
}

async function newsOf(row: DossierRow, papers: readonly Paper[]) {
  if (row.differenceFrom === null) return null;
  const earlier = await papersOf(runtime.database, row.differenceFrom);
  const later = papers.map(({ source, sha256, label, person }) => ({
    chainId: source.chainId,
    fileSha256: sha256,
    label,
    personName: person,
    firstPage: null,
  }));
  return differenceOf(earlier, later);
}

type Job = Run & {
  row: DossierRow;
  caseFile: CaseRow;
  papers: Paper[];
  lists: Lists;
  people: SheetPerson[];
  bureau: BureauOnPaper;
  builtOn: string;
  baseName: string;
};
type Outcome = { layout: Layout; parts: BuiltFile[] };

/** Until none is too large. The first part is made last: it names the others. */
async function buildParts(job: Job): Promise<Outcome> {
  const { papers, lists, row } = job;
  const { partMegabytes } = row.options as DossierOptions;
  const most = (partMegabytes === 0 ? LARGEST_PART : partMegabytes) * MEGABYTE;
  const toLay = papers.map(paperToLay);
  const front = frontPages(papers, lists);
  let groups = partMegabytes === 0 ? [laidNumbers(toLay)] : splitPapers(toLay, most);
  for (;;) {
    const layout = layOut(groups, { papers: toLay, frontPages: front });
    job.progress.tell({ totalPages: layout.totalPages, donePages: 0 });
    const built = await buildEach(job, layout, most);
    if ("parts" in built) return { layout, parts: built.parts };
    if (partMegabytes === 0)
      throw new DossierProblem("One file would have more than 200MB. Choose smaller parts.");
    groups = moveLast(groups, built.tooLarge);
  }
}

function paperToLay({ no, pages, source }: Paper): PaperToLay {
  const { size, mimeType } = source.file;
  const isPicture = mimeType.startsWith("image/");
  return { no, pages, bytes: estimateOf({ bytes: size, pages: pages ?? 0, isPicture }) };
}

function laidNumbers(papers: readonly PaperToLay[]): number[] {
  return papers.filter(({ pages }) => pages !== null).map(({ no }) => no);
}

async function buildEach(
  job: Job,
  layout: Layout,
  most: number,
): Promise<{ parts: BuiltFile[] } | { tooLarge: number }> {
  const inOrder = [...layout.parts.slice(1), ...layout.parts.slice(0, 1)];
  const built = new Map<number, BuiltFile>();
  let isDone = false;
  try {
    let done = 0;
    for (const part of inOrder) {
      const file = await buildOne(job, { layout, part, done });
      built.set(part.part, file);
      done += part.lastPage - part.firstPage + 1;
      const isTooLarge = file.spooled.size > most;
      const isOneFile = layout.parts.length === 1 && part.papers.length > 1;
      if (isTooLarge && (part.papers.length > 1 || isOneFile)) return { tooLarge: part.part - 1 };
    }
    isDone = true;
    return { parts: layout.parts.flatMap(({ part }) => built.get(part) ?? []) };
  } finally {
    if (!isDone) await dropSpooled([...built.values()].map(({ spooled }) => spooled));
  }
}

type One = { layout: Layout; part: LaidPart; done: number };

async function buildOne(job: Job, { layout, part, done }: One): Promise<BuiltFile> {
  const { caseFile, papers, baseName, progress, signal, buildPart = buildPartApart } = job;
  const parts = layout.parts.length;
  progress.tell({
    step: part.part === 1 ? "Front matter" : `Part ${part.part} of ${parts}`,
    donePages: done,
  });
  const inPart = papers.filter(({ no }) => part.papers.includes(no));
  const makeKey = await fileKeyMaker(caseFile.id);
  const hash = createHash("sha256");
  const kept: SpooledFile[] = [];
  try {
    await buildPart({
      order: orderOf(job, layout, part),
      files: inPart.map(({ source }) => source.file),
      signal,
      tell: (pages) =>
        progress.tell({ step: `Part ${part.part} of ${parts}`, donePages: done + pages }),
      keep: async (content) => {
        kept.push(await spool(content.pipe(watched(content, hash)), makeKey));
      },
    });
  } catch (error) {
    await dropSpooled(kept);
    throw asProblem(error, papers);
  }
  const [spooled] = kept;
  if (!spooled) throw badRequest("No part was kept");
  return { name: partName(baseName, part.part, parts), sha256: hash.digest("hex"), spooled };
}

/** What fails on its way in fails on its way out. */
function watched(source: Readable, hash: ReturnType<typeof createHash>): Transform {
  const through = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      done(null, bytes);
    },
  });
  source.on("error", (error) => through.destroy(error));
  return through;
}

function asProblem(error: unknown, papers: readonly Paper[]): unknown {
  if (!(error instanceof PartFailed)) return error;
  runtime.log.error({ err: error, paper: error.paper }, "a paper of a dossier could not be drawn");
  const paper = papers.find(({ no }) => no === error.paper);
  return paper
    ? new DossierProblem(`${paper.source.document.originalName}: ${fileProblemTexts.damaged}`)
    : error;
}

function orderOf(job: Job, layout: Layout, part: LaidPart): PartOrder {
  const { row, caseFile, papers, lists, people, bureau, builtOn, baseName } = job;
  const parts = layout.parts.length;
  const names = layout.parts.map((each) => partName(baseName, each.part, parts));
  const inPart = papers.filter(({ no }) => part.papers.includes(no));
  const from = (at: number) => inPart.at(at)?.no ?? 0;
  return {
    part: part.part,
    parts,
    firstPage: part.firstPage,
    totalPages: layout.totalPages,
    caseCode: caseFile.caseId,
    title: row.title,
    bureauName: bureau.name,
    requestedAt: row.requestedAt,
    id: idOf(job, part.part),
    front:
      part.part === 1
        ? frontSheet({
            dossier: row,
            bureau,
            caseCode: caseFile.caseId,
            people,
            builtOn,
            papers,
            layout,
            lists,
            fileNames: names,
          })
        : null,
    opening:
      part.part === 1
        ? null
        : `Part ${part.part} of ${parts}, pages ${part.firstPage} to ${part.lastPage}, papers ${from(0)} to ${from(-1)}`,
    papers: inPart.map(({ no, label, heading, person, pages, source }) => ({
      no,
      label,
      heading,
      person,
      format: source.file.mimeType === "application/pdf" ? "pdf" : "picture",
      bytes: source.file.size,
      pages: pages ?? 0,
    })),
  };
}

/** Of what makes this file what it is, so that the same dossier has the same bytes. */
function idOf({ row, caseFile, papers }: Job, part: number): string {
  const hash = createHash("sha256");
  hash.update([caseFile.caseId, row.number, row.requestedAt, part].join("\n"));
  for (const { sha256 } of papers) hash.update(sha256);
  return hash.digest("hex").slice(0, 32);
}
