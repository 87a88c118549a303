import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { runtime } from "./runtime.ts";
import { seal, unseal } from "./sealed.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("a sealed text", () => {
  it("comes back as it was, and is another one each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(unseal(seal(text))).toBe(text);
        expect(seal(text)).not.toBe(seal(text));
      }),
    );
  });

  it("cannot be changed unnoticed", () => {
    const bytes = Buffer.from(seal("the code is 123456"), "base64");
    for (const place of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => unseal(changed.toString("base64"))).toThrow("unable to authenticate");
    }
  });

  it("is closed to another installation", () => {
    const sealed = seal("the code is 123456");
    const { config } = runtime;
    runtime.config = { ...config, secretKey: randomBytes(32) };
    expect(() => unseal(sealed)).toThrow("unable to authenticate");
    runtime.config = config;
    expect(unseal(sealed)).toBe("the code is 123456");
  });
});
