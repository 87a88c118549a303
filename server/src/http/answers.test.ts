import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
  await buildCase({ title: "José & سارة" });
  await buildCase({ description: "A long story. ".repeat(400) });
});
afterAll(() => portal.close());

const ask = (headers: Record<string, string>) =>
  admin.request({ method: "GET", url: "/api/cases", headers });

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

describe("a long JSON answer", () => {
  it.each([
    { accepted: "gzip, deflate, br, zstd", encoding: "zstd" },
    { accepted: "gzip, deflate, br", encoding: "br" },
    { accepted: "gzip", encoding: "gzip" },
    { accepted: "GZIP;q=0.5, zstd;q=0", encoding: "gzip" },
  ])("is packed as $encoding for whoever accepts $accepted", async ({ accepted, encoding }) => {
    const plain = await ask({ "accept-encoding": "identity" });
    const packed = await ask({ "accept-encoding": accepted });
    expect(packed.headers).toMatchObject({
      "content-encoding": encoding,
      vary: expect.stringMatching(/accept-encoding/i),
      etag: plain.headers.etag,
    });
    const bytes = unpack[encoding]?.(packed.bytes);
    expect(JSON.parse(String(bytes))).toEqual(JSON.parse(String(plain.bytes)));
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
  });

  it.each(Object.keys(unpack))(
    "is packed by %s on another thread when it is very long",
    async (encoding) => {
      for (let more = 0; more < 20; more += 1)
        await buildCase({ description: "A long story. ".repeat(400) });
      const packed = await ask({ "accept-encoding": encoding });
      expect(packed.headers["content-encoding"]).toBe(encoding);
      expect(unpack[encoding]?.(packed.bytes).length).toBeGreaterThan(100_000);
    },
  );

  it.each(["identity", "", "snappy, *;q=0"])(
    "stays as it is for whoever accepts %j",
    async (accepted) => {
      const { headers, bytes } = await ask({ "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBeUndefined();
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(String(bytes)).toContain("José & سارة");
    },
  );

  it("is not sent again to whoever has it", async () => {
    const { headers } = await ask({ "accept-encoding": "gzip" });
    const again = await ask({ "accept-encoding": "gzip", "if-none-match": headers.etag ?? "" });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
  });
});
