/** What was handed to authorities: built by the portal itself, as on the days of which the data speaks. */
import { and, asc, eq } from "drizzle-orm";
import type { BuildDossierInput } from "contract/dossiers";
import { actorOf, userIdOf } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";
import { buildDossier } from "#server/modules/dossiers/build-dossier.ts";
import type { BuiltFacts } from "#server/modules/dossiers/built.ts";
import { readPlan } from "#server/modules/dossiers/dossier-plan.service.ts";
import { acceptRequest } from "#server/modules/dossiers/dossier-request.ts";
import { aboutDossier, builtEntry } from "#server/modules/dossiers/dossiers.events.ts";
import { lookIntoCase } from "#server/modules/dossiers/inspect-papers.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildDossier as insertDossier } from "#testing/factories/dossiers.ts";
import { buildPartTogether } from "./build-parts.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoDossier } from "./demo-bureau.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { minutesAfter } from "./demo-events.ts";
import { createSpecimen } from "./specimens/create-specimen.ts";

const REASON = "The remaining papers are handed in later.";
/** The earlier scan showed another copy of the certificate. */
const EARLIER_ISSUE = "1979-03-20";

export async function fillDossiers(filling: DemoCaseContext): Promise<void> {
  const wanted = filling.demoCase.dossiers ?? [];
  if (wanted.length === 0) return;
  const scans = await scanEarlier(filling, wanted);
  // Once for all of them, the earlier scans among the others.
  await lookIntoCase(filling.caseFile.id);
  let last: DossierRow | null = null;
  for (const dossier of wanted) {
    const scan = scans.get(dossier);
    if (scan) await setCurrent(scan.later.id, false);
    last = await build(filling, dossier, last);
    if (scan) await replaceBy(scan);
    if (dossier.handedIn) await handIn(filling, last, dossier);
  }
}

type Scan = { earlier: DocumentRow; later: DocumentRow };

async function scanEarlier(
  filling: DemoCaseContext,
  wanted: readonly DemoDossier[],
): Promise<Map<DemoDossier, Scan>> {
  const { demoCase, caseFile } = filling;
  const scans = new Map<DemoDossier, Scan>();
  for (const dossier of wanted) {
    const { earlierScanOf: originalName, builtAt } = dossier;
    const scan = demoCase.documents.find((each) => each.originalName === originalName);
    if (!scan) continue;
    const later = await findDocument(caseFile.id, scan.originalName);
    const { category, assignedTo, mimeType, uploadedBy } = later;
    const uploadedAt = minutesAfter(builtAt, -90);
    const earlier = await buildDocument({
      caseId: caseFile.id,
      originalName: scan.originalName,
      category,
      assignedTo,
      mimeType,
      uploadedBy,
      uploadedAt,
      updatedAt: uploadedAt,
      reviewState: "accepted",
      isApproved: true,
      content: await createSpecimen(demoCase, { ...scan, issueDate: EARLIER_ISSUE }),
    });
    scans.set(dossier, { earlier, later });
  }
  return scans;
}

async function replaceBy({ earlier, later }: Scan): Promise<void> {
  await setCurrent(earlier.id, false);
  await runtime.database
    .update(documents)
    .set({ replaces: earlier.id, isCurrent: true })
    .where(eq(documents.id, later.id));
}

async function setCurrent(id: number, isCurrent: boolean): Promise<void> {
  await runtime.database.update(documents).set({ isCurrent }).where(eq(documents.id, id));
}

async function build(
  filling: DemoCaseContext,
  dossier: DemoDossier,
  last: DossierRow | null,
): Promise<DossierRow> {
  const { caseFile, people, activity } = filling;
  const { kind, builtAt } = dossier;
  const actor = actorOf(personIn(people, dossier.by));
  const chosen = kind === "answer" && last ? await papersOfAnswer(filling, dossier, last) : [];
  const asked = { caseId: caseFile.id, kind, chosen };
  const read = await readPlan(runtime.database, actor, asked);
  const { plan } = read;
  const newSince = kind === "answer" ? (last?.id ?? null) : null;
  const input: BuildDossierInput = {
    kind,
    title: plan.title,
    addressee: dossier.addressee ?? plan.addressee,
    documents: plan.sections.flatMap(({ entries }) => entries.map((entry) => entry.documentId)),
    leftOut: plan.missing.map(({ key }) => key),
    reason: plan.missing.length > 0 ? REASON : null,
    options: { partMegabytes: 20, toFollow: false, newSince },
  };
  const accepted = acceptRequest({ input, ...read });
  const { title, addressee, options, reason = null } = input;
  const row = await insertDossier({
    caseId: caseFile.id,
    kind,
    title,
    addressee,
    options,
    reason,
    program: caseFile.citizenshipProgram,
    holdsGovernment: accepted.holdsGovernment,
    state: "running",
    totalPages: accepted.pages,
    differenceFrom: newSince,
    chosen: accepted.chosen,
    builtBy: userIdOf(actor),
    requestedAt: builtAt,
  });
  await buildDossier(row, {
    progress: { tell: () => undefined, end: () => undefined },
    signal: new AbortController().signal,
    buildPart: buildPartTogether,
    clock: { now: () => new Date(builtAt) },
    tell: (_tx, _builder, facts: BuiltFacts) =>
      Promise.resolve(
        activity.add({
          ...aboutDossier(row, builtEntry(facts)),
          actorId: userIdOf(actor),
          createdAt: builtAt,
        }),
      ),
  });
  return row;
}

/** What the dossier before it held, each paper as it is by now, and what was asked for besides. */
async function papersOfAnswer(
  { caseFile }: DemoCaseContext,
  { adds = "" }: DemoDossier,
  { id }: DossierRow,
): Promise<number[]> {
  const held = await runtime.database
    .select({ document: documents })
    .from(dossierDocuments)
    .innerJoin(documents, eq(documents.id, dossierDocuments.documentId))
    .where(eq(dossierDocuments.dossierId, id))
    .orderBy(asc(dossierDocuments.position));
  const added = await findDocument(caseFile.id, adds);
  const papers: DocumentRow[] = [];
  for (const { document } of held)
    papers.push(
      document.isCurrent ? document : await findDocument(caseFile.id, document.originalName),
    );
  return [...papers, added].map((paper) => paper.id);
}

async function handIn(
  { activity, people }: DemoCaseContext,
  row: DossierRow,
  { handedIn, by, builtAt }: DemoDossier,
): Promise<void> {
  if (!handedIn) return;
  const { on: handedInOn, reference: authorityReference } = handedIn;
  const change = { handedInOn, authorityReference };
  await runtime.database.update(dossiers).set(change).where(eq(dossiers.id, row.id));
  const isSameDay = builtAt.startsWith(handedInOn);
  activity.add({
    ...aboutDossier(row, { action: "update", metadata: { handedInOn } }),
    actorId: personIn(people, by).id,
    createdAt: isSameDay ? minutesAfter(builtAt, 20) : `${handedInOn}T11:00:00+04:00`,
  });
}

async function findDocument(caseId: number, originalName: string): Promise<DocumentRow> {
  const isIt = and(
    eq(documents.caseId, caseId),
    eq(documents.originalName, originalName),
    documents.isCurrent,
  );
  const [row] = await runtime.database.select().from(documents).where(isIt);
  if (!row) throw new Error(`demo-dossiers.ts names ${originalName}, which is not there`);
  return row;
}
