import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { type ExportAudience, caseExportsApi } from "contract/case-exports";
import { documentCategories } from "contract/document-categories";
import { invoiceStatuses } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { internalNotes } from "#server/database/tables/internal-notes.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { attachmentColumns } from "#server/files/file-columns.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildAgreement } from "#testing/factories/agreements.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDecision } from "#testing/factories/checklist.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildDossier } from "#testing/factories/dossiers.ts";
import { buildStoredFile } from "#testing/factories/files.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { readByClient, sha256 } from "#testing/read-by-client.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { unzip } from "#testing/unzip.ts";
import type { Manifest } from "./archive.ts";

let portal: TestApp;
let actors: Actors;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  actors = await openActors(portal, { title: "Familie عائلة" });
});

let bytesMade = 0;
/** Bytes that no other file has. */
const content = () => Buffer.from(`%PDF-1.7\n${(bytesMade += 1)}\n%%EOF\n`);
let invoicesMade = 0;
const drawnInvoice = () => `INV-${(invoicesMade += 1)}`;

async function exported(reader: TestClient, audience?: ExportAudience) {
  const answer = await reader.send(caseExportsApi.download, {
    params: { caseId: actors.caseFile.caseId },
    ...(audience && { query: { audience } }),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/zip");
  const files = await unzip(answer.bytes);
  const json = <T>(path: string) => JSON.parse(files.get(path)?.toString() ?? "null") as T;
  return { files, paths: [...files.keys()], json, manifest: json<Manifest>("manifest.json") };
}

async function buildAttachment(caseId: number, userId: number) {
  const bytes = content();
  const file = await buildStoredFile({ kind: "comment", caseId, content: bytes });
  const attached = attachmentColumns(file, "photo <1>.pdf");
  await buildComment({ caseId, userId, message: "<b>See</b> this", ...attached });
  return bytes;
}

/** One of everything. */
async function fillCase() {
  const { caseFile, people } = actors;
  const caseId = caseFile.id;
  const person = await buildApplicant({ caseId, fullName: "Nadim / Sarrouf" });
  await actors.agent.call(applicantsApi.update, {
    params: { id: person.id },
    body: { fullName: "Nadim / Sarrouf", passportNumber: "LR0012345" },
  });
  const passport = { caseId, category: "passport", assignedTo: person.id } as const;
  const originalName = "scan.pdf";
  const earlier = await buildDocument({ ...passport, isCurrent: false, content: content() });
  await buildDocument({ ...passport, originalName, content: content(), replaces: earlier.id });
  await buildDocument({ ...passport, originalName: "SCAN.pdf", content: content() });
  await buildDocument({ caseId, originalName: "letter.pdf", content: content() });
  await buildDocument({ caseId, category: "fiu-letter", originalName: "fiu.pdf" });
  await buildAttachment(caseId, people.client.id);
  await buildAgreement({ caseId, content: content() });
  await buildAgreement({ caseId, fileUrl: "https://elsewhere.example/signed.pdf" });
  const invoice = await buildInvoice({ caseId, invoiceId: drawnInvoice() });
  await buildInvoiceFile(invoice, { list: "other", originalName: "Receipt.pdf" });
  await buildInvoiceFile(invoice, { list: "admin", originalName: "Margin.pdf" });
  await buildDossier({ caseId, number: 1 });
  await buildDossier({ caseId, number: 2, holdsGovernment: true });
  await runtime.database.insert(internalNotes).values({ caseId, message: "A secret thought" });
}

const ofBureau = [
  "case.json",
  "people.json",
  "earlier-versions/scan.pdf",
  "documents/Stage 1/Nadim _ Sarrouf/scan.pdf",
  "documents/Stage 1/Nadim _ Sarrouf/SCAN (2).pdf",
  "documents/Uncategorized/Unassigned/letter.pdf",
  "documents/Vanuatu Documents/Unassigned/fiu.pdf",
  "attachments/photo _1_.pdf",
  "invoices/INV.pdf",
  "receipts/Receipt.pdf",
  "invoices/Margin.pdf",
  "agreements/Service Agreement.pdf",
  "dossiers/1/CASE_FIU_001_2026-11-24.pdf",
  "dossiers/2/CASE_FIU_001_2026-11-24.pdf",
  "messages.json",
  "messages.html",
  "checklist.json",
  "activity.jsonl",
  "notes.json",
  "manifest.json",
];
const notForAgents = new Set([
  "documents/Vanuatu Documents/Unassigned/fiu.pdf",
  "invoices/Margin.pdf",
  "dossiers/2/CASE_FIU_001_2026-11-24.pdf",
  "activity.jsonl",
  "notes.json",
]);

describe("a whole case as a ZIP", () => {
  it(
    "names every file but the manifest with its digest, and holds nothing else",
    { tags: ["W-EXP-009"] },
    async () => {
      await fillCase();
      for (const reader of [actors.admin, actors.agent]) {
        for (const audience of ["bureau", "client"] as const) {
          const { files, paths, manifest } = await exported(reader, audience);
          const named = manifest.files.map(({ path }) => path);
          expect([...named, "manifest.json"]).toEqual(paths);
          expect(new Set(paths).size).toBe(paths.length);
          for (const { path, bytes, sha256: digest } of manifest.files) {
            const there = files.get(path) ?? Buffer.of();
            expect({ bytes, digest }).toEqual({ bytes: there.length, digest: sha256(there) });
          }
          expect(manifest).toMatchObject({ format: "case-export/1", audience, missing: [] });
        }
      }
    },
  );

  it("holds each part of the case where it belongs, for agents nothing of admins", async () => {
    await fillCase();
    const { paths, json, files, manifest } = await exported(actors.admin);
    const shape = paths.map((path) => path.replace(/INV-\d+/, "INV"));
    expect(shape.toSorted()).toEqual(ofBureau.toSorted());
    expect(manifest.by).toBe(`${actors.people.admin.firstName} ${actors.people.admin.lastName}`);
    expect(json("people.json")).toMatchObject([{ passportNumber: "LR0012345" }]);
    expect(json("messages.json")).toMatchObject([{ message: "<b>See</b> this" }]);
    const page = files.get("messages.html")?.toString() ?? "";
    expect(page).toContain("&lt;b&gt;See&lt;/b&gt; this");
    expect(page).toContain('href="attachments/photo%20_1_.pdf"');
    expect(files.get("notes.json")?.toString()).toContain("A secret thought");
    expect(files.get("activity.jsonl")?.toString()).toContain('"stage":"export"');
    const ofAgent = await exported(actors.agent, "bureau");
    expect(ofAgent.paths).toEqual(paths.filter((path) => !notForAgents.has(path)));
    expect(ofAgent.json("people.json")).toMatchObject([{ passportNumber: "LR0012345" }]);
  });

  it("is a line in the activity, and in the security log which documents and numbers went out", async () => {
    await fillCase();
    const before = await lastSecurityEvent();
    const { manifest } = await exported(actors.agent, "client");
    const [line] = await eventsOf(actors.caseFile.id);
    const files = manifest.files.length;
    expect(line).toMatchObject({ action: "download", documentName: null, stage: "export" });
    expect(line?.metadata).toMatchObject({ audience: "client", files });
    expect(await kindsSince(before)).toEqual(["document.opened"]);
    await exported(actors.agent, "bureau");
    const both = ["document.opened", "document.opened", "passport.shown"];
    expect((await kindsSince(before)).toSorted()).toEqual(both);
  });

  it("goes on without what is lost, and says so", { tags: ["W-EXP-011"] }, async () => {
    const { caseFile } = actors;
    const lost = await buildDocument({ caseId: caseFile.id, originalName: "lost.pdf" });
    const there = await buildDocument({ caseId: caseFile.id, originalName: "there.pdf" });
    await runtime.files.current.remove(lost.filePath);
    const { manifest, files, paths } = await exported(actors.admin);
    const path = "documents/Uncategorized/Unassigned/lost.pdf";
    expect(manifest.missing).toEqual([{ path, record: `document ${lost.id}` }]);
    expect(paths).not.toContain(path);
    expect(manifest.files).toContainEqual(
      expect.objectContaining({ record: `document ${there.id}` }),
    );
    expect(paths.slice(-2)).toEqual(["INCOMPLETE.txt", "manifest.json"]);
    const note = files.get("INCOMPLETE.txt") ?? Buffer.of();
    expect(note.toString()).toContain(`${path}\n`);
    expect(manifest.files.at(-1)).toMatchObject({ path: "INCOMPLETE.txt", sha256: sha256(note) });
  });
});

async function lastSecurityEvent(): Promise<number> {
  const [row] = await runtime.database
    .select({ last: sql<number>`coalesce(max(${securityEvents.id}), 0)::int` })
    .from(securityEvents);
  return row?.last ?? 0;
}

async function kindsSince(last: number): Promise<string[]> {
  const rows = await runtime.database
    .select({ kind: securityEvents.kind })
    .from(securityEvents)
    .where(sql`${securityEvents.id} > ${last}`);
  return rows.map(({ kind }) => kind);
}

/** What the case holds, drawn at random. */
const randomCase = fc.record({
  categories: fc.array(fc.constantFrom(...documentCategories), { maxLength: 4 }),
  earlier: fc.boolean(),
  statuses: fc.array(fc.constantFrom(...invoiceStatuses), { minLength: 1, maxLength: 3 }),
  lists: fc.array(fc.constantFrom("Stage 1", "other", "admin" as const), {
    minLength: 1,
    maxLength: 3,
  }),
});

describe("a case for its client", () => {
  it(
    "holds nothing that the client's own calls would not give",
    { tags: ["W-EXP-010"] },
    async () => {
      await fc.assert(
        fc.asyncProperty(randomCase, async (drawn) => {
          actors = await openActors(portal);
          await fillCase();
          const { client, caseFile } = actors;
          const caseId = caseFile.id;
          for (const category of drawn.categories)
            await buildDocument({
              caseId,
              category,
              content: content(),
              isCurrent: !drawn.earlier,
            });
          for (const status of drawn.statuses) {
            const invoice = await buildInvoice({ caseId, status, notes: `Notes ${status}` });
            for (const list of drawn.lists)
              await buildInvoiceFile(invoice, { list, content: content() });
          }
          await buildDecision({ caseId });
          const { files, json, manifest } = await exported(actors.admin, "client");
          const own = await readByClient(client, caseFile);
          const { invoices, agreements, documents, ...itself } =
            json<Record<string, unknown>>("case.json");
          expect(itself).toEqual(own.detail.case);
          expect(documents).toEqual(own.detail.documents);
          expect(invoices).toEqual(own.invoices);
          expect(agreements).toEqual(own.agreements);
          expect(json("people.json")).toEqual(own.people);
          expect(json("checklist.json")).toEqual(own.checklist);
          expect(json("messages.json")).toEqual(own.messages);
          const made = /^(case|people|messages|checklist|manifest)\.(json|html)$/;
          for (const { path, record, sha256: digest } of manifest.files.filter(
            (file) => !made.test(file.path),
          ))
            expect([path, own.digests.has(digest) || own.drawn.has(record)]).toEqual([path, true]);
          expect([...files.keys()].filter((path) => /notes|activity|dossiers/.test(path))).toEqual(
            [],
          );
        }),
        { numRuns: 3, endOnFailure: true },
      );
    },
  );
});
