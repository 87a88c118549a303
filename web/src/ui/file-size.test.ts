import { expect, it } from "vitest";
import { formatFileSize } from "./file-size.ts";

it.each([
  [0, "0 Bytes"],
  [512, "512 Bytes"],
  [1024, "1 KB"],
  [1_572_864, "1.5 MB"],
  [10 * 1024 * 1024, "10 MB"],
  [1024 ** 3, "1 GB"],
  [5 * 1024 ** 4, "5120 GB"],
])("shows %d bytes as %s", { tags: ["C-DOC-037", "D-089"] }, (bytes, shown) => {
  expect(formatFileSize(bytes)).toBe(shown);
});
