/** What is built stays as it was built, for as long as its case keeps its papers. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { PDFDocument, PDFName } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { dossiersApi } from "contract/dossiers";
import { system } from "#server/core/actor.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossiers } from "#server/database/tables/dossiers.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { prepareFiles } from "#server/files/prepare.ts";
import { rotateKeys } from "#server/files/rotate-keys.ts";
import { eraseEverything } from "#server/modules/cases/erasures.ts";
import { assertRoomInCase } from "#server/modules/documents/case-quota.ts";
import { caseRow } from "#testing/case-records.ts";
import { buildDossier } from "#testing/factories/dossiers.ts";
import { buildStoredFile } from "#testing/factories/files.ts";
import {
  type Family,
  makeDossier,
  openFamily,
  partOfDossier,
  verifiedZip,
  zipOfDossier,
} from "#testing/families-with-papers.ts";
import { picturesOf } from "#testing/page-picture.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { unzip } from "#testing/unzip.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const filesOf = ({ caseId }: Pick<Family, "caseId">) =>
  runtime.database
    .select()
    .from(storedFiles)
    .where(
      and(
        eq(storedFiles.caseId, caseId),
        eq(storedFiles.kind, "dossier"),
        isNull(storedFiles.deletedAt),
      ),
    );

async function signedPdf(): Promise<Buffer> {
  const source = await PDFDocument.create();
  source.addPage();
  const value = source.context.obj({ Type: "Sig", Filter: "Adobe.PPKLite" });
  const field = source.context.obj({ FT: "Sig", V: source.context.register(value) });
  const form = source.context.obj({ Fields: [source.context.register(field)], SigFlags: 3 });
  source.catalog.set(PDFName.of("AcroForm"), form);
  return Buffer.from(await source.save());
}

describe("a built dossier", () => {
  let family: Family;
  let id: number;
  let signed: Buffer;
  beforeAll(async () => {
    portal.clock.set("2026-11-23T21:30:00.000Z");
    signed = await signedPdf();
    family = await openFamily(portal, { passport: signed });
    await runtime.database
      .update(documentFacts)
      .set({ problem: "signed" })
      .where(eq(documentFacts.storedFileId, family.passport.storedFileId));
    const body = { fullName: "Nadim Sarrouf", passportNumber: "LR0012345" };
    await family.agent.call(applicantsApi.update, { params: { id: family.assignedTo }, body });
    const dossier = await makeDossier(family.agent, family);
    ({ id } = dossier);
  });

  it("names the bureau's day, in its files and on its cover", { tags: ["W-DOS-055"] }, async () => {
    const { files } = await family.agent.call(dossiersApi.get, { params: { id } });
    expect(files[0]!.name).toMatch(/_FIU_001_2026-11-24\.pdf$/);
    const [cover] = await picturesOf(await partOfDossier(family.agent, id));
    expect(cover!.words.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["24 November 2026", "LR0012345"]),
    );
  });

  it(
    "lists a Word file as a separate one, without a page, and has it in its ZIP",
    { tags: ["W-DOS-028"] },
    async () => {
      const [, index] = await picturesOf(await partOfDossier(family.agent, id));
      const line = index!.words.find(({ text }) => text.includes("Separate file"));
      expect(line?.text).toContain("Personal Profile / CV");
      const beside = index!.words.filter(({ y }) => Math.abs(y - line!.y) < 1);
      expect(beside.at(-1)?.text).toBe("–");
      const members = await unzip(await zipOfDossier(family.agent, id));
      const names = [...members.keys()].filter((name) => name.startsWith("separate/"));
      expect(names.map((name) => members.get(name)?.toString())).toEqual(["PK word"]);
    },
  );

  it("has the original of a signed paper in its ZIP", { tags: ["W-DOS-027"] }, async () => {
    const members = await unzip(await zipOfDossier(family.agent, id));
    const names = [...members.keys()].filter((name) => name.startsWith("originals/"));
    expect(names).toEqual(["originals/001_Passport_Nadim-Sarrouf.pdf"]);
    expect(members.get(names[0]!)?.equals(signed)).toBe(true);
  });

  it(
    "is encrypted under the key of its case, and keeps no paper out",
    { tags: ["W-DOS-052"] },
    async () => {
      const rows = await filesOf(family);
      const keys = await runtime.database
        .select()
        .from(caseKeys)
        .where(eq(caseKeys.caseId, family.caseId));
      expect(new Set(rows.map(({ caseKeyId }) => caseKeyId))).toEqual(
        new Set(keys.map((key) => key.id)),
      );
      const folder = join(runtime.config.dataDirectory, "files", "objects");
      for (const { storageKey: key } of rows) {
        const bytes = readFileSync(join(folder, key.slice(0, 2), key.slice(2, 4), key));
        for (const plain of ["%PDF", "manifest", "PK word"])
          expect(bytes.includes(plain)).toBe(false);
      }
      await runtime.database
        .update(storedFiles)
        .set({ size: 2048 * 1_048_576 })
        .where(eq(storedFiles.id, rows[0]!.id));
      const room = inTransaction((tx) => assertRoomInCase(tx, family.caseId, [{ size: 1 }]));
      await expect(room).resolves.toBeUndefined();
      await runtime.database
        .update(storedFiles)
        .set({ size: rows[0]!.size })
        .where(eq(storedFiles.id, rows[0]!.id));
    },
  );

  it(
    "stays as it is when its papers, their names or the case id change",
    { tags: ["W-DOS-039"] },
    async () => {
      const { admin, passport, card, cv } = family;
      const before = await admin.call(dossiersApi.get, { params: { id } });
      const zip = await zipOfDossier(admin, id);
      await admin.call(documentsApi.rename, {
        params: { id: card.id },
        body: { newName: "Another name.jpg" },
      });
      await admin.call(documentsApi.categorize, {
        params: { id: cv.id },
        body: { category: "other" },
      });
      await admin.call(documentsApi.upload, {
        params: { id: family.caseId },
        fields: { replaces: String(passport.id) },
        files: [{ field: "files", name: "new.pdf", bytes: await samplePdf() }],
      });
      const { caseId } = family.caseFile;
      await admin.call(casesApi.updateCode, {
        params: { id: family.caseId },
        body: { caseId: `${caseId}-X` },
      });
      expect(await admin.call(dossiersApi.get, { params: { id } })).toEqual(before);
      expect((await zipOfDossier(admin, id)).equals(zip)).toBe(true);
    },
  );

  it(
    "has the same bytes after a restart and under another key",
    { tags: ["W-DOS-035"] },
    async () => {
      const { admin } = family;
      const zip = await zipOfDossier(admin, id);
      const own = runtime;
      const restartWith = async (filesKey: Buffer, previousFilesKey: Buffer | null) => {
        setRuntime({ ...own, config: { ...own.config, filesKey, previousFilesKey } });
        await prepareFiles();
      };
      const newKey = randomBytes(32);
      await restartWith(newKey, own.config.filesKey);
      await rotateKeys();
      await restartWith(newKey, null);
      expect((await zipOfDossier(admin, id)).equals(zip)).toBe(true);
    },
  );

  it("keeps its copy of a deleted document, which says so", { tags: ["W-DOS-038"] }, async () => {
    const { admin, card, caseId } = family;
    const { id: later } = await makeDossier(admin, family);
    const both = [id, later];
    // It has got another name between the two.
    const cards = ["Main - ID.jpg", "Another name.jpg"];
    const query = { document: String(card.id) };
    const keeping = await admin.call(dossiersApi.list, { params: { id: caseId }, query });
    expect(keeping.map((dossier) => dossier.id)).toEqual([later, id]);
    const before = await Promise.all(both.map((each) => zipOfDossier(admin, each)));
    const deleted = await admin.call(documentsApi.remove, { params: { id: card.id } });
    expect(deleted.dossiers).toBe(2);
    for (const [index, each] of both.entries()) {
      const { documents } = await admin.call(dossiersApi.get, { params: { id: each } });
      const gone = documents.filter(({ documentId }) => documentId === null);
      expect(gone.map(({ fileName }) => fileName)).toEqual([cards[index]]);
      expect((await zipOfDossier(admin, each)).equals(before[index]!)).toBe(true);
      await verifiedZip(admin, each);
    }
    expect(await admin.call(dossiersApi.list, { params: { id: caseId }, query })).toEqual([]);
  });
});

describe("the dossiers of a case go", () => {
  async function openBuilt() {
    const family = await openFamily(portal);
    const { id } = await buildDossier({ caseId: family.caseId, handedInOn: "2026-01-15" });
    return { ...family, id };
  }
  async function left({ caseId, id }: { caseId: number; id: number }) {
    const database = runtime.database;
    return [
      await database.select().from(dossiers).where(eq(dossiers.caseId, caseId)),
      await database.select().from(dossierDocuments).where(eq(dossierDocuments.dossierId, id)),
      await filesOf({ caseId }),
    ];
  }

  it(
    "with its papers, when the years of keeping them are over",
    { tags: ["W-DOS-053"] },
    async () => {
      const built = await openBuilt();
      const row = await caseRow(built.caseId);
      await inTransaction((tx) => eraseEverything(tx, system, row));
      expect(await left(built)).toEqual([[], [], []]);
    },
  );

  it("with the case itself", { tags: ["W-DOS-053"] }, async () => {
    const built = await openBuilt();
    await buildStoredFile({ kind: "dossier", caseId: built.caseId });
    await built.admin.call(casesApi.remove, { params: { id: built.caseId } });
    expect(await left(built)).toEqual([[], [], []]);
  });
});
