/**
 * One process for all parts of all dossiers. In the portal each part has its own, which costs two seconds before the first
 * page is drawn; here every paper is one that we have drawn ourselves.
 */
import { Readable } from "node:stream";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import type { PartOrder } from "#server/files/dossier/part-order.ts";
import type { PartToBuild } from "#server/files/dossier/run-program.ts";
import { decrypt } from "#server/files/encryption.ts";
import { openStoredFile } from "#server/files/open.ts";
import { createLastingChild } from "#server/jobs/lasting-child.ts";

export type PartsOrder = { order: PartOrder; papers: Buffer[] };

const builder = createLastingChild<PartsOrder, Uint8Array>({
  program: new URL("./build-parts.program.ts", import.meta.url),
  limitMs: 120_000,
  idleMs: 10_000,
  heapMegabytes: 240,
  megabytes: 400,
});

export async function buildPartTogether({ order, files, keep }: PartToBuild): Promise<void> {
  const papers: Buffer[] = [];
  for (const file of files) papers.push(await plainBytes(file));
  const pdf = await builder.ask({ order, papers });
  await keep(Readable.from([Buffer.from(pdf)]));
}

async function plainBytes(file: StoredFileRow): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(decrypt(await openStoredFile(file))));
}
