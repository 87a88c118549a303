/** The files of an archive with their digests, what is missing of them, and at the end the manifest that names all. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ExportAudience } from "contract/case-exports";
import { runtime } from "#server/core/runtime.ts";
import type { ArchiveMember } from "#server/files/zip.ts";
import { jsonText, type Part } from "./case-parts.ts";

export type FileSum = { path: string; bytes: number; sha256: string; record: string };
export type Manifest = {
  format: "case-export/1";
  madeAt: string;
  /** Who made it. */
  by: string;
  audience: ExportAudience;
  files: FileSum[];
  missing: { path: string; record: string }[];
};

/** Of files that are there already: they are named, and not read again. */
export type Known = (part: Part) => Promise<FileSum | undefined>;
type Archive = Pick<Manifest, "by" | "audience"> & {
  record: string;
  parts: Iterable<Part>;
  known?: Known;
};

/** Each member has to be read to its end before the next is asked for. */
export async function* archiveMembers(archive: Archive): AsyncGenerator<ArchiveMember, Manifest> {
  const storedAt = runtime.clock.now();
  const { by, audience, record } = archive;
  const manifest: Manifest = {
    format: "case-export/1",
    madeAt: storedAt.toISOString(),
    by,
    audience,
    files: [],
    missing: [],
  };
  const { files, missing } = manifest;
  for (const part of archive.parts) {
    const known = await archive.known?.(part);
    if (known) {
      files.push(known);
      continue;
    }
    const content = await contentOf(part);
    if (content === null) {
      missing.push({ path: part.path, record: part.record });
      continue;
    }
    const member = { name: part.path, storedAt, content: summed(part, content, files) };
    if (part.isText) yield { ...member, compress: true };
    else yield part.source === undefined ? member : { ...member, source: part.source };
  }
  const textOf = (name: string, content: Readable): ArchiveMember => ({
    name,
    storedAt,
    content,
    compress: true,
  });
  if (missing.length > 0) {
    const path = "INCOMPLETE.txt";
    const content = Readable.from([Buffer.from(incompleteText(missing))]);
    yield textOf(path, summed({ path, record }, content, files));
  }
  yield textOf("manifest.json", Readable.from([Buffer.from(jsonText(manifest))]));
  return manifest;
}

/** The rest goes on without it (a lost object, a damaged file, a paper that cannot be drawn). */
async function contentOf(part: Part): Promise<Readable | null> {
  try {
    return await part.open();
  } catch (error) {
    const { path, record } = part;
    runtime.log.error({ error, record }, `left out of an archive: ${path.split("/")[0]}`);
    return null;
  }
}

function summed(
  { path, record }: Pick<Part, "path" | "record">,
  content: Readable,
  files: FileSum[],
): Readable {
  return Readable.from(passing(), { objectMode: false });
  async function* passing() {
    const digest = createHash("sha256");
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer | string>) {
      const buffer = Buffer.from(chunk);
      digest.update(buffer);
      bytes += buffer.length;
      yield buffer;
    }
    files.push({ path, bytes, sha256: digest.digest("hex"), record });
  }
}

function incompleteText(missing: Manifest["missing"]): string {
  const paths = missing.map(({ path }) => `${path}\n`).join("");
  return `These files of the case could not be read and are not in this archive:\n\n${paths}`;
}
