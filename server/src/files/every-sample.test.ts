/**
 * Genuine and hostile files through the whole pipeline, one request each (security.md 5.2): what becomes of each, with
 * which sentence, and that a refused one leaves nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "#server/database/transaction.ts";
import { openFileBench, type FileBench, type UploadAnswer } from "#testing/file-bench.ts";
import type { FileSample } from "#testing/file-samples/file-sample.ts";
import { genuineSamples } from "#testing/file-samples/genuine.ts";
import { hostileSamples } from "#testing/file-samples/hostile.ts";
import { oddNames } from "#testing/file-samples/odd-names.ts";
import { decrypt } from "./encryption.ts";
import { openStoredFile } from "./open.ts";
import { collect } from "./plain-source.ts";
import { keepFiles } from "./stored.ts";

const names = await oddNames();
const genuine = [...(await genuineSamples()), ...names.accepted];
const hostile = [...(await hostileSamples()), ...names.refused];

let bench: FileBench;
let shownAs: string | undefined;
beforeAll(async () => {
  bench = await openFileBench();
  bench.onUpload(({ files }) => {
    shownAs = files[0]?.originalName;
    return inTransaction((tx) => keepFiles(tx, files));
  });
});
afterAll(() => bench.close());

/** Written by hand: FormData would tidy up the names. */
async function send(sample: FileSample): Promise<UploadAnswer> {
  const { name, bytes, declared, rule = "commentAttachment" } = sample;
  const field = rule === "avatar" ? "avatar" : "file";
  const type = declared === undefined ? "" : `\r\nContent-Type: ${declared}`;
  const head = `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--edge--\r\n")]);
  const response = await fetch(`${bench.origin}/upload/${rule}/${bench.caseId}`, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=edge" },
    body,
  });
  return { status: response.status, ...((await response.json()) as Omit<UploadAnswer, "status">) };
}

describe("taken, and given back bit for bit", { tags: ["asvs-48"] }, () => {
  it.each(genuine)("$what", async (sample) => {
    const answer = await send(sample);
    expect(answer).toMatchObject({ status: 200 });
    expect(shownAs).toBe(sample.keptAs ?? sample.name);
    const row = (await bench.rows()).at(-1)!;
    expect(row.storageKey).toMatch(/^[0-9a-f]{32}$/);
    const kept = await collect(decrypt(await openStoredFile(row)));
    expect(kept.equals(sample.bytes)).toBe(true);
  });
});

describe(
  "refused with a sentence, and gone",
  { tags: ["asvs-9", "asvs-48", "asvs-49", "asvs-51"] },
  () => {
    it.each(hostile)("$what", async (sample) => {
      const before = (await bench.rows()).length;
      const { status = 400, message = `${sample.name} is not a supported file type` } = sample;
      expect(await send(sample)).toMatchObject({ status, message });
      expect(await bench.rows()).toHaveLength(before);
      await bench.requireInStep();
    });
  },
);
