/** What the portal does with files, each in a form that can be repeated and looked at. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runtime } from "server/src/core/runtime.ts";
import { removeReleasedFiles, sweepOrphans, sweepSpool } from "server/src/files/sweep.ts";
import { EICAR } from "server/testing/clamd-stand-in.ts";
import { sampleImage, samplePdf } from "server/testing/sample-files.ts";
import { half, leaked } from "./checker.ts";
import type { Finding } from "./fault.ts";
import type { Answer, Person } from "./person.ts";
import { ask, sql } from "./query.ts";

export interface FileOperation {
  name: string;
  /** The status in health, when it is no success. */
  refusal?: number;
  prepare?(): Promise<void>;
  /** Null: there was no answer, or it was cut. */
  run(): Promise<Answer | null>;
  /** Looks whether all of it has happened, or nothing. */
  verify?(answer: Answer | null): Promise<void>;
}

export type Surroundings = {
  admin: Person;
  place: { id: number; caseId: string };
  finding: Finding;
};

/** More than is held in memory at once, so that it is read twice. */
const LARGE_BYTES = 1_300_000;
const PATIENCE_MS = 30_000;

export async function fileOperations(around: Surroundings): Promise<FileOperation[]> {
  const desk = new Desk(around);
  const { finding, place } = around;
  const small = await samplePdf();
  const large = await samplePdf(LARGE_BYTES);
  const infected = Buffer.concat([small, Buffer.from(EICAR)]);
  const picture = new File([new Uint8Array(await sampleImage("png"))], "me.png");
  const kept = await desk.keep([small, large]);
  const archive = `/api/cases/by-case-id/${place.caseId}/documents/download-stage?stage=uncategorized`;
  const archiveLength = (await desk.send("GET", archive))?.text.length;
  let doomed: number[] = [];
  return [
    {
      name: "an upload of two files",
      run: () => desk.upload([small, large]),
      async verify(answer) {
        const ids = idsIn(answer);
        const count = await desk.countUploaded();
        if (count !== ids.length) half(finding, `${count} of ${ids.length} files are there`);
        await desk.requireDownload(ids[0], small);
        await desk.requireDownload(ids[1], large);
        for (const id of ids) await desk.send("DELETE", `/api/documents/${id}`);
      },
    },
    {
      name: "a picture that is drawn anew",
      run: () => desk.send("POST", "/api/profile/avatar", formOf("file", [picture])),
      async verify(answer) {
        if (answer?.status !== 200) return;
        const { profileImageUrl } = answer.body as { profileImageUrl: string };
        const read = await desk.send("GET", profileImageUrl);
        if (read?.status !== 200) half(finding, `a picture cannot be read: ${read?.status}`);
      },
    },
    {
      name: "an infected upload",
      refusal: 422,
      run: () => desk.upload([infected]),
      async verify() {
        if ((await desk.countUploaded()) > 0) half(finding, "an infected file was stored");
      },
    },
    ...[small, large].map((content, at) => ({
      name: `a download of ${content.length} bytes`,
      run: () => desk.download(kept[at]),
      verify: async (answer: Answer | null) => requireSame(answer, content, finding),
    })),
    {
      name: "an archive",
      run: () => desk.send("GET", archive),
      async verify(answer) {
        if (answer?.status === 200 && answer.text.length !== archiveLength)
          half(finding, "an archive was shorter than its files");
      },
    },
    {
      name: "a deletion",
      prepare: async () => void (doomed = await desk.keep([small])),
      async run() {
        const answer = await desk.send("DELETE", `/api/documents/${doomed[0]}`);
        await untilFailure(removeReleasedFiles);
        return answer;
      },
      async verify() {
        if ((await desk.countUploaded()) > 0) half(finding, "a deleted document is there");
      },
    },
    {
      name: "the sweep",
      prepare: leaveThingsLying,
      async run() {
        await untilFailure(() => sweepOrphans(0));
        await untilFailure(() => sweepSpool(0));
        return null;
      },
    },
  ];
}

/** Somebody who uploads under names of his own, and reads again what was taken. */
class Desk {
  readonly #around: Surroundings;
  #mark = "";

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async send(method: string, path: string, body?: FormData): Promise<Answer | null> {
    const { admin, finding } = this.#around;
    try {
      return await admin.send({ method, path, body, signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch (error) {
      if ((error as Error).name === "TimeoutError")
        finding.problems.push(`${method} ${path} came to no end`);
      return null;
    }
  }

  upload(contents: readonly Buffer[]): Promise<Answer | null> {
    this.#mark = `${randomBytes(8).toString("hex")}.pdf`;
    const files = contents.map((content) => new File([new Uint8Array(content)], this.#mark));
    const path = `/api/cases/${this.#around.place.id}/documents`;
    return this.send("POST", path, formOf("files", files));
  }

  async keep(contents: readonly Buffer[]): Promise<number[]> {
    const ids = idsIn(await this.upload(contents));
    if (ids.length === 0) throw new Error("A healthy disk took no file");
    return ids;
  }

  download(id: number | undefined): Promise<Answer | null> {
    return this.send("GET", `/api/documents/${id}/download`);
  }

  async requireDownload(id: number | undefined, content: Buffer): Promise<void> {
    if (id === undefined) return;
    const answer = await this.download(id);
    const { finding } = this.#around;
    if (answer?.status !== 200) half(finding, `an upload cannot be read: ${answer?.status}`);
    requireSame(answer, content, finding);
  }

  /** How many files of the last upload are documents. */
  async countUploaded(): Promise<number> {
    const [row] = await ask<{ count: number }>(
      sql`select count(*)::int as count from documents where original_name = ${this.#mark}`,
    );
    return row?.count ?? 0;
  }
}

function requireSame(answer: Answer | null, content: Buffer, finding: Finding): void {
  if (answer?.status === 200 && answer.text !== new TextDecoder().decode(content))
    leaked(finding, 1, "download showed other bytes");
}

function formOf(field: string, files: readonly File[]): FormData {
  const form = new FormData();
  for (const file of files) form.append(field, file);
  return form;
}

function idsIn(answer: Answer | null): number[] {
  return answer?.status === 201 ? (answer.body as { id: number }[]).map(({ id }) => id) : [];
}

/** A job that fails is repeated; here the check behind each round does so. */
async function untilFailure(job: () => Promise<unknown>): Promise<void> {
  await job().catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
  });
}

/** What uploads leave that a crash has ended: an object without a row, and a spooled file. */
async function leaveThingsLying(): Promise<void> {
  const key = randomBytes(16).toString("hex");
  const { spoolDirectory } = runtime.files;
  const objects = join(dirname(spoolDirectory), "objects", key.slice(0, 2), key.slice(2, 4));
  await mkdir(objects, { recursive: true });
  await writeFile(join(objects, key), "left over");
  await writeFile(join(spoolDirectory, `${key}.part`), "left over");
}
