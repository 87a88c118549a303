import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { dossiersApi } from "contract/dossiers";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import type { Manifest } from "./manifest.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const options = { partMegabytes: 20, toFollow: true, newSince: null } as const;
const accepted = { reviewState: "accepted", isApproved: true } as const;
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** An applicant with a passport as PDF, a photo of his card and a CV in Word. */
async function openFamily() {
  const actors = await openActors(portal);
  const caseId = actors.caseFile.id;
  const { id: assignedTo } = await buildApplicant({ caseId, fullName: "Nadim Sarrouf" });
  const paper = { caseId, assignedTo, ...accepted };
  const passport = await buildDocument({
    ...paper,
    category: "passport",
    content: await samplePdf(),
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
  return { ...actors, caseId, passport, card, cv };
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const archive = await fromBufferPromise(bytes);
  const members = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry())
    members.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return members;
}

type Family = Awaited<ReturnType<typeof openFamily>>;

async function ask(client: TestClient, { caseId }: Pick<Family, "caseId">) {
  const plan = await client.call(dossiersApi.plan, {
    params: { id: caseId },
    query: { kind: "fiu" },
  });
  return client.call(dossiersApi.build, {
    params: { id: caseId },
    body: {
      kind: "fiu",
      title: plan.title,
      addressee: plan.addressee,
      documents: plan.sections.flatMap(({ entries }) => entries.map((entry) => entry.documentId)),
      leftOut: plan.missing.map(({ key }) => key),
      reason: "The police certificates come in March.",
      options,
    },
  });
}

async function build(client: TestClient, family: Family) {
  const { id } = await ask(client, family);
  await runDueJobs("dossiers.build");
  return client.call(dossiersApi.get, { params: { id } });
}

describe("building a dossier", () => {
  it("puts every accepted paper in order, in one transaction", async () => {
    const family = await openFamily();
    const { agent, passport, card, cv } = family;
    const dossier = await build(agent, family);
    expect(dossier.problem).toBeNull();
    expect(dossier).toMatchObject({ state: "built", number: 1, parts: 1, step: null });
    expect(dossier.documents.map(({ documentId }) => documentId)).toEqual([
      passport.id,
      card.id,
      cv.id,
    ]);
    expect(dossier.files.map(({ kind }) => kind)).toEqual(["part", "manifest"]);
    const file = await agent.call(dossiersApi.viewFile, {
      params: { id: dossier.id, position: 1 },
    });
    const read = await PDFDocument.load((file as unknown as { bytes: Buffer }).bytes);
    expect(read.getPageCount()).toBe(dossier.pages);
  });

  it("goes out as one ZIP whose sums are right, the same bytes each time [W-DOS-032]", async () => {
    const family = await openFamily();
    const { agent } = family;
    const { id, files } = await build(agent, family);
    const zipOf = async () => {
      const answer = await agent.call(dossiersApi.download, { params: { id } });
      return (answer as unknown as { bytes: Buffer }).bytes;
    };
    const zip = await zipOf();
    expect((await zipOf()).equals(zip)).toBe(true);
    const members = await unzip(zip);
    expect([...members.keys()]).toEqual([
      ...files.map(({ name }) => name),
      "separate/003_Personal-Profile-CV_Nadim-Sarrouf.docx",
      "SHA256SUMS",
    ]);
    const sums = members.get("SHA256SUMS")?.toString().trimEnd().split("\n") ?? [];
    expect(sums).toHaveLength(members.size - 1);
    for (const line of sums) {
      const [sum = "", name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(members.get(name) ?? "")
          .digest("hex"),
      ).toBe(sum);
    }
    const manifest = JSON.parse(members.get("manifest.json")?.toString() ?? "") as Manifest;
    expect(manifest.documents[2]).toMatchObject({ separate: true, firstPage: null, part: null });
  });

  it("fails when a paper went back to review meanwhile [W-DOS-041]", async () => {
    const family = await openFamily();
    const { id } = await ask(family.agent, family);
    await runtime.database
      .update(documents)
      .set({ reviewState: "waiting", isApproved: false })
      .where(eq(documents.id, family.passport.id));
    await runDueJobs("dossiers.build");
    const dossier = await family.agent.call(dossiersApi.get, { params: { id } });
    expect(dossier).toMatchObject({
      state: "failed",
      problem: "The papers have changed. Check the dossier again.",
      files: [],
    });
  });
});

describe("a dossier that is being built", () => {
  it("is stopped within two seconds, leaves nothing, and frees its case [W-DOS-045]", async () => {
    const family = await openFamily();
    const { agent } = family;
    const { id } = await ask(agent, family);
    const building = runDueJobs("dossiers.build");
    const params = { id };
    await expect
      .poll(async () => (await agent.call(dossiersApi.get, { params })).state, { timeout: 10_000 })
      .toBe("running");
    const begun = performance.now();
    await agent.call(dossiersApi.cancel, { params });
    await building;
    expect(performance.now() - begun).toBeLessThan(2000);
    const stopped = await agent.call(dossiersApi.get, { params });
    expect(stopped).toMatchObject({ state: "cancelled", files: [], documents: [] });
    const kept = await runtime.database
      .select()
      .from(storedFiles)
      .where(and(eq(storedFiles.caseId, family.caseId), eq(storedFiles.kind, "dossier")));
    expect(kept).toEqual([]);
    const late = await agent.refused(409, dossiersApi.cancel, { params });
    expect(late.message).toBe("This dossier is finished");
    expect((await ask(agent, family)).state).toBe("queued");
  });
});
