/** What a browser is told so that somebody can put the portal among his apps; the web has to be built. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const root = join(import.meta.dirname, "..", "..", "..");
let portal: TestApp;
afterEach(() => portal.close());

describe("the manifest", () => {
  it.each(["Example Bureau", 'The "First" Bureau & Sons', "مكتب الجنسية الأول والثاني"])(
    "names the bureau %s, its start and its icons",
    { tags: ["W-INS-001"] },
    async (bureau) => {
      portal = await openTestApp({ settings: { BUREAU_NAME: bureau } });
      const { status, headers, bytes } = await portal
        .visitor()
        .request({ method: "GET", url: "/manifest.webmanifest" });
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
      const manifest = JSON.parse(bytes.toString("utf8"));
      expect(manifest).toMatchObject({
        name: `${bureau} Case Portal`,
        start_url: "/",
        scope: "/",
        id: "/",
        display: "standalone",
        background_color: "#f5f8f9",
        theme_color: "#f5f8f9",
      });
      expect(bureau.startsWith(manifest.short_name)).toBe(true);
      expect(Array.from(manifest.short_name).length).toBeLessThanOrEqual(12);
      const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
      expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? "any"}`)).toEqual([
        "192x192 any",
        "512x512 any",
        "512x512 maskable",
      ]);
      for (const { src } of icons) expect(existsSync(join(root, "web", "public", src))).toBe(true);
    },
  );
});

describe("an upload over a slow line", () => {
  it("has the time that 3 MB need at 200 kbit/s", { tags: ["W-PHO-012"] }, async () => {
    portal = await openTestApp();
    const neededMs = ((3 * 1_048_576 * 8) / 200_000) * 1000;
    expect(portal.app.server.requestTimeout).toBeGreaterThan(neededMs * 1.1);
  });
});
