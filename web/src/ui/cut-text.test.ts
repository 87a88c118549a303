import { describe, expect, it } from "vitest";
import { cutText } from "./cut-text.ts";
import { formatFileSize } from "./file-size.ts";

describe("cut texts", () => {
  it(
    "keep the first characters and get three dots when longer than the limit",
    { tags: ["D-088"] },
    () => {
      expect(cutText("passport-scan.pdf", 12)).toBe("passport-sca...");
    },
  );

  it("stay whole up to the limit", { tags: ["D-088"] }, () => {
    expect(cutText("twelve chars", 12)).toBe("twelve chars");
  });

  it("never break a character in two", () => {
    expect(cutText("👩👩👩", 2)).toBe("👩👩...");
  });
});

describe("file sizes", () => {
  it.each([
    [0, "0 Bytes"],
    [1, "1 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1 KB"],
    [1_572_864, "1.5 MB"],
    [10_485_760, "10 MB"],
    [1_288_490, "1.23 MB"],
    [5_368_709_120, "5 GB"],
    [5_497_558_138_880, "5120 GB"],
  ])("%d bytes read %s", { tags: ["D-089"] }, (bytes, shown) => {
    expect(formatFileSize(bytes)).toBe(shown);
  });
});
