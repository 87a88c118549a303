import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentsApi } from "contract/documents";
import { type BuildDossierInput, dossiersApi } from "contract/dossiers";
import { runtime } from "#server/core/runtime.ts";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { dossiers } from "#server/database/tables/dossiers.ts";
import { users } from "#server/database/tables/users.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildDossier, buildDossierDocument } from "#testing/factories/dossiers.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const accepted = { reviewState: "accepted", isApproved: true } as const;
const usual = { partMegabytes: 20, toFollow: false, newSince: null } as const;

async function paperIn(
  caseId: number,
  more: Parameters<typeof buildDocument>[0] = {},
  pages = 1,
): Promise<number> {
  const row = await buildDocument({ caseId, category: "other", ...accepted, ...more });
  await runtime.database
    .insert(documentFacts)
    .values({ storedFileId: row.storedFileId, pages, problem: null });
  return row.id;
}

/** For an answer nothing is missing. */
const answer = (documents: number[], more: Partial<BuildDossierInput> = {}) => ({
  kind: "answer" as const,
  title: "Answer",
  addressee: "Financial Intelligence Unit",
  documents,
  leftOut: [],
  options: usual,
  ...more,
});

describe("papers of the government", () => {
  it("are in no plan and no dossier of an agent", { tags: ["W-DOS-006"] }, async () => {
    const { agent, admin, caseFile } = await openActors(portal);
    const id = await paperIn(caseFile.id, { category: "fiu-letter" });
    const ask = { params: { id: caseFile.id }, query: { kind: "citizenship" as const } };
    expect(JSON.stringify(await agent.call(dossiersApi.plan, ask))).not.toContain("FIU Clearance");
    expect((await admin.call(dossiersApi.plan, ask)).sections).toMatchObject([
      { title: "Clearance", entries: [{ documentId: id }] },
    ]);
    const body = answer([id]);
    await agent.refused(400, dossiersApi.build, { params: { id: caseFile.id }, body });
    const built = await admin.call(dossiersApi.build, { params: { id: caseFile.id }, body });
    expect(built.holdsGovernment).toBe(true);
  });

  it("make a dossier that agents do not know of", { tags: ["W-DOS-008"] }, async () => {
    const { agent, admin, caseFile } = await openActors(portal);
    const { id } = await buildDossier({ caseId: caseFile.id, holdsGovernment: true });
    await agent.refused(404, dossiersApi.get, { params: { id } });
    const params = { id: caseFile.id };
    expect(await agent.call(dossiersApi.list, { params })).toEqual([]);
    expect(await admin.call(dossiersApi.list, { params })).toHaveLength(1);
  });
});

it("only admins build that of the passport office", { tags: ["W-DOS-007"] }, async () => {
  const { agent, caseFile } = await openActors(portal);
  const refusal = await agent.refused(403, dossiersApi.plan, {
    params: { id: caseFile.id },
    query: { kind: "passport" },
  });
  expect(refusal.message).toBe("Only admins build this dossier");
});

describe("a request", () => {
  it("decides about everything missing, with a reason", { tags: ["W-DOS-010..011"] }, async () => {
    const { agent, caseFile } = await openActors(portal);
    const { id: assignedTo } = await buildApplicant({ caseId: caseFile.id });
    const paper = await paperIn(caseFile.id, { category: "passport", assignedTo });
    const params = { id: caseFile.id };
    const plan = await agent.call(dossiersApi.plan, { params, query: { kind: "fiu" } });
    expect(plan.missing.length).toBeGreaterThan(0);
    const body = answer([paper], { kind: "fiu" });
    const undecided = await agent.refused(400, dossiersApi.build, { params, body });
    expect(undecided.message).toBe("Decide about every missing paper");
    const leftOut = plan.missing.map(({ key }) => key);
    const silent = await agent.refused(400, dossiersApi.build, {
      params,
      body: { ...body, leftOut, reason: "short" },
    });
    expect(silent.message).toBe("Say in at least 10 characters why papers are left out");
  });

  it("names accepted papers of this case alone", { tags: ["W-DOS-012"] }, async () => {
    const { agent, caseFile } = await openActors(portal);
    const waiting = await paperIn(caseFile.id, { reviewState: "waiting", isApproved: false });
    const foreign = await paperIn((await buildCase()).id);
    const params = { id: caseFile.id };
    await agent.refused(400, dossiersApi.build, { params, body: answer([waiting]) });
    await agent.refused(400, dossiersApi.build, { params, body: answer([foreign]) });
  });

  it("waits for no other of its case; another case queues", { tags: ["W-DOS-013"] }, async () => {
    const { admin, caseFile } = await openActors(portal);
    const params = { id: caseFile.id };
    const body = answer([await paperIn(caseFile.id)]);
    await admin.call(dossiersApi.build, { params, body });
    const refusal = await admin.refused(409, dossiersApi.build, { params, body });
    expect(refusal.message).toBe("A dossier of this case is being built already");
    const other = await buildCase();
    const queued = await admin.call(dossiersApi.build, {
      params: { id: other.id },
      body: answer([await paperIn(other.id)]),
    });
    expect(queued.state).toBe("queued");
  });

  it("keeps to the limits", { tags: ["W-DOS-014"] }, async () => {
    const { admin, caseFile } = await openActors(portal);
    const caseId = caseFile.id;
    const refusalOf = async (status: number, documents: number[]) =>
      (
        await admin.refused(status, dossiersApi.build, {
          params: { id: caseId },
          body: answer(documents),
        })
      ).message;
    expect(await refusalOf(400, [])).toBe("A dossier needs at least one paper");
    const many = Array.from({ length: 301 }, (_, index) => index + 1);
    expect(await refusalOf(400, many)).toBe("A dossier can have at most 300 papers");
    const long = await paperIn(caseId, {}, 1501);
    expect(await refusalOf(400, [long])).toBe("A dossier can have at most 1,500 pages");
    const large = await paperIn(caseId, { fileSize: 500 * 1_048_576 + 1 });
    expect(await refusalOf(413, [large])).toBe("A dossier can have at most 500MB of papers");
    const paper = await paperIn(caseId);
    await buildDossier({ caseId, bytes: 1024 * 1_048_576 });
    expect(await refusalOf(413, [paper])).toBe("A case can hold at most 1GB of dossiers");
    await runtime.database.update(dossiers).set({ bytes: 1 }).where(eq(dossiers.caseId, caseId));
    for (let number = 2; number <= 30; number += 1)
      await buildDossier({ caseId, state: "cancelled" });
    expect(await refusalOf(400, [paper])).toBe("A case can have at most 30 dossiers");
  });
});

describe("a built dossier", () => {
  it("is told of when it was handed in, and of nothing else", { tags: ["W-DOS-036"] }, async () => {
    const { agent, caseFile } = await openActors(portal);
    const { id } = await buildDossier({ caseId: caseFile.id });
    const before = await agent.call(dossiersApi.get, { params: { id } });
    const late = await agent.refused(400, dossiersApi.update, {
      params: { id },
      body: { handedInOn: "2099-01-01" },
    });
    expect(late.message).toBe("Day of handing in cannot be in the future");
    const body = { handedInOn: "2026-01-15", authorityReference: "FIU/26/0417" };
    await agent.call(dossiersApi.update, { params: { id }, body });
    const after = await agent.call(dossiersApi.get, { params: { id } });
    expect(after).toEqual({ ...before, ...body, version: before.version + 1 });
  });

  it("goes with a reason, and its number is not used again", { tags: ["W-DOS-037"] }, async () => {
    const { admin, caseFile } = await openActors(portal);
    const { id } = await buildDossier({ caseId: caseFile.id });
    await buildDossierDocument({ dossierId: id });
    const reason = "It was built for the wrong case.";
    await admin.call(dossiersApi.remove, { params: { id }, body: { reason } });
    expect(await admin.call(dossiersApi.get, { params: { id } })).toMatchObject({
      state: "removed",
      number: 1,
      kind: "fiu",
      removedReason: reason,
      documents: [],
      files: [],
    });
    const next = await admin.call(dossiersApi.build, {
      params: { id: caseFile.id },
      body: answer([await paperIn(caseFile.id)]),
    });
    expect(next.number).toBe(2);
    await admin.refused(409, dossiersApi.remove, { params: { id: next.id }, body: { reason } });
  });

  it("outlives whoever has built it", { tags: ["W-DOS-054"] }, async () => {
    const { admin, caseFile, people } = await openActors(portal);
    const { id } = await buildDossier({ caseId: caseFile.id, builtBy: people.agent.id });
    await runtime.database.delete(users).where(eq(users.id, people.agent.id));
    expect((await admin.call(dossiersApi.get, { params: { id } })).builtBy).toBeNull();
  });

  it("is told of in the activity, once for each download", { tags: ["W-DOS-051"] }, async () => {
    const { admin, caseFile } = await openActors(portal);
    const { id } = await buildDossier({ caseId: caseFile.id });
    const documentId = await paperIn(caseFile.id);
    await buildDossierDocument({ dossierId: id, documentId });
    const file = { params: { id, position: 1 } };
    await admin.call(dossiersApi.downloadFile, file);
    await admin.call(dossiersApi.viewFile, file);
    await admin.call(dossiersApi.viewFile, file);
    const lines = (await eventsOf(caseFile.id)).filter(({ action }) => action === "download");
    expect(lines.length).toBeGreaterThanOrEqual(1);
    const openings = await admin.call(documentsApi.listAccessLog, { params: { id: documentId } });
    expect(openings.every(({ way }) => way === "archive")).toBe(true);
    expect(openings.length).toBe(lines.length);
  });
});
