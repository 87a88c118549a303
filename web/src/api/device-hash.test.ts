import { beforeEach, describe, expect, it } from "vitest";
import { deviceHash } from "./device-hash.ts";

describe("the device hash", () => {
  beforeEach(() => localStorage.clear());

  it(
    "is 13 characters, made once and kept under 'device-hash'",
    { tags: ["C-DEV-026..027"] },
    () => {
      const hash = deviceHash();
      expect(hash).toMatch(/^[0-9a-z]{13}$/);
      expect(localStorage.getItem("device-hash")).toBe(hash);
      expect(deviceHash()).toBe(hash);
    },
  );

  it("leaves a known hash alone", { tags: ["C-DEV-027"] }, () => {
    localStorage.setItem("device-hash", "abcdefghijklm");
    expect(deviceHash()).toBe("abcdefghijklm");
  });

  it("differs from browser to browser", () => {
    const first = deviceHash();
    localStorage.clear();
    expect(deviceHash()).not.toBe(first);
  });
});
