/** Everything of a built dossier is written in one transaction, or nothing of it. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { and, eq } from "drizzle-orm";
import { actorOf, type AuditableActor, system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossierFiles } from "#server/database/tables/dossier-files.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { decrypt } from "#server/files/encryption.ts";
import { fileKeyMaker } from "#server/files/keys.ts";
import { openStoredFile } from "#server/files/open.ts";
import { spool } from "#server/files/spool.ts";
import { discardUnkept, keepFiles, type ReceivedFile, storeSpooled } from "#server/files/stored.ts";
import type { Built, Finish } from "./built.ts";
import { chosenOf } from "./chosen.ts";
import { separateName } from "./file-names.ts";
import { manifestText } from "./manifest.ts";
import { sourcesOf } from "./papers.queries.ts";
import { assertUnchanged, type Paper } from "./read-papers.ts";

type FileRow = typeof dossierFiles.$inferInsert;
type Stored = { file: ReceivedFile; row: Omit<FileRow, "dossierId" | "position" | "storedFileId"> };

export async function storeDossier(built: Built, { clock, tell }: Finish): Promise<void> {
  const builtAt = clock.now().toISOString();
  const stored: Stored[] = [];
  const files = () => stored.map(({ file }) => file);
  try {
    for (const part of built.parts) stored.push(await storePart(built, part));
    stored.push(await storeManifest(built, builtAt));
    for (const paper of built.papers) stored.push(...(await storeCopy(built, paper)));
    await inTransaction((tx) => write(tx, { ...built, stored, builtAt, tell }));
    await discardUnkept(files());
  } catch (error) {
    await discardUnkept(files(), error);
    throw error;
  }
}

async function storePart(built: Built, part: Built["parts"][number]): Promise<Stored> {
  const laid = built.layout.parts[built.parts.indexOf(part)];
  const { name, sha256, spooled } = part;
  const file = await storeSpooled(spooled, {
    ...aboutFile(built.row, name),
    mimeType: "application/pdf",
  });
  return {
    file,
    row: {
      kind: "part",
      name,
      sha256,
      bytes: spooled.size,
      firstPage: laid?.firstPage ?? null,
      lastPage: laid?.lastPage ?? null,
    },
  };
}

function aboutFile({ caseId, builtBy }: DossierRow, originalName: string) {
  return { kind: "dossier" as const, caseId, createdBy: builtBy, originalName };
}

async function storeManifest(built: Built, builtAt: string): Promise<Stored> {
  const content = Buffer.from(await textOf(built, builtAt));
  const spooled = await spool(content, await fileKeyMaker(built.row.caseId));
  const name = "manifest.json";
  const mimeType = "application/json";
  const file = await storeSpooled(spooled, { ...aboutFile(built.row, name), mimeType });
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { file, row: { kind: "manifest", name, sha256, bytes: content.length } };
}

async function textOf({ row, caseFile, papers, layout, parts }: Built, builtAt: string) {
  const { missing, leftOutFiles } = chosenOf(row);
  const builder = await findBuilder(runtime.database, row);
  return manifestText({
    caseId: caseFile.caseId,
    program: row.program,
    kind: row.kind,
    number: row.number,
    title: row.title,
    addressee: row.addressee,
    builtAt,
    builtBy: builder.kind === "user" ? builder.name : null,
    reason: row.reason,
    pages: layout.totalPages,
    parts: parts.map(({ name, sha256, spooled }, index) => ({
      name,
      bytes: spooled.size,
      sha256,
      firstPage: layout.parts[index]?.firstPage ?? 0,
      lastPage: layout.parts[index]?.lastPage ?? 0,
    })),
    documents: papers.map((paper) => ({
      no: paper.no,
      documentId: paper.documentId,
      label: paper.label,
      person: paper.person,
      fileName: paper.source.document.originalName,
      sha256: paper.sha256,
      bytes: paper.source.file.size,
      pages: paper.pages,
      ...placeOf(layout, paper),
      separate: paper.pages === null,
      acceptedAt: paper.source.acceptedAt,
    })),
    missing,
    leftOut: leftOutFiles,
  });
}

function placeOf(layout: Built["layout"], { no }: Paper) {
  const place = layout.papers.get(no);
  return {
    firstPage: place?.firstPage ?? null,
    lastPage: place?.lastPage ?? null,
    part: place?.part ?? null,
  };
}

/** A Word file stands beside the PDF; a digital signature only counts in the original. */
async function storeCopy(built: Built, paper: Paper): Promise<Stored[]> {
  const { source, pages, sha256, label, person, no } = paper;
  const isSigned = source.facts?.problem === "signed";
  if (pages !== null && !isSigned) return [];
  const kind = pages === null ? "separate" : "original";
  const folder = kind === "separate" ? "separate" : "originals";
  const name = `${folder}/${separateName({ no, label, person }, source.document.originalName)}`;
  const content = Readable.from(decrypt(await openStoredFile(source.file)), { objectMode: false });
  const spooled = await spool(content, await fileKeyMaker(built.row.caseId));
  const { mimeType } = source.file;
  const about = { ...aboutFile(built.row, name), mimeType };
  const file = await storeSpooled(spooled, about);
  return [{ file, row: { kind, name, sha256, bytes: spooled.size } }];
}

type Writing = Built & Pick<Finish, "tell"> & { stored: Stored[]; builtAt: string };

/** Nothing is written of a dossier that was stopped, or of papers that have changed meanwhile. */
async function write(tx: Transaction, writing: Writing): Promise<void> {
  const { row, caseFile, papers, layout, parts, stored, builtAt, tell } = writing;
  const chosen = chosenOf(row);
  const [[running], sources] = await Promise.all([
    tx
      .select({ id: dossiers.id })
      .from(dossiers)
      .where(and(eq(dossiers.id, row.id), eq(dossiers.state, "running")))
      .for("update"),
    sourcesOf(
      tx,
      papers.map(({ documentId }) => documentId),
    ),
  ]);
  if (!running) return;
  assertUnchanged(chosen.papers, sources);
  const rows = await keepFiles(
    tx,
    stored.map(({ file }) => file),
  );
  await tx.insert(dossierFiles).values(
    stored.map(({ row: file }, index) => ({
      ...file,
      dossierId: row.id,
      position: index + 1,
      storedFileId: rows[index]?.id ?? 0,
    })),
  );
  await tx.insert(dossierDocuments).values(
    papers.map((paper) => ({
      dossierId: row.id,
      position: paper.no,
      documentId: paper.documentId,
      chainId: paper.source.chainId,
      label: paper.label,
      personName: paper.person,
      fileName: paper.source.document.originalName,
      fileSha256: paper.sha256,
      bytes: paper.source.file.size,
      pages: paper.pages,
      ...placeOf(layout, paper),
      separate: paper.pages === null,
      problem: paper.source.facts?.problem ?? null,
      acceptedAt: paper.source.acceptedAt,
    })),
  );
  const pages = layout.totalPages;
  await tx
    .update(dossiers)
    .set({
      state: "built",
      step: null,
      pages,
      donePages: pages,
      totalPages: pages,
      parts: parts.length,
      bytes: stored.reduce((sum, { row: { bytes } }) => sum + bytes, 0),
      builtAt,
    })
    .where(eq(dossiers.id, row.id));
  const left = chosen.missing.length + chosen.leftOutFiles.length;
  const facts = { row, caseFile, pages, parts: parts.length, left };
  await tell(tx, await findBuilder(tx, row), facts);
}

/** Whoever has asked for it has done it; the portal itself when he is gone. */
async function findBuilder(
  executor: Pick<Transaction, "select">,
  { builtBy }: DossierRow,
): Promise<AuditableActor> {
  if (builtBy === null) return system;
  const [user] = await executor.select().from(users).where(eq(users.id, builtBy));
  return user ? actorOf(user) : system;
}
