import { mkdtempSync, rmSync } from "node:fs";
import fs, { statfs } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MEGABYTE } from "contract/files";
import { runtime, setRuntime, type Runtime } from "#server/core/runtime.ts";
import type { FileStorage } from "#server/integrations/storage/storage.ts";
import { openFileBench, type FileBench } from "#testing/file-bench.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { sendFile } from "./serve.ts";
import { dropSpooled } from "./spool.ts";

let bench: FileBench;
let healthy: Runtime;

beforeAll(async () => {
  bench = await openFileBench();
  healthy = runtime;
});
beforeEach(() => setRuntime(healthy));
afterAll(() => bench.close());

function damaged(code: string): Error {
  return Object.assign(new Error(`${code}: i/o error`), { code, syscall: "write" });
}

/** The disk as it is, but for what is given. */
function withDisk(trouble: Partial<FileStorage>): void {
  const storage = { ...healthy.files.current, ...trouble };
  setRuntime({ ...healthy, files: { ...healthy.files, current: storage, of: () => storage } });
}

async function upload() {
  const form = new FormData();
  form.append("files", new Blob([new Uint8Array(await samplePdf())]), "a.pdf");
  return bench.upload("caseDocument", form);
}

describe("a disk that fails", { tags: ["reliability-7"] }, () => {
  it.each([
    ["EIO", 503, "Files cannot be stored at the moment. Please try again later."],
    ["EACCES", 503, "Files cannot be stored at the moment. Please try again later."],
    ["ENOSPC", 507, "There is no space left for files. Please contact your administrator."],
  ])(
    "with %s is a %i that says what is the matter, and leaves nothing",
    async (code, status, message) => {
      withDisk({ put: async () => Promise.reject(damaged(code)) });
      expect(await upload()).toMatchObject({ status, message });
      expect([await bench.rows(), await bench.stored(), await bench.spooled()]).toEqual([
        [],
        [],
        [],
      ]);
    },
  );

  it("that others have filled meanwhile is a 507 at the next file of a request", async () => {
    const space = await statfs(tmpdir());
    const full = Object.assign(await statfs(tmpdir()), { bavail: 0 });
    let looked = 0;
    vi.spyOn(fs, "statfs").mockImplementation(async () => {
      looked += 1;
      return looked < 2 ? space : full;
    });
    syncBuiltinESMExports();
    const pdf = new Blob([new Uint8Array(await samplePdf())]);
    const form = new FormData();
    for (const name of ["1.pdf", "2.pdf"]) form.append("files", pdf, name);
    expect(await bench.upload("caseDocument", form)).toMatchObject({ status: 507 });
    expect(looked).toBe(2);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await bench.requireInStep();
  });

  it("when a large file is read for the second time is a 503, for nothing of it has been sent", async () => {
    const row = await bench.keep({ content: await samplePdf(2 * MEGABYTE) });
    bench.onDownload((_request, reply) =>
      sendFile(reply, row, { disposition: "attachment", downloadName: "a.pdf" }),
    );
    const { current } = healthy.files;
    let opened = 0;
    withDisk({ open: (...place) => ((opened += 1), current.open(...place)) });
    expect((await fetch(`${bench.origin}/download`)).status).toBe(200);
    const inOneReading = opened / 2;
    opened = 0;
    withDisk({
      open: async (...place) => {
        opened += 1;
        return opened > inOneReading ? Promise.reject(damaged("EIO")) : current.open(...place);
      },
    });
    expect((await fetch(`${bench.origin}/download`)).status).toBe(503);
  });

  it("when something is tidied up does not hide why a file was refused", async () => {
    const path = mkdtempSync(join(tmpdir(), "portal-not-a-file-"));
    await expect(dropSpooled([{ path }])).resolves.toBeUndefined();
    expect(bench.logged("spooled files are left to the sweep")).toHaveLength(1);
    rmSync(path, { recursive: true });
  });
});
