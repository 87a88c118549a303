import { and, eq } from "drizzle-orm";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { dossierRecipes } from "contract/dossier-recipes";
import { dossiersApi } from "contract/dossiers";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import {
  askForDossier,
  makeDossier,
  openFamily,
  partOfDossier,
  verifiedZip,
  zipOfDossier,
} from "#testing/families-with-papers.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { Manifest } from "./manifest.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("building a dossier", () => {
  it("puts every accepted paper in order, in one transaction", async () => {
    const family = await openFamily(portal, { facts: "unknown" });
    const { agent, passport, card, cv } = family;
    const dossier = await makeDossier(agent, family);
    expect(dossier.problem).toBeNull();
    expect(dossier).toMatchObject({ state: "built", number: 1, parts: 1, step: null });
    expect(dossier.documents.map(({ documentId }) => documentId)).toEqual([
      passport.id,
      card.id,
      cv.id,
    ]);
    expect(dossier.files.map(({ kind }) => kind)).toEqual(["part", "manifest"]);
    const read = await PDFDocument.load(await partOfDossier(agent, dossier.id));
    expect(read.getPageCount()).toBe(dossier.pages);
  });

  it(
    "goes out as one ZIP whose sums are right, the same bytes each time",
    { tags: ["W-DOS-032"] },
    async () => {
      const family = await openFamily(portal);
      const { agent } = family;
      const { id, files } = await makeDossier(agent, family);
      const zip = await zipOfDossier(agent, id);
      expect((await zipOfDossier(agent, id)).equals(zip)).toBe(true);
      const members = await verifiedZip(agent, id);
      expect([...members.keys()]).toEqual([
        ...files.map(({ name }) => name),
        "separate/003_Personal-Profile-CV_Nadim-Sarrouf.docx",
        "SHA256SUMS",
      ]);
      const manifest = JSON.parse(members.get("manifest.json")?.toString() ?? "") as Manifest;
      expect(manifest.documents[2]).toMatchObject({ separate: true, firstPage: null, part: null });
    },
  );

  it("fails when a paper went back to review meanwhile", { tags: ["W-DOS-041"] }, async () => {
    const family = await openFamily(portal);
    const { id } = await askForDossier(family.agent, family);
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

it(
  "what is missing is what the checklist misses of its categories",
  { tags: ["W-DOS-048"] },
  async () => {
    const { agent, caseId } = await openFamily(portal);
    const params = { id: caseId };
    const plan = await agent.call(dossiersApi.plan, { params, query: { kind: "fiu" } });
    const { items } = await agent.call(checklistApi.get, { params });
    const wanted = new Set(dossierRecipes.fiu.sections.flatMap(({ categories }) => categories));
    const states = ["missing", "waiting", "changes_requested", "expired", "undecided"];
    const open = items.filter(
      ({ category, state }) => wanted.has(category) && states.includes(state),
    );
    expect(plan.missing.map(({ key }) => key).toSorted()).toEqual(
      open.map(({ key }) => key).toSorted(),
    );
    expect(open.length).toBeGreaterThan(1);
  },
);

describe("a dossier that is being built", () => {
  it(
    "is stopped within two seconds, leaves nothing, and frees its case",
    { tags: ["W-DOS-045"] },
    async () => {
      const family = await openFamily(portal, { facts: "unknown" });
      const { agent } = family;
      const { id } = await askForDossier(agent, family);
      const building = runDueJobs("dossiers.build");
      const params = { id };
      await expect
        .poll(async () => (await agent.call(dossiersApi.get, { params })).state, {
          timeout: 40_000,
        })
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
      expect((await askForDossier(agent, family)).state).toBe("queued");
    },
  );
});
