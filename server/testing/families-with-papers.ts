/** A case whose papers are accepted, and dossiers of them as the portal builds them. */
import { expect } from "vitest";
import { type BuildDossierInput, dossiersApi } from "contract/dossiers";
import { runtime } from "#server/core/runtime.ts";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { openActors } from "./actors.ts";
import { buildApplicant } from "./factories/applicants.ts";
import { buildDocument } from "./factories/documents.ts";
import { runDueJobs } from "./jobs.ts";
import { sha256 } from "./read-by-client.ts";
import { sampleImage, samplePdf } from "./sample-files.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";
import { unzip } from "./unzip.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const accepted = { reviewState: "accepted", isApproved: true } as const;
const usual = { partMegabytes: 20, toFollow: true, newSince: null } as const;

type Wanted = { passport?: Buffer; facts?: "looked into" | "unknown" };

/** An applicant with a passport as PDF, a photo of his card and a CV in Word; somebody has looked into them already. */
export async function openFamily(
  portal: TestApp,
  { passport: content, facts = "looked into" }: Wanted = {},
) {
  const actors = await openActors(portal);
  const caseId = actors.caseFile.id;
  const { id: assignedTo } = await buildApplicant({ caseId, fullName: "Nadim Sarrouf" });
  const paper = { caseId, assignedTo, ...accepted };
  const passport = await buildDocument({
    ...paper,
    category: "passport",
    content: content ?? (await samplePdf()),
    originalName: "Main - Passport.pdf",
  });
  const card = await buildDocument({
    ...paper,
    category: "id",
    content: await sampleImage("jpeg", { width: 900, height: 600 }),
    mimeType: "image/jpeg",
    originalName: "Main - ID.jpg",
  });
  const cv = await buildDocument({
    ...paper,
    category: "cv",
    content: Buffer.from("PK word"),
    mimeType: WORD,
    originalName: "Main - CV.docx",
  });
  if (facts === "looked into")
    await runtime.database.insert(documentFacts).values([
      { storedFileId: passport.storedFileId, pages: 1, problem: null },
      { storedFileId: card.storedFileId, pages: 1, problem: null },
      { storedFileId: cv.storedFileId, pages: null, problem: "word" },
    ]);
  return { ...actors, caseId, assignedTo, passport, card, cv };
}

export type Family = Awaited<ReturnType<typeof openFamily>>;

/** Of all that can go in. */
export async function askForDossier(
  client: TestClient,
  { caseId }: Pick<Family, "caseId">,
  options: BuildDossierInput["options"] = usual,
) {
  const body = await dossierInput(client, caseId, options);
  return client.call(dossiersApi.build, { params: { id: caseId }, body });
}

export async function dossierInput(
  client: TestClient,
  caseId: number,
  options: BuildDossierInput["options"] = usual,
): Promise<BuildDossierInput> {
  const params = { id: caseId };
  const plan = await client.call(dossiersApi.plan, { params, query: { kind: "fiu" } });
  return {
    kind: "fiu",
    title: plan.title,
    addressee: plan.addressee,
    documents: plan.sections.flatMap(({ entries }) => entries.map((entry) => entry.documentId)),
    leftOut: plan.missing.map(({ key }) => key),
    reason: "The police certificates come in March.",
    options,
  };
}

export async function makeDossier(client: TestClient, family: Pick<Family, "caseId">) {
  const { id } = await askForDossier(client, family);
  await runDueJobs("dossiers.build");
  return client.call(dossiersApi.get, { params: { id } });
}

export async function zipOfDossier(client: TestClient, id: number): Promise<Buffer> {
  const answer = await client.call(dossiersApi.download, { params: { id } });
  return (answer as unknown as { bytes: Buffer }).bytes;
}

/** Its ZIP as whoever gets it looks at it: every member but the sums has one, and each is right. */
export async function verifiedZip(client: TestClient, id: number): Promise<Map<string, Buffer>> {
  const members = await unzip(await zipOfDossier(client, id));
  const sums = members.get("SHA256SUMS")?.toString().trimEnd().split("\n") ?? [];
  expect(sums).toHaveLength(members.size - 1);
  for (const line of sums) {
    const [sum = "", name = ""] = line.split("  ");
    expect(sha256(members.get(name) ?? Buffer.alloc(0)), name).toBe(sum);
  }
  return members;
}

export async function partOfDossier(client: TestClient, id: number): Promise<Buffer> {
  const answer = await client.call(dossiersApi.viewFile, { params: { id, position: 1 } });
  return (answer as unknown as { bytes: Buffer }).bytes;
}
