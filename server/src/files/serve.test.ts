import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { openFileBench, type FileBench } from "#testing/file-bench.ts";
import { openS3StandIn } from "#testing/s3-stand-in.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { sendFile, type Disposition } from "./serve.ts";

const small = await samplePdf(70_000);
const large = await samplePdf(3_000_000);

let bench: FileBench;

beforeAll(async () => {
  bench = await openFileBench();
});

afterAll(() => bench.close());

type Asked = {
  disposition?: Disposition;
  name?: string;
  headers?: Record<string, string>;
  method?: string;
};

async function download(file: StoredFileRow, asked: Asked = {}) {
  const { disposition = "attachment", name = "Passport.pdf", headers = {}, method = "GET" } = asked;
  bench.onDownload((_, reply) => sendFile(reply, file, { disposition, downloadName: name }));
  const response = await fetch(`${bench.origin}/download`, { headers, method });
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, bytes: Buffer.from(await response.arrayBuffer()) };
}

function pathOf({ storageKey }: StoredFileRow): string {
  const folders = [storageKey.slice(0, 2), storageKey.slice(2, 4)];
  return join(runtime.config.dataDirectory, "files", "objects", ...folders, storageKey);
}

async function damage(file: StoredFileRow, at: number): Promise<void> {
  const bytes = await readFile(pathOf(file));
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 0x10;
  await writeFile(pathOf(file), bytes);
}

describe("a download", () => {
  it.each([
    ["short", small],
    ["long", large],
  ])(
    "gives back a %s file with the headers that keep it inert",
    { tags: ["security-5.3"] },
    async (_, content) => {
      const file = await bench.keep({ content });
      const { status, header, bytes } = await download(file, { name: "جواز السفر.pdf" });
      expect(status).toBe(200);
      expect(bytes.equals(content)).toBe(true);
      expect(header("content-type")).toBe("application/pdf");
      expect(header("content-length")).toBe(String(content.length));
      expect(header("x-content-type-options")).toBe("nosniff");
      expect(header("content-security-policy")).toMatch(
        /^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:/,
      );
      expect(header("content-security-policy")).toContain("frame-ancestors 'self'");
      expect(header("cross-origin-resource-policy")).toBe("same-origin");
      expect(header("cache-control")).toBe("private, no-store");
      expect(header("accept-ranges")).toBe("bytes");
      expect(header("content-disposition")).toBe(
        `attachment; filename="____ _____.pdf"; filename*=UTF-8''${encodeURIComponent("جواز السفر.pdf")}`,
      );
    },
  );

  it("of an empty file is empty", async () => {
    const { status, bytes } = await download(await bench.keep({ content: Buffer.alloc(0) }));
    expect([status, bytes.length]).toEqual([200, 0]);
  });
});

describe("a view", { tags: ["S-28", "D-108"] }, () => {
  it.each([
    ["application/pdf", "inline", "application/pdf"],
    ["image/jpeg", "inline", "image/jpeg"],
    ["image/png", "inline", "image/png"],
    ["image/gif", "inline", "image/gif"],
    ["image/webp", "inline", "image/webp"],
    ["text/plain", "inline", "text/plain; charset=utf-8"],
    ["image/heic", "attachment", "image/heic"],
    ["application/msword", "attachment", "application/msword"],
    ["text/html", "attachment", "application/octet-stream"],
    ["image/svg+xml", "attachment", "application/octet-stream"],
  ])("of %s is %s", async (mimeType, disposition, contentType) => {
    const file = await bench.keep({ content: Buffer.from("x"), mimeType });
    const { header } = await download(file, { disposition: "inline" });
    expect(header("content-disposition")).toMatch(new RegExp(`^${disposition};`));
    expect(header("content-type")).toBe(contentType);
  });
});

describe("a part of a file", () => {
  it.each([
    ["what a telephone asks first", "bytes=0-1", 0, 1],
    ["the end", "bytes=-500", 2_999_500, 2_999_999],
    ["an open end", "bytes=2999000-", 2_999_000, 2_999_999],
    ["a piece across chunks", "bytes=65000-200000", 65_000, 200_000],
    ["more than is held in memory", "bytes=10-2500000", 10, 2_500_000],
    ["more than there is", "bytes=2999999-9999999", 2_999_999, 2_999_999],
  ])("is %s", async (_, range, ...[start, end]) => {
    const file = await bench.keep({ content: large });
    const { status, header, bytes } = await download(file, { headers: { range } });
    expect(status).toBe(206);
    expect(header("content-range")).toBe(`bytes ${start}-${end}/${large.length}`);
    expect(header("content-length")).toBe(String(end - start + 1));
    expect(bytes.equals(large.subarray(start, end + 1))).toBe(true);
  });

  it("beyond the end is a 416 that names the size", async () => {
    const file = await bench.keep({ content: small });
    const { status, header } = await download(file, { headers: { range: "bytes=70000-" } });
    expect([status, header("content-range")]).toEqual([416, "bytes */70000"]);
  });

  it("is the whole file when it has changed since, or when several parts are wanted", async () => {
    const file = await bench.keep({ content: small });
    const { header } = await download(file, { headers: { range: "bytes=0-1" } });
    const tag = header("etag") ?? "";
    const ask = async (headers: Record<string, string>) =>
      (await download(file, { headers })).status;
    expect(await ask({ range: "bytes=0-1", "if-range": tag })).toBe(206);
    expect(await ask({ range: "bytes=0-1", "if-range": '"another"' })).toBe(200);
    expect(await ask({ range: "bytes=0-1,5-6" })).toBe(200);
  });

  it("can be asked for before with HEAD", async () => {
    const file = await bench.keep({ content: small });
    const { status, header, bytes } = await download(file, { method: "HEAD" });
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(header("content-length")).toBe(String(small.length));
    expect(header("accept-ranges")).toBe("bytes");
  });
});

describe("a damaged file is never shown, not even its sound part", { tags: ["P3"] }, () => {
  it.each([
    ["a short file", small, 100],
    ["the end of a short file", small, -1],
    ["the end of a long file", large, -1],
    ["the header of a long file", large, 3],
  ])("%s", async (_, content, at) => {
    const file = await bench.keep({ content });
    await damage(file, at);
    const { status, bytes, header } = await download(file);
    expect(status).toBe(500);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: "file.damaged" });
    expect(header("content-disposition")).toBeNull();
    const lines = bench.logged("a stored file is damaged or missing");
    expect(lines.at(-1)).toMatchObject({ storedFileId: file.id, level: "error" });
  });

  it("nor when it is cut, gone, swapped or its row was changed", async () => {
    const [cut, gone, swapped, other, altered] = (await Promise.all(
      Array.from({ length: 5 }, () => bench.keep({ content: randomBytes(100_000) })),
    )) as [StoredFileRow, StoredFileRow, StoredFileRow, StoredFileRow, StoredFileRow];
    await writeFile(pathOf(cut), (await readFile(pathOf(cut))).subarray(0, 70_000));
    await rm(pathOf(gone));
    await writeFile(pathOf(swapped), await readFile(pathOf(other)));
    for (const file of [
      cut,
      gone,
      swapped,
      { ...altered, size: 65_536 },
      { ...altered, wrappedKey: other.wrappedKey },
    ]) {
      expect((await download(file)).status).toBe(500);
    }
    expect((await download(other)).status).toBe(200);
  });

  it("while its sound parts can still be read one by one", async () => {
    const file = await bench.keep({ content: large });
    await damage(file, -1);
    expect((await download(file, { headers: { range: "bytes=0-99" } })).status).toBe(206);
    expect((await download(file, { headers: { range: "bytes=-5" } })).status).toBe(500);
  });

  it(
    "and one that was let go of, or whose case key is gone, is a 404",
    { tags: ["security-5.6"] },
    async () => {
      const file = await bench.keep({ content: small, caseId: null });
      expect((await download({ ...file, deletedAt: new Date().toISOString() })).status).toBe(404);
      await runtime.database.delete(caseKeys).where(eq(caseKeys.id, file.caseKeyId ?? 0));
      expect((await download(file)).status).toBe(404);
    },
  );
});

describe("an object storage that fails", { tags: ["reliability-9"] }, () => {
  it("is a 503, and wrong bytes are a 500 without one of them", async () => {
    const s3 = await openS3StandIn();
    await bench.close();
    bench = await openFileBench({
      S3_ENDPOINT: s3.settings.endpoint ?? "",
      S3_REGION: s3.settings.region,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    });
    for (const content of [small, large]) {
      const file = await bench.keep({ content });
      expect((await download(file)).bytes.equals(content)).toBe(true);
      s3.fail("GET", "error", { times: 4 });
      expect((await download(file)).status).toBe(503);
      s3.fail("GET", "cut");
      expect((await download(file)).status).toBe(503);
      s3.fail("GET", "wrongBytes");
      const { status, bytes } = await download(file);
      expect(status).toBe(500);
      expect(bytes.includes("%PDF")).toBe(false);
    }
    await s3.close();
  });
});
