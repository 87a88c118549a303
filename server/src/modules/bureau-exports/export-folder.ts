/**
 * The folder of an export. Each file is written under another name and then renamed; a journal says what is there, so
 * that one that was interrupted goes on, and the manifest is made of it at the end.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { StartError } from "#server/core/start-error.ts";

const BUREAU_FORMAT = "bureau-export/1";

export type Written = { path: string; bytes: number; sha256: string };
/** With the object in storage that it was made of. */
type JournalLine = Written & { source?: string };
export type Missing = { path: string; record: string };

const PART = ".part";
const isJournal = (name: string) => /^\.export-\d+\.jsonl$/.test(name);

export class ExportFolder {
  readonly #path: string;
  readonly #journal: WriteStream;
  readonly #journalPath: string;
  /** Of a run that was interrupted: what was made of which object. */
  readonly #known: ReadonlyMap<string, JournalLine>;
  readonly #paths = new Set<string>();

  private constructor(path: string, known: ReadonlyMap<string, JournalLine>, run: number) {
    this.#path = path;
    this.#known = known;
    this.#journalPath = join(path, `.export-${run}.jsonl`);
    this.#journal = createWriteStream(this.#journalPath, { flags: "wx", mode: 0o600 });
  }

  /** Only an empty one, or one that an export has made. */
  static async open(path: string): Promise<ExportFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const names = await readdir(path);
    const journals = names.filter(isJournal);
    if (names.length > 0 && journals.length === 0 && !(await isOwn(path)))
      throw new StartError(
        `${path} holds other files: name an empty folder, or the one of an export.`,
      );
    await chmod(path, 0o700);
    const known = new Map<string, JournalLine>();
    for (const name of journals)
      for await (const line of linesOf(join(path, name))) known.set(line.path, line);
    const runs = journals.map((name) => Number(/\d+/.exec(name)?.[0]));
    return new ExportFolder(path, known, Math.max(0, ...runs) + 1);
  }

  /** What is there already, made of the same object. */
  async known(path: string, source: string): Promise<Written | undefined> {
    const line = this.#known.get(path);
    if (line === undefined || line.source !== source) return undefined;
    const there = await stat(join(this.#path, path)).catch(() => null);
    if (there === null || there.size !== line.bytes) return undefined;
    await this.#note(line);
    return line;
  }

  async write(path: string, content: Readable, source?: string): Promise<Written> {
    const target = join(this.#path, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const digest = createHash("sha256");
    let bytes = 0;
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer | string>) {
        for await (const chunk of chunks) {
          const buffer = Buffer.from(chunk as Buffer);
          digest.update(buffer);
          bytes += buffer.length;
          yield buffer;
        }
      },
      createWriteStream(target + PART, { mode: 0o600 }),
    );
    await rename(target + PART, target);
    const line = { path, bytes, sha256: digest.digest("hex"), ...(source && { source }) };
    await this.#note(line);
    return line;
  }

  /** The manifest names every file but itself; what an earlier run has left goes. */
  async finish(about: { madeAt: string; missing: readonly Missing[] }): Promise<number> {
    this.#journal.end();
    await finished(this.#journal);
    const target = join(this.#path, "manifest.json");
    await writeFile(target + PART, "", { mode: 0o600 });
    await pipeline(
      Readable.from(manifestText(this.#journalPath, about)),
      createWriteStream(target + PART),
    );
    await rename(target + PART, target);
    await this.#removeOthers();
    return this.#paths.size;
  }

  async #note(line: JournalLine): Promise<void> {
    this.#paths.add(line.path);
    if (!this.#journal.write(`${JSON.stringify(line)}\n`)) await once(this.#journal, "drain");
  }

  async #removeOthers(): Promise<void> {
    for (const entry of await readdir(this.#path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const place = join(entry.parentPath, entry.name);
      const path = place.slice(this.#path.length + 1);
      if (path !== "manifest.json" && !this.#paths.has(path.replaceAll("\\", "/"))) await rm(place);
    }
  }
}

async function isOwn(path: string): Promise<boolean> {
  const text = await readFile(join(path, "manifest.json"), "utf8").catch(() => "");
  return text.startsWith(`{"format":"${BUREAU_FORMAT}"`);
}

/** The last line of a process that was killed may be half. */
async function* linesOf(path: string): AsyncGenerator<JournalLine> {
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity });
  for await (const line of lines) {
    try {
      yield JSON.parse(line) as JournalLine;
    } catch {
      return;
    }
  }
}

async function* manifestText(
  journal: string,
  { madeAt, missing }: { madeAt: string; missing: readonly Missing[] },
) {
  yield `{"format":"${BUREAU_FORMAT}","madeAt":"${madeAt}",\n"files":[`;
  let before = "\n";
  for await (const { path, bytes, sha256 } of linesOf(journal)) {
    yield before + JSON.stringify({ path, bytes, sha256 });
    before = ",\n";
  }
  yield `\n],\n"missing":${JSON.stringify(missing)}}\n`;
}
